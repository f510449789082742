import type { FirstPage } from './first-page';
import { fillAddress, type PageData } from './page-data';

/** A longer text would fill the screen of a phone. */
const charactersMax = 200;

/** Value at a JSON pointer (RFC 6901). @returns undefined if there is none */
const readPointer = (value: unknown, pointer: string): unknown => {
  let current = value;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Record<string, unknown>)[key];
  }
  return current;
};

/** Lines that the document shows until its scripts have run, from the data that it contains anyway. */
export const readStartTexts = ({ route, params }: FirstPage, data: PageData): string[] =>
  (route.startTexts ?? []).flatMap(({ data: template, pointer, unless }) => {
    const body = data[fillAddress(template, params)]?.body;
    const text = readPointer(body, pointer);
    const isExcluded = unless !== undefined && readPointer(body, unless) !== undefined;
    return typeof text === 'string' && !isExcluded ? [[...text].slice(0, charactersMax).join('')] : [];
  });
