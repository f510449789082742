import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { rspack } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import { developmentPath } from './dev-middlewares.mjs';
import { FirstPagesPlugin } from './rspack-first-pages.mjs';
import { RemoteManifestPlugin } from './rspack-remote-manifest.mjs';
import { onDemandFiles, sharedOptions } from './rspack-shared.mjs';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));

/** Supported browsers. Without them, Lightning CSS doubles the style sheet with fallbacks for old browsers. */
const browsers = ['chrome 120', 'firefox 121', 'safari 17.2'];

const rulesOf = ({ name }, development) => [
  {
    test: /\.[jt]sx?$/,
    exclude: /node_modules/,
    loader: 'builtin:swc-loader',
    options: {
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic', development, refresh: development } },
        target: 'es2022',
      },
    },
    type: 'javascript/auto',
  },
  { test: /\.module\.css$/, type: 'css/module', use: [here('./rspack-layer-loader.mjs')] },
  { test: /\.css$/, exclude: /\.module\.css$/, type: 'css' },
  { test: /\.(?:woff2|svg|png)$/, type: 'asset/resource' },
  ...(development
    ? [
        {
          test: /[\\/]src[\\/]i18n[\\/]\w+\.json$/,
          exclude: /node_modules/,
          loader: here('./rspack-messages-loader.mjs'),
          options: { namespace: name },
          type: 'javascript/auto',
        },
        {
          test: /[\\/]src[\\/]i18n[\\/]on-demand[\\/]\w+\.json$/,
          exclude: /node_modules/,
          loader: here('./rspack-messages-loader.mjs'),
          options: { namespace: `${name}-on-demand` },
          type: 'javascript/auto',
        },
      ]
    : []),
];

const publicPathOf = ({ name, kind }, development) => {
  // Relative addresses: the gateway serves each version below a path of its own.
  if (!development) return 'auto';
  return kind === 'host' ? '/' : developmentPath(name);
};

/** Enough for the largest chunk (45 KB compressed) at 50 kbit/s with others beside it. */
const chunkTimeoutMs = 15_000;

const outputOf = ({ name, kind }, folder, development) => {
  const subfolder = kind === 'host' ? 'assets/' : '';
  return {
    path: join(folder, 'dist'),
    clean: true,
    uniqueName: name,
    publicPath: publicPathOf({ name, kind }, development),
    // Without a hash: the address of a version is its own, and a table of hashes would be a part of each first page.
    filename: `${subfolder}[name].js`,
    chunkFilename: `${subfolder}[name].js`,
    cssFilename: `${subfolder}[name].css`,
    cssChunkFilename: `${subfolder}[name].css`,
    assetModuleFilename: `${subfolder}[name].[contenthash:10][ext]`,
    crossOriginLoading: 'anonymous',
    // The default of two minutes would leave a page without a message for so long.
    chunkLoadTimeout: chunkTimeoutMs,
    // A module whose shared dependency could not be loaded is imported again, not returned without its exports.
    strictModuleErrorHandling: true,
  };
};

const federationModules = ['runtime', 'webpack-bundler-runtime', 'inject-external-runtime-core-plugin'];

/**
 * Replaces the CommonJS files that the plugin names by the ES modules of the same packages. A bundle otherwise contains
 * both formats of the runtime.
 */
const federationAliases = () => {
  const { resolve } = createRequire(fileURLToPath(import.meta.resolve('@module-federation/enhanced/rspack')));
  return Object.fromEntries(
    federationModules.map((name) => [
      resolve(`@module-federation/${name}`),
      fileURLToPath(import.meta.resolve(`@module-federation/${name}`)),
    ]),
  );
};

/** Federation demands an identifier. */
const federationName = (name) => name.replaceAll('-', '_');
const exposedName = '__federation_expose_remote';

const federationOf = ({ name, kind, exposes }, folder) =>
  new ModuleFederationPlugin({
    name: federationName(name),
    filename: 'remoteEntry.js',
    ...(kind === 'remote' ? { exposes: { './remote': { import: exposes, name: exposedName } } } : {}),
    remotes: {},
    shared: sharedOptions(folder, kind),
    // The default strategy fetches every remote at startup, so one unavailable remote blanks the page.
    shareStrategy: 'loaded-first',
    // The registry names the files of each remote.
    manifest: false,
    dts: false,
    dev: false,
    experiments: {
      ...(kind === 'host' ? { provideExternalRuntime: true } : { externalRuntime: true }),
      optimization: { disableSnapshot: true, target: 'web' },
    },
  });

