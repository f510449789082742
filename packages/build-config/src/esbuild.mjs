import { build } from 'esbuild';

/** Bundled, because a service uses little of zod and loading all of it takes 7 MB per process. */
const bundledPackages = /^(@obieg\/|zod(-openapi)?(\/|$))/;

/** Optional drivers that knex and pg request. None is installed. */
const absentDrivers =
  /^(pg-native|pg-query-stream|better-sqlite3|sqlite3|mysql2?|mariadb\/callback|oracledb|tedious)$/;

/** Packages with native code cannot be bundled. */
const nativePackages = /^@node-rs\//;

/**
 * Marks a package as external if `isExternal` matches and our own code imports it. A dependency of a package is always
 * bundled, because several versions of it can exist.
 */
const markExternal = (isExternal) => ({
  name: 'mark-external',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ kind, path, importer }) => {
      if (kind === 'entry-point') return undefined;
      const isOurs = !importer.includes('/node_modules/');
      return absentDrivers.test(path) || (isOurs && isExternal(path)) ? { path, external: true } : undefined;
    });
  },
});

const bundle = (entry, outfile, isExternal) => ({
  entryPoints: [entry],
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: 'linked',
  plugins: [markExternal(isExternal)],
  logLevel: 'warning',
});

/** Options of a Node.js program. Workspace code becomes one file; npm packages stay outside. */
export const nodeBundle = (entry, outfile) => bundle(entry, outfile, (path) => !bundledPackages.test(path));

/**
 * Options of a service, whose bundle contains its packages, too. Finding 300 to 800 package files takes a third of
 * the startup time. White space and comments are removed, names stay for readable stack traces, and licences go to a
 * separate file. The output is ASCII: a single other character makes V8 store the file with two bytes per character.
 */
export const serviceBundle = (entry, outfile) => ({
  ...bundle(entry, outfile, (path) => nativePackages.test(path)),
  minifyWhitespace: true,
  lineLimit: 160,
  legalComments: 'linked',
  // CommonJS packages call `require` for Node.js modules.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
});

/** Builds a service, or a worker that a service starts. */
export const buildService = (entry, outfile) => build(serviceBundle(entry, outfile));
