import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
/** Node.js would load the CommonJS copy beside the module copy, and hooks of one do not find the router of the other. */
const routerFolder = join(dirname(require.resolve('react-router/package.json')), 'dist/development');

/** The Vitest project of a workspace whose code runs in a browser. */
export const webProject = (name, folder) => ({
  resolve: {
    alias: [
      { find: /^react-router\/dom$/, replacement: join(routerFolder, 'dom-export.mjs') },
      { find: /^react-router$/, replacement: join(routerFolder, 'index.mjs') },
    ],
  },
  define: { __DEV__: 'false' },
  test: {
    name,
    root: folder,
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://acme.obieg.localhost:8080/' } },
    setupFiles: [fileURLToPath(new URL('./vitest-dom.mjs', import.meta.url))],
    // A busy machine may need long for what is quick as a rule; no test depends on speed.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
