import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * What the shell provides to every remote, once per page. A sub-path is a key of its own: sharing `react` alone would
 * give each remote a second `react/jsx-runtime`. Libraries behind the doors of web-kit and ui are not listed; they are
 * inside those two.
 */
const sharedModules = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  '@obieg/web-kit',
  '@obieg/ui',
  '@obieg/ui/overlays',
  '@obieg/ui/questionnaire',
];

/** Fetched when a page first needs them instead of with the shell. */
const onDemand = new Set(['@obieg/ui/overlays', '@obieg/ui/questionnaire']);

const packageOf = (module) => {
  const parts = module.split('/');
  return parts.slice(0, module.startsWith('@') ? 2 : 1).join('/');
};

/** The version that this app is built against; a shell with another major is refused (strictVersion). */
const builtVersion = (folder, module) => {
  const file = join(folder, 'node_modules', packageOf(module), 'package.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')).version;
  if (dirname(folder) === folder) throw new Error(`${module} is shared with remotes but not installed`);
  return builtVersion(dirname(folder), module);
};

/** @returns the `shared` option of Module Federation: the host brings everything, a remote brings nothing. */
export const sharedOptions = (folder, kind) =>
  Object.fromEntries(
    sharedModules.map((module) => [
      module,
      {
        singleton: true,
        strictVersion: true,
        requiredVersion: `^${builtVersion(folder, module)}`,
        ...(kind === 'host' ? { eager: !onDemand.has(module) } : { import: false }),
      },
    ]),
  );
