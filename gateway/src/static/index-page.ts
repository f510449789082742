import { createHash } from 'node:crypto';
import type { RemoteRegistry } from '@obieg/contracts';
import { escapeText } from './escape';
import type { PreloadedFile } from './first-page';
import type { FirstPageMarkup } from './first-page-markup';
import type { PageData } from './page-data';

interface PageParts {
  template: string;
  nonce: string;
  baseDomain: string;
  /** Time zone of the addressed organization. Undefined on the main domain, and if svc-identity does not answer. */
  timeZone: string | undefined;
  reportTicket: string;
  registry: RemoteRegistry;
  preloadedFiles: readonly PreloadedFile[];
  data: PageData;
  /** Lines to show until the scripts have run. None: the product's name stays. */
  startTexts: readonly string[];
  /** What the visitor came for. Undefined: the start screen is all that the document shows. */
  firstPage: FirstPageMarkup | undefined;
}

/** JSON that cannot end its script element. */
const escapeJson = (value: unknown): string => JSON.stringify(value).replace(/</g, '\\u003c');

const preloadLink = ({ address, integrity }: PreloadedFile): string => {
  const as = address.endsWith('.css') ? 'style' : 'script';
  const hash = integrity === undefined ? '' : ` integrity="${escapeText(integrity)}"`;
  return `<link rel="preload" as="${as}" crossorigin="anonymous" href="${escapeText(address)}"${hash}>`;
};

/** A block of data. The content policy runs no script in it. */
const dataBlock = (id: string, value: unknown): string =>
  `<script type="application/json" id="${id}">${escapeJson(value)}</script>`;

const metaTag = (name: string, content: string): string =>
  `<meta name="${name}" content="${escapeText(content)}">`;

/** Attribute values that name a file relative to the page: neither a scheme, an absolute path nor a fragment. */
const relativeReference =
  /(<(?:script|link|img)\b[^<>]*?\s(?:src|href)=")(?![a-z][a-z0-9+.-]*:|[/#?])(?:\.\/)?/gi;

/** Makes the file names of a built page absolute: the page itself has other addresses than its files. */
export const resolveReferences = (template: string, folder: string): string =>
  template.replace(relativeReference, `$1${folder}`);

/** With the script that comes first, so that a page whose transfer ends early has it. */
const headPattern = /<head(?:\s[^<>]*)?>(?:\s*<script>[^<]*<\/script>)?/i;
const ownMetaPattern = /<meta\s+name="(?:csp-nonce|base-domain|time-zone|report-ticket)"[^<>]*>/gi;

const startTextPattern = /(<p class="ob-start-text">)(?:<span>)?[^<]*(?:<\/span>)?(<\/p>)/;

const inlineScriptPattern = /<script>([^<]*)<\/script>/gi;

/** Sources of the content policy that allow the scripts in a built page. The page is part of a signed version. */
export const listScriptHashes = (template: string): string[] =>
  [...template.matchAll(inlineScriptPattern)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );

/** One paragraph, because a browser counts the largest block of text as the page's first content. */
const writeStartTexts = (template: string, texts: readonly string[]): string =>
  texts.length === 0
    ? template
    : template.replace(startTextPattern, (_, start: string, end: string) =>
        [start, texts.map((text) => `<span>${escapeText(text)}</span>`).join('<br>'), end].join(''),
      );

/** A style sheet that cannot end its element. */
const escapeCss = (css: string): string => css.replaceAll('</', '<\\/');

const rootPattern = /<div id="root">/;

/** Beside the start screen, which the shell's page falls back to if the tab continues an earlier visit. */
const writeFirstPage = (template: string, page: FirstPageMarkup | undefined): string =>
  page
    ? template.replace(
        rootPattern,
        (root) =>
          `${root}<div class="ob-first-page" lang="${page.language === 'en' ? 'en' : 'pl'}">${page.html}</div>`,
      )
    : template;

/**
 * Renders the shell's page. Writes the first page and the texts of the start screen. Adds to the page's head: style
 * nonce, base domain, time zone, ticket for load reports, registry, data of the page, links that preload its files, and
 * the style sheet of the first page.
 */
export const renderIndexPage = (parts: PageParts): string => {
  const { template, nonce, baseDomain, timeZone, reportTicket, registry, preloadedFiles, data } = parts;
  const { startTexts, firstPage } = parts;
  const inserted = [
    metaTag('csp-nonce', nonce),
    metaTag('base-domain', baseDomain),
    ...(timeZone === undefined ? [] : [metaTag('time-zone', timeZone)]),
    metaTag('report-ticket', reportTicket),
    ...preloadedFiles.map(preloadLink),
    dataBlock('remote-registry', registry),
    dataBlock('page-data', data),
    ...(firstPage
      ? [`<style class="ob-first-page-style" nonce="${nonce}">${escapeCss(firstPage.css)}</style>`]
      : []),
  ].join('');
  return writeFirstPage(writeStartTexts(template, startTexts), firstPage)
    .replace(ownMetaPattern, '')
    .replace(headPattern, (head) => `${head}${inserted}`);
};
