import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pageBaseDomain } from './dev-product.mjs';

/** Version of a remote that is served from sources; also its folder below `/remotes/<id>/`. */
export const developmentVersion = 'development';
export const developmentPath = (id) => `/remotes/${id}/${developmentVersion}/`;

const send = (response, status, type, body) => {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
  response.end(body);
};

/** Passes a response of the product on. */
const relay = (response, { status, headers, text }) =>
  send(response, status, headers['content-type'] ?? 'text/plain', text);

const pathOf = (request) => (request.url ?? '/').split('?', 1)[0];

/** Shows failures to the developer, who would otherwise see a blank page. */
const reporting = (handle) => (request, response, next) =>
  handle(request, response, next).catch((error) =>
    send(response, 502, 'text/plain; charset=utf-8', `${error.message || error.code}\n`),
  );

/**
 * Rejects requests of other sites. Without it, any page that the developer opens could read sources through script
 * tags and reach the product behind this server. Links from other sites stay usable.
 */
export const rejectOtherSites = ({ method, headers }, response, next) => {
  const site = headers['sec-fetch-site'];
  const isLink = method === 'GET' && headers['sec-fetch-mode'] === 'navigate';
  if (site !== 'cross-site' || isLink) next();
  else
    send(
      response,
      403,
      'text/plain; charset=utf-8',
      'The development server accepts no requests from other sites.\n',
    );
};

const reportPaths = new Set(['/api/delivery/reports', '/api/csp-reports']);

/** Discards reports of loads and violations. They concern code that the product did not deliver. */
export const discardReports = (request, response, next) => {
  if (request.method !== 'POST' || !reportPaths.has(pathOf(request))) return next();
  request.resume();
  response.writeHead(204).end();
};

/** Says in plain words that no product runs, where the proxy would answer with an empty error. */
export const requireProduct = ({ product, paths }) =>
  reporting(async (request, _response, next) => {
    const isForwarded =
      paths.some((path) => pathOf(request).startsWith(`${path}/`)) &&
      !pathOf(request).includes(`/${developmentVersion}/`);
    if (isForwarded) await product.locate(request.headers.host);
    next();
  });

const readSourceRow = async ({ id, folder }) => ({
  ...JSON.parse(await readFile(join(folder, 'remote.json'), 'utf8')),
  id,
  version: developmentVersion,
  entry: `${developmentPath(id)}remoteEntry.js`,
  preload: [],
  integrity: {},
});

/** Serves the product's registry with the remotes that run from sources. */
export const serveRegistry = ({ product, remotes }) =>
  reporting(async (request, response, next) => {
    if (pathOf(request) !== '/remotes.json') return next();
    const deployed = await product.get(request.headers.host, '/remotes.json', 'application/json');
    if (deployed.status !== 200) return relay(response, deployed);
    const rows = await Promise.all(remotes.map(readSourceRow));
    const others = JSON.parse(deployed.text).remotes.filter(({ id }) => !rows.some((row) => row.id === id));
    send(response, 200, 'application/json', JSON.stringify({ remotes: [...others, ...rows] }));
  });

const isNavigation = ({ method, headers, url }) =>
  (method === 'GET' || method === 'HEAD') &&
  /\btext\/html\b/.test(headers.accept ?? '') &&
  !/\.[a-z]/i.test(pathOf({ url }).split('/').at(-1)) &&
  !pathOf({ url }).startsWith('/api/');

const noncePattern = /<meta name="csp-nonce" content="[^"]*">/;

/**
 * Serves the shell's page from sources with the security headers and the nonce of the product's page, so that code
 * that the product's content policy forbids fails here, too.
 *
 * @param readPage returns the compiled page
 */
export const servePage = ({ product, readPage }) =>
  reporting(async (request, response, next) => {
    if (!isNavigation(request)) return next();
    const deployed = await product.get(request.headers.host, pathOf(request), 'text/html');
    const nonce = noncePattern.exec(deployed.text)?.[0];
    // An error page, for example of an unknown organization.
    if (deployed.status !== 200 || !nonce) return relay(response, deployed);
    const baseDomain = `<meta name="base-domain" content="${pageBaseDomain}">`;
    for (const name of ['content-security-policy', 'permissions-policy', 'referrer-policy'])
      if (deployed.headers[name]) response.setHeader(name, deployed.headers[name]);
    const page = await readPage();
    send(
      response,
      200,
      'text/html; charset=utf-8',
      page.replace('<head>', (head) => head + nonce + baseDomain),
    );
  });
