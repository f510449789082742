// `npm run bench:attack -w bench`: measures other clients during attacks. Options: see README.md
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { nodeBundle } from '../packages/build-config/src/esbuild.mjs';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
await build(nodeBundle(at('src/attack/attacker-thread.ts'), at('dist/attacker-thread.mjs')));
await build(nodeBundle(at('src/attack/attack.ts'), at('dist/attack.mjs')));
const { measureAttacks } = await import(new URL('dist/attack.mjs', import.meta.url).href);
await measureAttacks(process.argv.slice(2));
