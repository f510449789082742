// `npm run bench:parts -w bench`: divides the cost of writes by part. See README.md
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { nodeBundle } from '../packages/build-config/src/esbuild.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
await build(nodeBundle(at('src/parts/parts.ts'), at('dist/parts.mjs')));
const { measureParts } = await import(new URL('dist/parts.mjs', import.meta.url).href);
await measureParts(process.argv.slice(2));
