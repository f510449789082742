import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { buildMainAddress, type Language, languageCookie, languages } from '@obieg/contracts';
import { isProblem, problem } from '@obieg/service-kit';
import type { GatewayContext } from '../http/request-handler';
import { pagePolicy } from '../http/security-headers';
import type { TicketedPage } from '../load-reports/report-tickets';
import { findPresentAddress } from '../organizations/former-address';
import type { OrganizationDirectory } from '../organizations/organization-directory';
import { pageTemplate } from '../releases/file-types';
import { type OrganizationVersions, versionPath } from '../releases/organization-registry';
import type { CachedVersion } from '../releases/version-cache';
import { acceptedEncodings } from './encoding';
import { type FirstPage, findFirstPage, listPreloadedFiles } from './first-page';
import { createFirstPages, type FirstPageMarkup, fillFirstPage } from './first-page-markup';
import { listScriptHashes, renderIndexPage, resolveReferences } from './index-page';
import { isNavigation } from './navigation';
import type { PageData, PageDataReader } from './page-data';
import { readStartTexts } from './start-texts';

interface PagesOptions {
  baseDomain: string;
  /** Finds the versions that the addressed organization gets. */
  findVersions(context: GatewayContext): Promise<OrganizationVersions | undefined>;
  /** Issues the ticket that the page's load reports carry. */
  issueReportTicket(page: TicketedPage): string;
  directory: OrganizationDirectory;
  pageData: PageDataReader;
}

interface Template {
  text: string;
  scriptHashes: readonly string[];
}

/** Reads the page of each version of the shell once. */
const createTemplates = () => {
  const templates = new WeakMap<CachedVersion, Promise<Template>>();
  const readTemplate = async ({ folder, manifest }: CachedVersion): Promise<Template> => {
    const built = await readFile(join(folder, pageTemplate), 'utf8');
    return { text: resolveReferences(built, versionPath(manifest)), scriptHashes: listScriptHashes(built) };
  };
  return {
    read: (shell: CachedVersion): Promise<Template> => {
      const template = templates.get(shell) ?? readTemplate(shell);
      templates.set(shell, template);
      template.catch(() => templates.delete(shell));
      return template;
    },
  };
};

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

/** Language that was chosen in this browser. */
const readLanguage = ({ cookies }: GatewayContext): Language => {
  const chosen = cookies.get(languageCookie);
  return languages.find((language) => language === chosen) ?? 'mul';
};

const unknownOrganizationPage = (mainAddress: string): string =>
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
  '<title>Obieg - Organization not found</title></head><body><main><h1>Organization not found</h1>' +
  '<p>No organization exists at this address. Please check the spelling.</p>' +
  `<p><a href="${mainAddress}/">Go to the main page</a></p></main></body></html>`;

/**
 * Redirects to the present address of an organization, for links in mails and bookmarks. Not to be cached: the
 * organization may take the code name back.
 */
const redirectPage = (context: GatewayContext, address: string): void => {
  context.set('cache-control', 'no-store');
  context.status = 308;
  context.redirect(`${address}${context.state.target.url}`);
};

/** Serves the shell at every address that is not a file, and an error page for unknown organizations. */
export const createPages = ({
  baseDomain,
  findVersions,
  issueReportTicket,
  directory,
  pageData,
}: PagesOptions) => {
  const templates = createTemplates();
  const firstPages = createFirstPages();

  const writeFirstPage = async (
    context: GatewayContext,
    page: FirstPage,
    data: PageData,
    versions: OrganizationVersions,
  ): Promise<FirstPageMarkup | undefined> => {
    const remote = versions.remotes.get(page.remote.id);
    if (!remote || !versions.shell) return undefined;
    const [ofRemote, ofShell] = await Promise.all([firstPages.read(remote), firstPages.read(versions.shell)]);
    return fillFirstPage(page, { remote: ofRemote, shell: ofShell }, data, readLanguage(context));
  };

  /** Returns undefined if no organization exists at the address. */
  const findSite = async ({
    state: { target },
  }: GatewayContext): Promise<{ timeZone?: string | undefined } | undefined> => {
    if (target.site.site !== 'organization') return target.site.site === 'main' ? {} : undefined;
    try {
      return await directory.find(target.site.code);
    } catch (error) {
      // The lookup failed. The shell opens and reports the outage.
      if (isProblem(error) && error.status === 503) return {};
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
        // A shared cache must not keep a page: it contains data of an organization.
        'cache-control': 'private, no-cache',
        vary: 'accept-encoding, cookie',
      });
      const site = await findSite(context);
      if (!site) {
        const presentAddress = await findPresentAddress(context.state, directory, baseDomain);
        if (presentAddress !== undefined) {
          redirectPage(context, presentAddress);
          return true;
        }
        context.status = 404;
        context.type = 'html';
        context.body = unknownOrganizationPage(
          buildMainAddress({ protocol: `${client.protocol}:`, host: target.host }, baseDomain),
        );
        return true;
      }
      const versions = await findVersions(context);
      if (!versions?.shell) throw problem.unavailable('The application is being deployed. Please try again.');
      const page = findFirstPage(versions.registry, target.path);
      const data = page ? await pageData.read(context, page) : {};
      const template = await templates.read(versions.shell);
      context.set('content-security-policy', pagePolicy(nonce, template.scriptHashes));
      const text = renderIndexPage({
        template: template.text,
        nonce,
        baseDomain,
        timeZone: site.timeZone,
        reportTicket: issueReportTicket({
          address: client.address,
          organization: target.site.site === 'organization' ? target.site.code : undefined,
          registry: versions.registry,
        }),
        registry: versions.registry,
        preloadedFiles: page ? listPreloadedFiles(page, versions.shell) : [],
        data,
        startTexts: page ? readStartTexts(page, data) : [],
        firstPage: page && (await writeFirstPage(context, page, data, versions)),
      });
      context.status = 200;
      context.type = 'html';
      context.body = await compressPage(context, text);
      return true;
    },
  };
};
