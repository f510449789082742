// Bundles the tool with everything it needs, so that it works without this repository.
import { chmodSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { serviceBundle } from '../../packages/build-config/src/esbuild.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

export const outfile = here('dist/deliver.mjs');

const options = serviceBundle(here('src/main.ts'), outfile);
await build({
  ...options,
  sourcemap: false,
  banner: { js: `#!/usr/bin/env node\n${options.banner.js}` },
});
chmodSync(outfile, 0o755);
