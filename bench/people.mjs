// `npm run bench:people -w bench`: measures users and groups of the built product. Options: see README.md
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { nodeBundle } from '../packages/build-config/src/esbuild.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
await build(nodeBundle(at('src/people/people.ts'), at('dist/people.mjs')));
const { runPeopleBenchmarks } = await import(new URL('dist/people.mjs', import.meta.url).href);
await runPeopleBenchmarks(process.argv.slice(2));
