import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { rspack } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import { RemoteManifestPlugin } from './rspack-remote-manifest.mjs';
import { sharedOptions } from './rspack-shared.mjs';

const here = (file) => fileURLToPath(new URL(file, import.meta.url));

/** Supported browsers. Without them, Lightning CSS doubles the style sheet with fallbacks for old browsers. */
const browsers = ['chrome 120', 'firefox 121', 'safari 17.2'];

/** The product that `npm start` serves. A dev server forwards everything to it that it does not build. */
const productAddress = process.env['OBIEG_ADDRESS'] ?? 'http://127.0.0.1:8080';

const rulesOf = (development) => [
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
];

const outputOf = ({ name, kind }, development) => {
  const hash = development ? '' : '.[contenthash:10]';
  const folder = kind === 'host' ? 'assets/' : '';
  return {
    clean: true,
    uniqueName: name,
    publicPath: kind === 'host' ? '/' : 'auto',
    filename: `${folder}[name]${hash}.js`,
    chunkFilename: `${folder}[name]${hash}.js`,
    cssFilename: `${folder}[name]${hash}.css`,
    cssChunkFilename: `${folder}[name]${hash}.css`,
    assetModuleFilename: `${folder}[name].[contenthash:10][ext]`,
    crossOriginLoading: 'anonymous',
  };
};

const federationOf = ({ name, kind, exposes }, folder, development) =>
  new ModuleFederationPlugin({
    // Must be an identifier.
    name: name.replaceAll('-', '_'),
    filename: development ? 'remoteEntry.js' : 'remoteEntry.[contenthash:10].js',
    ...(kind === 'remote' ? { exposes: { './remote': exposes } } : {}),
    remotes: {},
    shared: sharedOptions(folder, kind),
    // The default strategy fetches every remote at startup, so one unavailable remote blanks the page.
    shareStrategy: 'loaded-first',
    manifest: kind === 'remote',
    dts: false,
    dev: false,
    experiments: kind === 'host' ? { provideExternalRuntime: true } : { externalRuntime: true },
  });

const pluginsOf = (app, folder, development) => [
  new rspack.DefinePlugin({ __DEV__: JSON.stringify(development) }),
  federationOf(app, folder, development),
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
  ...(development ? [new ReactRefreshRspackPlugin()] : [new rspack.SubresourceIntegrityPlugin()]),
  ...(app.kind === 'remote' && !development
    ? [
        new RemoteManifestPlugin({
          source: join(folder, 'remote.json'),
          preloadChunks: app.preloadChunks ?? [],
        }),
      ]
    : []),
];

const splitChunksOf = ({ kind }) =>
  kind === 'host'
    ? {
        chunks: 'all',
        cacheGroups: {
          // Style sheets are not split, because the one that orders the cascade layers must come first.
          default: false,
          defaultVendors: false,
          // One long-lived file of libraries. It contains only code for the first page.
          vendor: {
            test: /[\\/]node_modules[\\/]/,
            name: 'vendor',
            chunks: 'initial',
            enforce: true,
            type: /javascript/,
          },
        },
      }
    : { chunks: 'async' };

const devServerOf = ({ kind, port }) => ({
  port,
  host: '127.0.0.1',
  allowedHosts: 'all',
  headers: { 'Access-Control-Allow-Origin': '*' },
  client: { webSocketURL: `ws://localhost:${port}/ws`, overlay: false },
  // A remote runs inside the shell's page, which must not reload for it.
  liveReload: kind === 'host',
  ...(kind === 'host'
    ? {
        historyApiFallback: true,
        proxy: [{ context: ['/api', '/remotes', '/remotes.json'], target: productAddress }],
      }
    : {}),
});

const buildDependencies = () =>
  ['./rspack.mjs', './rspack-shared.mjs', './rspack-layer-loader.mjs', './rspack-remote-manifest.mjs'].map(
    here,
  );

/** The exposed module of a remote: `src/remote.ts` or `src/remote.tsx`. */
const exposedFile = (folder) =>
  ['./src/remote.ts', './src/remote.tsx'].find((file) => existsSync(join(folder, file))) ?? './src/remote.ts';

/**
 * Returns the complete Rspack configuration of a frontend, for its `rspack.config.ts`.
 *
 * @param app `kind`: `host` for the shell; `remote` exposes `src/remote.ts` as `./remote`. `name`: workspace name
 * without scope, also the id in `remote.json`. `port`: port of the dev server. `preloadChunks`: chunk names
 * (`webpackChunkName`) to fetch together with the remote's entry.
 * @returns a function that Rspack calls with the command line's environment
 */
export const defineApp = (app) => (env) => {
  const folder = resolve(process.cwd());
  const development = Boolean(env?.RSPACK_SERVE) || process.env['NODE_ENV'] === 'development';
  return {
    name: app.name,
    context: folder,
    mode: development ? 'development' : 'production',
    target: ['web', 'es2022'],
    entry: app.kind === 'host' ? { main: './src/main.ts' } : {},
    output: outputOf(app, development),
    devtool: development ? 'cheap-module-source-map' : false,
    resolve: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'] },
    module: {
      parser: { 'css/module': { namedExports: false }, 'css/auto': { namedExports: false } },
      generator: { 'css/module': { localIdentName: '[uniqueName]-[local]-[hash:base64:6]' } },
      rules: rulesOf(development),
    },
    optimization: {
      chunkIds: 'named',
      splitChunks: splitChunksOf(app),
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin(),
        new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: browsers } }),
      ],
    },
    // Lazy compilation would request a remote's code from the shell's origin and wait forever.
    lazyCompilation: false,
    cache: {
      type: 'persistent',
      buildDependencies: [
        ...buildDependencies(),
        join(folder, 'rspack.config.ts'),
        join(folder, 'package.json'),
      ],
      version: JSON.stringify(app),
      storage: { type: 'filesystem', directory: join(folder, '.cache/rspack') },
    },
    plugins: pluginsOf({ ...app, exposes: exposedFile(folder) }, folder, development),
    devServer: devServerOf(app),
    performance: false,
    stats: 'errors-warnings',
  };
};
