import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const here = (file) => fileURLToPath(new URL(file, import.meta.url));

/** Node.js would load the CommonJS copy beside the module copy, and hooks of one do not find the router of the other. */
const routerFolder = join(dirname(require.resolve('react-router/package.json')), 'dist/development');

/**
 * Loading React or the database client anew for each file would take half of the tests' processor time. So the files of a
 * project share their modules in a worker: a test leaves nothing behind in them.
 */
const shared = { isolate: false, restoreMocks: true, unstubGlobals: true, unstubEnvs: true };

/** A busy machine may need long for what is quick as a rule; no test depends on speed. */
const patience = { testTimeout: 60_000, hookTimeout: 120_000 };

/** The Vitest project of a service: its tests share one PostgreSQL cluster. */
export const nodeProject = (name, folder) => ({
  test: {
    name,
    root: folder,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    environment: 'node',
    globalSetup: [here('../../service-kit/src/testing/postgres-cluster.ts')],
    ...shared,
    ...patience,
  },
});

/** The Vitest project of code that needs Node.js only. */
export const pureProject = (name, folder) => ({
  test: { name, root: folder, include: ['src/**/*.test.ts'], environment: 'node', ...shared, ...patience },
});

/** The Vitest project of tests that start the whole built product: they run last, when no other test of Vitest needs the machine. */
export const productProject = (name, folder) => ({
  test: {
    name,
    root: folder,
    include: ['test/**/*.test.ts'],
    environment: 'node',
    sequence: { groupOrder: 1 },
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});

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
    setupFiles: [here('./vitest-web-setup.mjs')],
    ...shared,
    ...patience,
  },
});
