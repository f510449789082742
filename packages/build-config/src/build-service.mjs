import { build } from 'esbuild';
import { nodeBundle } from './esbuild.mjs';

await build(nodeBundle('src/main.ts', 'dist/main.mjs'));
