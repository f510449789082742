import { type Language, languages } from '@obieg/contracts';
import i18next, { type i18n } from 'i18next';
import { useCallback } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import { currentLanguage, setCurrentLanguage, storeLanguage } from './language.store';
import type { MessageLoaders, MessageTree } from './message-loaders';

/** Makes i18next apply Polish plural rules to `mul`. It has no rules for the code `mul`. */
const i18nextCode = (language: Language): string => (language === 'mul' ? 'pl-x-mul' : language);

const catalogues: i18n = i18next.createInstance();
void catalogues.use(initReactI18next).init({
  lng: i18nextCode(currentLanguage()),
  fallbackLng: i18nextCode('mul'),
  load: 'currentOnly',
  ns: [],
  resources: {},
  // React escapes already.
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
  initAsync: false,
});

const namespaces = new Map<string, MessageLoaders>();

const loadCatalogue = async (namespace: string, language: Language): Promise<void> => {
  const load = namespaces.get(namespace)?.[language];
  if (!load || catalogues.hasResourceBundle(i18nextCode(language), namespace)) return;
  const loaded = await load();
  const tree = 'default' in loaded && typeof loaded.default === 'object' ? loaded.default : loaded;
  catalogues.addResourceBundle(i18nextCode(language), namespace, tree as MessageTree, true, true);
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
  for (const language of languages) catalogues.removeResourceBundle(i18nextCode(language), namespace);
  await loadCatalogueOrDefault(namespace, currentLanguage());
  // Makes components render again.
  await catalogues.changeLanguage(catalogues.language);
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
  await catalogues.changeLanguage(i18nextCode(language));
};

/** Returns the text of a key and fills its `{{placeholders}}`. The value `count` selects the plural form. */
export type Translate = (key: string, values?: Record<string, string | number>) => string;

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
const readText = (
  t: (key: string, values: Record<string, string | number>) => string,
  key: string,
  values: Record<string, string | number>,
): string => {
  const text = t(key, values);
  if (text !== key) return text;
  const dot = key.lastIndexOf('.');
  if (dot < 0) return key;
  const otherKey = `${key.slice(0, dot)}.OTHER`;
  const other = t(otherKey, values);
  if (other !== otherKey) return other;
  return constantPattern.test(key.slice(dot + 1)) ? neutralTexts[currentLanguage()] : key;
};

/**
 * Returns the texts of one app. The component rerenders when the language changes. Later namespaces have what the
 * first one lacks.
 */
export const useMessages = (namespace: string, ...others: string[]): Translate => {
  const { t } = useTranslation([namespace, ...others], { i18n: catalogues, nsMode: 'fallback' });
  return useCallback((key, values = {}) => readText(t, key, values), [t]);
};

/** Returns a text, for code outside components. */
export const translate = (namespace: string, key: string, values?: Record<string, string | number>): string =>
  catalogues.t(key, { ns: namespace, ...values });
