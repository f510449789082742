// `npm run bench -w bench`: measures the built product. Options: see README.md
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { nodeBundle } from '../packages/build-config/src/esbuild.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
await build(nodeBundle(at('src/floor/bare-server.ts'), at('dist/bare-server.mjs')));
await build(nodeBundle(at('src/main.ts'), at('dist/main.mjs')));
const { runBenchmarks } = await import(new URL('dist/main.mjs', import.meta.url).href);
await runBenchmarks(process.argv.slice(2));
