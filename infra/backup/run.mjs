// `npm run backup` and `npm run restore`: bundles the program and runs it.
import { fileURLToPath } from 'node:url';
import { buildAll, checkNode, ensureInstalled, logProgress } from '../local/prepare.mjs';

checkNode();
await ensureInstalled();
// A restore runs the services' programs. A backup builds nothing beside the running product but itself.
if (process.argv[2] === 'restore') await buildAll();
else {
  logProgress('building the backup program');
  const { build } = await import('esbuild');
  const { serviceBundle } = await import('../../packages/build-config/src/esbuild.mjs');
  const here = (file) => fileURLToPath(new URL(file, import.meta.url));
  await build(serviceBundle(here('src/main.ts'), here('dist/main.mjs')));
}
await import('./dist/main.mjs');
