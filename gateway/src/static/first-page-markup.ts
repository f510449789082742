import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type FirstPageCondition,
  type FirstPageNode,
  type FirstPages,
  firstPagesFile,
  firstPagesSchema,
  frameKey,
  type Language,
} from '@obieg/contracts';
import type { CachedVersion } from '../releases/version-cache';
import { escapeText } from './escape';
import type { FirstPage } from './first-page';
import { readPointer } from './json-pointer';
import { fillAddress, type PageData } from './page-data';

/** The first page as the document contains it until the scripts have run. */
export interface FirstPageMarkup {
  language: Language;
  css: string;
  html: string;
}

type Read = (value: { data: string; pointer: string }) => unknown;

const isMet =
  (read: Read) =>
  ({ is, isNot, ...value }: FirstPageCondition): boolean => {
    const found = read(value) ?? undefined;
    const isFound = is === undefined ? found !== undefined : found === is;
    return isNot ? !isFound : isFound;
  };

/** @returns undefined if a value is missing */
const fill = (nodes: readonly FirstPageNode[], read: Read, content: string): string | undefined => {
  let html = '';
  for (const node of nodes) {
    if (typeof node === 'string') html += node;
    else if ('slot' in node) html += content;
    else if ('nodes' in node) {
      const part = node.when.every(isMet(read)) ? fill(node.nodes, read, content) : '';
      if (part === undefined) return undefined;
      html += part;
    } else {
      const value = read(node);
      if (typeof value !== 'string' && typeof value !== 'number') return undefined;
      html += escapeText(String(value));
    }
  }
  return html;
};

/** @returns undefined if there is no variant for the language and the data */
const fillVariant = (
  page: FirstPages[string] | undefined,
  language: Language,
  read: Read,
  content = '',
): FirstPageMarkup | undefined => {
  for (const variant of page?.variants ?? []) {
    if (variant.language !== language || !variant.when.every(isMet(read))) continue;
    const html = fill(variant.nodes, read, content);
    if (html !== undefined) return { language, css: page?.css ?? '', html };
  }
  return undefined;
};

const findOwn = (pages: FirstPages, key: string): FirstPages[string] | undefined =>
  Object.hasOwn(pages, key) ? pages[key] : undefined;

/**
 * Fills the first page that the build of the remote rendered, and the layout around it that the shell's build rendered,
 * with the data that the document contains anyway.
 *
 * @returns undefined if there is none for this language and data; the start screen stays
 */
export const fillFirstPage = (
  { route, params }: FirstPage,
  { remote, shell }: { remote: FirstPages; shell: FirstPages },
  data: PageData,
  language: Language,
): FirstPageMarkup | undefined => {
  if (Object.keys(data).length === 0) return undefined;
  const read: Read = ({ data: template, pointer }) =>
    readPointer(data[fillAddress(template, params)]?.body, pointer);
  const page = fillVariant(findOwn(remote, route.path), language, read);
  if (!page || route.layout === 'bare') return page;
  const frame = fillVariant(findOwn(shell, frameKey), language, read, page.html);
  return frame && { ...frame, css: frame.css + page.css };
};

const readPages = async ({ folder, manifest }: CachedVersion): Promise<FirstPages> => {
  if (!Object.hasOwn(manifest.files, firstPagesFile)) return {};
  return firstPagesSchema.parse(JSON.parse(await readFile(join(folder, firstPagesFile), 'utf8')));
};

/** Reads the first pages of each version once. A file of another shape, as of a newer build, counts as none. */
export const createFirstPages = () => {
  const pages = new WeakMap<CachedVersion, Promise<FirstPages>>();
  return {
    read: (version: CachedVersion): Promise<FirstPages> => {
      const known = pages.get(version) ?? readPages(version).catch(() => ({}));
      pages.set(version, known);
      return known;
    },
  };
};
