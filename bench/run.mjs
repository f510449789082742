// `npm run bench -w bench`: measures the built product. Options: --seconds=4 --rounds=3 --tasks=20000 --connections=1,8,32
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { nodeBundle } from '../packages/build-config/src/esbuild.mjs';

const outfile = fileURLToPath(new URL('dist/main.mjs', import.meta.url));
await build(nodeBundle(fileURLToPath(new URL('src/main.ts', import.meta.url)), outfile));
const { runBenchmarks } = await import(new URL('dist/main.mjs', import.meta.url).href);
await runBenchmarks(process.argv.slice(2));
