import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Modules that the shell provides to every remote. Each sub-path needs its own key: sharing only `react` would give
 * each remote a second `react/jsx-runtime`. Libraries behind web-kit and ui are part of those two.
 */
const sharedModules = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  '@obieg/web-kit',
  '@obieg/ui',
  '@obieg/ui/lists',
  '@obieg/ui/overlays',
  '@obieg/ui/questionnaire',
];

/** Loaded when a page first needs them. */
const onDemand = ['@obieg/ui/lists', '@obieg/ui/overlays', '@obieg/ui/questionnaire'];

/** @returns the source file of each module that the host provides on demand */
export const onDemandFiles = (folder) => {
  const { resolve } = createRequire(join(folder, 'package.json'));
  return Object.fromEntries(onDemand.map((module) => [module, realpathSync(resolve(module))]));
};

const packageOf = (module) => {
  const parts = module.split('/');
  return parts.slice(0, module.startsWith('@') ? 2 : 1).join('/');
};

/** Version that this app is built against. `strictVersion` rejects a shell with another major version. */
const builtVersion = (folder, module) => {
  const file = join(folder, 'node_modules', packageOf(module), 'package.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')).version;
  if (dirname(folder) === folder) throw new Error(`${module} is shared with remotes but not installed`);
  return builtVersion(dirname(folder), module);
};

/** @returns the `shared` option of Module Federation: the host provides everything, a remote provides nothing */
export const sharedOptions = (folder, kind) =>
  Object.fromEntries(
    sharedModules.map((module) => [
      module,
      {
        singleton: true,
        strictVersion: true,
        requiredVersion: `^${builtVersion(folder, module)}`,
        ...(kind === 'host' ? { eager: !onDemand.includes(module) } : { import: false }),
      },
    ]),
  );
