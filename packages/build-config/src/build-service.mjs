import { basename } from 'node:path';
import { buildService } from './esbuild.mjs';

// `src/main.ts`, and the workers that the service starts: `src/check/check.worker.ts` becomes `dist/check.worker.mjs`.
const [, , ...workers] = process.argv;
for (const entry of ['src/main.ts', ...workers])
  await buildService(entry, `dist/${basename(entry, '.ts')}.mjs`);
