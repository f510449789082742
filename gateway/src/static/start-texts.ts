import type { FirstPage } from './first-page';
import { readPointer } from './json-pointer';
import { fillAddress, type PageData } from './page-data';

/** A longer text would fill the screen of a phone. */
const charactersMax = 200;

/** Lines that the document shows until its scripts have run, from the data that it contains anyway. */
export const readStartTexts = ({ route, params }: FirstPage, data: PageData): string[] =>
  (route.startTexts ?? []).flatMap(({ data: template, pointer, unless }) => {
    const body = data[fillAddress(template, params)]?.body;
    const text = readPointer(body, pointer);
    const isExcluded = unless !== undefined && readPointer(body, unless) !== undefined;
    return typeof text === 'string' && !isExcluded ? [[...text].slice(0, charactersMax).join('')] : [];
  });
