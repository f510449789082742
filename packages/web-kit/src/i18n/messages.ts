import { type Language, languages } from '@obieg/contracts';
import { useCallback } from 'react';
import { create } from 'zustand';
import { addCatalogue, findText, hasCatalogue, removeCatalogue, type Values } from './catalogues';
import { currentLanguage, setCurrentLanguage, storeLanguage, useLanguage } from './language.store';
import type { MessageLoaders, MessageTree } from './message-loaders';

/** Counts the reloads of catalogues, which components then read again. */
const useReloads = create(() => ({ count: 0 }));

const namespaces = new Map<string, MessageLoaders>();

const loadCatalogue = async (namespace: string, language: Language): Promise<void> => {
  const load = namespaces.get(namespace)?.[language];
  if (!load || hasCatalogue(namespace, language)) return;
  const loaded = await load();
  const tree = 'default' in loaded && typeof loaded.default === 'object' ? loaded.default : loaded;
  addCatalogue(namespace, language, tree as MessageTree);
};

/** Falls back to the default language if the texts fail to load. */
const loadCatalogueOrDefault = (namespace: string, language: Language): Promise<void> =>
  loadCatalogue(namespace, language).catch(() => loadCatalogue(namespace, 'mul'));

/**
 * Registers an app's texts under its id and loads the current language. The shell calls this for each remote before
 * it renders it.
 *
 * @throws if neither the current nor the default language loads
 */
export const registerMessages = async (namespace: string, loaders: MessageLoaders): Promise<void> => {
  namespaces.set(namespace, loaders);
  await loadCatalogueOrDefault(namespace, currentLanguage());
};

/** Loads an app's texts again, in the open page. The development server calls this when a catalogue changes. */
export const reloadMessages = async (namespace: string): Promise<void> => {
  for (const language of languages) removeCatalogue(namespace, language);
  await loadCatalogueOrDefault(namespace, currentLanguage());
  useReloads.setState(({ count }) => ({ count: count + 1 }));
};

/** Returns the `lang` attribute. `mul` is mostly Polish. */
const documentLanguage = (language: Language): string => (language === 'en' ? 'en' : 'pl');

const setDocumentLanguage = (language: Language): void => {
  document.documentElement.lang = documentLanguage(language);
};
setDocumentLanguage(currentLanguage());

let latestChoice = currentLanguage();

/**
 * Stores the language immediately, then loads all texts and switches to it. Texts that fail to load fall back to the
 * default. A later call supersedes this one.
 */
export const setLanguage = async (language: Language): Promise<void> => {
  latestChoice = language;
  storeLanguage(language);
  await Promise.allSettled(
    [...namespaces.keys()].map((namespace) => loadCatalogueOrDefault(namespace, language)),
  );
  if (language !== latestChoice) return;
  setCurrentLanguage(language);
  setDocumentLanguage(language);
};

/** Returns the text of a key and fills its `{{placeholders}}`. The value `count` selects the plural form. */
export type Translate = (key: string, values?: Values) => string;

/** Texts of values that only a newer server knows, where the catalogue has no text `OTHER` beside the others. */
const neutralTexts: Record<Language, string> = {
  mul: 'inna wartość',
  pl: 'inna wartość',
  en: 'another value',
};
const constantPattern = /^[A-Z]+(?:_[A-Z]+)*$/;

/**
 * Reads a text. A newer server may send a value, as the last part of the key, that this page has no text for. It shows
 * the text `OTHER` of the same group instead.
 */
const readText = (namespaces: readonly string[], language: Language, key: string, values: Values): string => {
  const text = findText(namespaces, language, key, values);
  if (text !== undefined) return text;
  const dot = key.lastIndexOf('.');
  if (dot < 0) return key;
  const other = findText(namespaces, language, `${key.slice(0, dot)}.OTHER`, values);
  if (other !== undefined) return other;
  return constantPattern.test(key.slice(dot + 1)) ? neutralTexts[language] : key;
};

/**
 * Returns the texts of one app. The component rerenders when the language changes. Later namespaces have what the
 * first one lacks.
 */
export const useMessages = (namespace: string, ...others: string[]): Translate => {
  const language = useLanguage();
  const reloads = useReloads(({ count }) => count);
  const names = [namespace, ...others].join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reload replaces the texts behind the same names
  return useCallback(
    (key, values = {}) => readText(names.split(' '), language, key, values),
    [names, language, reloads],
  );
};

/** Returns a text, for code outside components. */
export const translate = (namespace: string, key: string, values: Values = {}): string =>
  findText([namespace], currentLanguage(), key, values) ?? key;
