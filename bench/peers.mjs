// `npm run bench:peers -w bench -- <file>`: compares with other products. See peers/README.md
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { nodeBundle } from '../packages/build-config/src/esbuild.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
await build(nodeBundle(at('src/peers/peers.ts'), at('dist/peers.mjs')));
const { comparePeers } = await import(new URL('dist/peers.mjs', import.meta.url).href);
await comparePeers(process.argv.slice(2));
