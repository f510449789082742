import { fileURLToPath } from 'node:url';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));
/** Absolute, because Vitest resolves a relative one in the folder that it is called from. */
const rootOf = (folder) => here(`../../../${folder}`);

/**
 * The files of a project share their modules in a worker, because loading React or the database client for each file
 * takes half of the processor time (mf-tasks 101 s instead of 226 s). A test must therefore leave no state in a
 * module.
 */
const sharedModules = { isolate: false, restoreMocks: true, unstubGlobals: true, unstubEnvs: true };

/** Sized for a busy machine; no test depends on speed. */
const timeouts = { testTimeout: 60_000, hookTimeout: 120_000, expect: { poll: { timeout: 20_000 } } };

/** Vitest project of a service. Its tests share one PostgreSQL cluster. */
export const nodeProject = (name, folder) => ({
  test: {
    name,
    root: rootOf(folder),
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    environment: 'node',
    globalSetup: [here('../../service-kit/src/testing/postgres-cluster.ts')],
    ...sharedModules,
    ...timeouts,
  },
});

/** Vitest project of code that needs only Node.js. */
export const pureProject = (name, folder) => ({
  test: {
    name,
    root: rootOf(folder),
    include: ['src/**/*.test.ts'],
    environment: 'node',
    ...sharedModules,
    ...timeouts,
  },
});

/** Vitest project of tests that start the built product. Without `npm test`, they run after all others. */
export const productProject = (name, folder) => ({
  test: {
    name,
    root: rootOf(folder),
    include: ['test/**/*.test.ts'],
    environment: 'node',
    sequence: { groupOrder: 1 },
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});

/** Vitest project of browser code. */
export const webProject = (name, folder) => ({
  define: { __DEV__: 'false' },
  test: {
    name,
    root: rootOf(folder),
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'happy-dom',
    environmentOptions: {
      happyDOM: {
        url: 'http://acme.obieg.localhost:8080/',
        // Files share a window. A link that a test clicks, e.g. a download, must not change the address of later ones.
        settings: {
          navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true },
          // Without animations, a test cannot find a dialog that is about to disappear.
          device: { prefersReducedMotion: 'reduce' },
        },
      },
    },
    setupFiles: [here('./vitest-web-setup.mjs')],
    ...sharedModules,
    ...timeouts,
  },
});
