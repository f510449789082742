// `npm run bench:pages -w bench`: measures the first pages of a visitor with Lighthouse. Options: see README.md
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { nodeBundle } from '../packages/build-config/src/esbuild.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
await build(nodeBundle(at('src/pages/pages.ts'), at('dist/pages.mjs')));
const { runPageBenchmarks } = await import(new URL('dist/pages.mjs', import.meta.url).href);
await runPageBenchmarks(process.argv.slice(2));
