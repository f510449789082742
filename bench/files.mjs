// `npm run bench:files -w bench`: measures exports and imports of the built product. Options: see README.md
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { nodeBundle } from '../packages/build-config/src/esbuild.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
await build(nodeBundle(at('src/files/files.ts'), at('dist/files.mjs')));
const { runFileBenchmarks } = await import(new URL('dist/files.mjs', import.meta.url).href);
await runFileBenchmarks(process.argv.slice(2));
