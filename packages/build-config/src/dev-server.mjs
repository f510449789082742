import { join } from 'node:path';
import { RspackCLI } from '@rspack/cli';
import { rspack } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
import {
  discardReports,
  rejectOtherSites,
  requireProduct,
  servePage,
  serveRegistry,
} from './dev-middlewares.mjs';
import { createProduct, pageBaseDomain } from './dev-product.mjs';

export { findBaseDomain } from './dev-product.mjs';

const loadConfig = async ({ folder }, cacheFolder) => {
  const { config } = await new RspackCLI().loadConfig({
    config: join(folder, 'rspack.config.ts'),
    env: { isDevelopment: true, folder, cacheFolder },
  });
  return config;
};

const describeProblems = (stats) => {
  const { errors = [], warnings = [] } = stats.toJson({ all: false, errors: true, warnings: true });
  return [...errors, ...warnings].map(({ moduleName, message }) =>
    [moduleName, message].filter(Boolean).join('\n'),
  );
};

const readFileOf = ({ outputFileSystem, outputPath }, name) =>
  new Promise((resolve, reject) => {
    outputFileSystem.readFile(join(outputPath, name), (error, content) =>
      error
        ? reject(new Error('The shell does not compile. See the terminal.'))
        : resolve(content.toString()),
    );
  });

/** The product serves everything below them, except for the remotes that run from sources. */
const forwardedPaths = ['/api', '/remotes'];

const isLibraryEndpoint = ({ name }) => name?.startsWith('rspack-dev-server-') === true;

const optionsOf = ({ port, product, remotes, readPage }) => ({
  host: '127.0.0.1',
  port,
  allowedHosts: [pageBaseDomain, `.${pageBaseDomain}`],
  // The socket is on the page's own origin, as the content policy demands.
  client: { overlay: false, logging: 'warn', webSocketURL: 'auto://0.0.0.0:0/ws' },
  // Compression would hold back the events of live streams.
  compress: false,
  static: false,
  setupExitSignals: false,
  // A changed route or menu entry needs a new page.
  watchFiles: remotes.map(({ folder }) => join(folder, 'remote.json')),
  proxy: [
    {
      context: forwardedPaths,
      target: 'http://127.0.0.1',
      router: async ({ headers }) => {
        const { origin, host } = await product.locate(headers.host);
        // The forwarded request gets these headers.
        headers.host = host;
        return origin;
      },
    },
  ],
  setupMiddlewares: ([checkHost, ...others]) => [
    checkHost,
    ...[
      rejectOtherSites,
      discardReports,
      requireProduct({ product, paths: forwardedPaths }),
      serveRegistry({ product, remotes }),
      servePage({ product, readPage }),
    ].map((middleware) => ({ name: middleware.name || 'obieg', middleware })),
    // One of them opens an editor for any request.
    ...others.filter((middleware) => !isLibraryEndpoint(middleware)),
  ],
});

/**
 * Serves the shell and remotes from sources on one origin and replaces changed modules in open pages.
 *
 * @param shell, remotes `{ id, folder }` of each frontend
 * @param options.product `{ findAddress, baseDomain }` of the product that serves everything else
 * @param onProblems receives the problems of each compilation
 * @returns after the first compilation: base domain of the pages, and `stop`
 */
export const startDevServer = async ({ shell, remotes, port, cacheFolder, onProblems, ...options }) => {
  const product = createProduct(options.product);
  const configs = await Promise.all([shell, ...remotes].map((app) => loadConfig(app, cacheFolder)));
  const compiler = rspack(configs);
  compiler.hooks.done.tap('obieg', (stats) => onProblems(describeProblems(stats)));
  const firstCompilation = new Promise((resolve, reject) => {
    compiler.hooks.done.tap('obieg', resolve);
    for (const { hooks } of compiler.compilers) hooks.failed.tap('obieg', reject);
  });
  const server = new RspackDevServer(
    optionsOf({
      port,
      product,
      remotes,
      readPage: () => readFileOf(compiler.compilers[0], 'index.html'),
    }),
    compiler,
  );
  await server.start();
  await firstCompilation;
  return { baseDomain: pageBaseDomain, stop: () => server.stop() };
};
