import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { buildMainAddress } from '@obieg/contracts';
import { isProblem, type Logger, problem } from '@obieg/service-kit';
import type { GatewayContext } from '../http/request-handler';
import { pagePolicy } from '../http/security-headers';
import type { OrganizationDirectory } from '../organizations/organization-directory';
import { acceptedEncodings } from './encoding';
import { renderIndexPage } from './index-page';
import { createReloadedFile, type createRemoteRegistry } from './remote-registry';

interface PagesOptions {
  root: string;
  baseDomain: string;
  registry: ReturnType<typeof createRemoteRegistry>;
  directory: OrganizationDirectory;
  log: Logger;
}

/** Whether the request opens a page. An extension is letters, so `/task/12.5` is a page and not a file. */
const isNavigation = (context: GatewayContext): boolean =>
  (context.method === 'GET' || context.method === 'HEAD') &&
  /\btext\/html\b/.test(context.get('accept')) &&
  !/\.[a-z][^/]*$/i.test(context.state.target.path);

/** Compresses the page for each response, because it contains a nonce. */
const compressPage = async (context: GatewayContext, text: string): Promise<string | Buffer> => {
  const accepted = acceptedEncodings(context.get('accept-encoding'));
  if (accepted.has('br')) {
    context.set('content-encoding', 'br');
    return promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  }
  if (!accepted.has('gzip')) return text;
  context.set('content-encoding', 'gzip');
  return promisify(gzip)(text);
};

const unknownOrganizationPage = (mainAddress: string): string =>
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
  '<title>Obieg - Organization not found</title></head><body><main><h1>Organization not found</h1>' +
  '<p>No organization exists at this address. Please check the spelling.</p>' +
  `<p><a href="${mainAddress}/">Go to the main page</a></p></main></body></html>`;

/** Serves the shell at every address that is not a file, and an error page for unknown organizations. */
export const createPages = ({ root, baseDomain, registry, directory, log }: PagesOptions) => {
  const template = createReloadedFile(join(root, 'shell', 'index.html'), (text) => text, log);

  const isKnownSite = async ({ state: { target } }: GatewayContext): Promise<boolean> => {
    if (target.site.site !== 'organization') return target.site.site === 'main';
    try {
      return (await directory.find(target.site.code)) !== undefined;
    } catch (error) {
      // The lookup failed. The shell opens and reports the outage.
      if (isProblem(error) && error.status === 503) return true;
      throw error;
    }
  };

  return {
    /** Returns false if the request is not for a page. */
    serve: async (context: GatewayContext): Promise<boolean> => {
      if (!isNavigation(context)) return false;
      const { target, client } = context.state;
      const nonce = randomBytes(16).toString('base64');
      context.set({
        'content-security-policy': pagePolicy(nonce),
        'cache-control': 'no-cache',
        vary: 'accept-encoding',
      });
      if (!(await isKnownSite(context))) {
        context.status = 404;
        context.type = 'html';
        context.body = unknownOrganizationPage(
          buildMainAddress({ protocol: `${client.protocol}:`, host: target.host }, baseDomain),
        );
        return true;
      }
      const page = await template.read();
      if (page === undefined)
        throw problem.unavailable('The application is being deployed. Please try again.');
      const text = renderIndexPage({
        template: page,
        nonce,
        baseDomain,
        registry: await registry.read(),
        path: target.path,
      });
      context.status = 200;
      context.type = 'html';
      context.body = await compressPage(context, text);
      return true;
    },
  };
};
