import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { wrapInLayer } from '../cascade-layer.mjs';

const outputName = 'first-pages.json';

/** Class names get names of their own, so that the style sheet never applies to what the scripts render. */
const cssModules = {
  name: 'css-modules',
  setup({ onLoad }) {
    onLoad({ filter: /\.module\.css$/ }, ({ path }) => ({
      contents: wrapInLayer(path, readFileSync(path, 'utf8')),
      loader: 'local-css',
    }));
  },
};

/** Packages keep one copy in all languages; our own modules read the language when they are loaded. */
const externalPackages = {
  name: 'external-packages',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ kind, path }) =>
      kind === 'entry-point' || path.startsWith('@obieg/') ? undefined : { path, external: true },
    );
  },
};

/**
 * Renders the first pages that `src/first-pages.tsx` of a remote describes and writes them to its version. Runs in a
 * process of its own, because pages need the globals of a browser.
 *
 * @throws if a page does not render
 */
export const buildFirstPages = async ({ folder, cacheFolder, outputFolder }) => {
  const entry = join(folder, 'src/first-pages.tsx');
  if (!existsSync(entry)) return;
  const workFolder = join(cacheFolder, 'first-pages');
  mkdirSync(workFolder, { recursive: true });
  await build({
    entryPoints: [entry],
    outfile: join(workFolder, 'pages.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    jsx: 'automatic',
    define: { __DEV__: 'false' },
    loader: { '.svg': 'empty', '.woff2': 'empty' },
    plugins: [cssModules, externalPackages],
    logLevel: 'warning',
  });
  const { status } = spawnSync(
    process.execPath,
    [fileURLToPath(new URL('./render-first-pages.mjs', import.meta.url)), folder, workFolder],
    { stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } },
  );
  if (status !== 0) throw new Error('The first pages could not be rendered.');
  writeFileSync(join(outputFolder, outputName), readFileSync(join(workFolder, outputName)));
};
