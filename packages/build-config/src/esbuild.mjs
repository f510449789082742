/** Most of zod is of no use to a service and takes 7 MB of each process: bundled, only what is used is loaded. */
const bundledPackages = /^(@obieg\/|zod(-openapi)?(\/|$))/;

/** Bundles workspace code into one file and leaves npm packages outside, so that native add-ons keep working. */
const workspaceOnly = {
  name: 'workspace-only',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ kind, path }) =>
      kind === 'entry-point' || bundledPackages.test(path) ? undefined : { path, external: true },
    );
  },
};

/** Options of every Node.js program of the repository. */
export const nodeBundle = (entry, outfile) => ({
  entryPoints: [entry],
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: 'linked',
  plugins: [workspaceOnly],
  logLevel: 'warning',
});
