/** Most of zod is of no use to a service and takes 7 MB of each process: bundled, only what is used is loaded. */
const bundledPackages = /^(@obieg\/|zod(-openapi)?(\/|$))/;

/** Drivers that knex and pg ask for when a database of that kind is used; none is installed. */
const absentDrivers =
  /^(pg-native|pg-query-stream|better-sqlite3|sqlite3|mysql2?|mariadb\/callback|oracledb|tedious)$/;

/** Stays outside of a service's bundle: add-ons in machine code. */
const nativePackages = /^@node-rs\//;

/**
 * Leaves the packages outside for which `isOutside` is true, where they are our code's own dependencies: what a package
 * needs itself may be there in several versions, and be found by nobody else.
 */
const leaveOutside = (isOutside) => ({
  name: 'leave-outside',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ kind, path, importer }) => {
      if (kind === 'entry-point') return undefined;
      const isOurs = !importer.includes('/node_modules/');
      return absentDrivers.test(path) || (isOurs && isOutside(path)) ? { path, external: true } : undefined;
    });
  },
});

const bundle = (entry, outfile, isOutside) => ({
  entryPoints: [entry],
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: 'linked',
  plugins: [leaveOutside(isOutside)],
  logLevel: 'warning',
});

/** Options of a Node.js program: workspace code becomes one file, npm packages stay outside. */
export const nodeBundle = (entry, outfile) => bundle(entry, outfile, (path) => !bundledPackages.test(path));

/**
 * Options of a service: its packages are in the file, too. Finding and reading their 300 to 800 files one by one is a third of
 * what starting takes. White space and comments are left out, names are not: a trace stays readable; licences go to a file of their own. One character beyond
 * ASCII in a comment makes V8 hold the whole file with two bytes for each.
 */
export const serviceBundle = (entry, outfile) => ({
  ...bundle(entry, outfile, (path) => nativePackages.test(path)),
  minifyWhitespace: true,
  lineLimit: 160,
  legalComments: 'linked',
  // For what packages in CommonJS ask of Node.js itself.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
});