const pluginsOf = (app, folder, development) => [
  new rspack.DefinePlugin({ __DEV__: JSON.stringify(development) }),
  federationOf(app, folder),
  ...(app.kind === 'host'
    ? [
        new rspack.HtmlRspackPlugin({
          template: join(folder, 'src/index.html'),
          favicon: join(folder, 'src/icon.svg'),
          scriptLoading: 'defer',
          minify: false,
        }),
      ]
    : []),
  ...(development
    ? [new ReactRefreshRspackPlugin()]
    : // The algorithm of `remote.json`: a browser uses a preloaded file only for a request with the same digest.
      [new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'] })]),
  ...(!development
    ? [
        // Before the manifest, which lists all files.
        new FirstPagesPlugin({ folder }),
        new RemoteManifestPlugin({
          source: join(folder, 'remote.json'),
          kind: app.kind,
          firstPages: app.firstPages ?? {},
          entryName: federationName(app.name),
          exposedName,
          provided: app.kind === 'host' ? onDemandFiles(folder) : {},
        }),
      ]
    : []),
];

/** The shell's first page is one file: its parts would compress worse, and each version has addresses of its own. */
const splitChunksOf = ({ kind }) =>
  kind === 'host'
    ? // Style sheets are not split, because the one that orders the cascade layers must come first.
      { chunks: 'all', cacheGroups: { default: false, defaultVendors: false } }
    : { chunks: 'async' };

const buildDependencies = () =>
  [
    './rspack.mjs',
    './rspack-shared.mjs',
    './rspack-layer-loader.mjs',
    './rspack-messages-loader.mjs',
    './rspack-remote-manifest.mjs',
    './cascade-layer.mjs',
  ].map(here);

/** The exposed module of a remote: `src/remote.ts` or `src/remote.tsx`. */
const exposedFile = (folder) =>
  ['./src/remote.ts', './src/remote.tsx'].find((file) => existsSync(join(folder, file))) ?? './src/remote.ts';

/**
 * Returns the complete Rspack configuration of a frontend, for its `rspack.config.ts`.
 *
 * @param app `kind`: `host` for the shell; `remote` exposes `src/remote.ts` as `./remote`. `name`: workspace name
 * without scope, also the id in `remote.json`. `firstPages`: by path of a route, the `chunks` (`webpackChunkName`) and
 * the shell's on-demand modules (`uses`) that its first page needs. The gateway preloads them with the page.
 * @returns a function that Rspack calls. `rspack build` calls it in the frontend's folder; the development server passes
 * `folder`, `cacheFolder` and `isDevelopment`.
 */
export const defineApp = (app) => (env) => {
  const { folder = process.cwd(), cacheFolder = join(folder, '.cache/rspack') } = env ?? {};
  const development = env?.isDevelopment === true;
  return {
    name: app.name,
    context: folder,
    mode: development ? 'development' : 'production',
    target: ['web', 'es2022'],
    entry: app.kind === 'host' ? { main: './src/main.ts' } : {},
    output: outputOf(app, folder, development),
    devtool: development ? 'cheap-module-source-map' : false,
    resolve: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      alias: federationAliases(),
    },
    module: {
      parser: { 'css/module': { namedExports: false }, 'css/auto': { namedExports: false } },
      generator: { 'css/module': { localIdentName: '[uniqueName]-[local]-[hash:base64:6]' } },
      rules: rulesOf(app, development),
    },
    optimization: {
      chunkIds: 'named',
      // A page would load the broken module and reload itself.
      emitOnErrors: false,
      splitChunks: splitChunksOf(app),
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin(),
        new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: browsers } }),
      ],
    },
    // Lazy compilation would request a remote's code from the shell's origin and wait forever.
    lazyCompilation: false,
    // An editor can empty a file before it writes the new content.
    watchOptions: { aggregateTimeout: 50 },
    cache: {
      type: 'persistent',
      buildDependencies: [
        ...buildDependencies(),
        join(folder, 'rspack.config.ts'),
        join(folder, 'package.json'),
      ],
      version: JSON.stringify(app),
      storage: { type: 'filesystem', directory: cacheFolder },
    },
    plugins: pluginsOf({ ...app, exposes: exposedFile(folder) }, folder, development),
    performance: false,
    stats: development ? 'none' : 'errors-warnings',
    infrastructureLogging: { level: development ? 'error' : 'warn' },
  };
};
