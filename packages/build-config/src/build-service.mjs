import { build } from 'esbuild';
import { serviceBundle } from './esbuild.mjs';

await build(serviceBundle('src/main.ts', 'dist/main.mjs'));
