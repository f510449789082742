import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Language } from '@obieg/contracts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folders = ['shell', 'mf-auth', 'mf-tasks'].flatMap((part) => [
  `${part}/src/i18n`,
  ...(part === 'mf-auth' ? [] : [`${part}/src/i18n/on-demand`]),
]);

const flatten = (value: unknown, path: string): [path: string, text: string][] => {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(value as object).flatMap(([key, inner]) => flatten(inner, `${path}/${key}`));
};

const readFile = (folder: string, language: Language): [path: string, text: string][] => {
  const file = join(root, folder, `${language}.json`);
  return existsSync(file) ? flatten(JSON.parse(readFileSync(file, 'utf8')), folder) : [];
};

/** The mix is Polish in these folders; `mul.json` has what differs. */
const readTexts = (language: Language): Map<string, string> => {
  const files: Language[] = language === 'mul' ? ['pl', 'mul'] : [language];
  return new Map(files.flatMap((name) => folders.flatMap((folder) => readFile(folder, name))));
};

/** @returns the translation of a text of the default mix `mul`. Throws for texts that no catalogue has */
export const createTranslate = (language: Language): ((text: string) => string) => {
  const [mixed, translated] = [readTexts('mul'), readTexts(language)];
  return (text) => {
    const found = [...mixed].find(([, mixedText]) => mixedText === text);
    const translation = found && translated.get(found[0]);
    if (translation === undefined) throw new Error(`no catalogue has the text "${text}"`);
    return translation;
  };
};
