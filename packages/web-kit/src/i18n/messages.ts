import type { Language } from '@obieg/contracts';
import i18next, { type i18n } from 'i18next';
import { useCallback } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import type { MessageLoaders, MessageTree } from '../define-remote';
import { currentLanguage, storeLanguage } from './language.store';

const catalogues: i18n = i18next.createInstance();
void catalogues.use(initReactI18next).init({
  lng: currentLanguage(),
  fallbackLng: 'mul',
  ns: [],
  resources: {},
  // React escapes; escaping twice would show the entities.
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
  initAsync: false,
});

const namespaces = new Map<string, MessageLoaders>();

const loadCatalogue = async (namespace: string, language: Language): Promise<void> => {
  const load = namespaces.get(namespace)?.[language];
  if (!load || catalogues.hasResourceBundle(language, namespace)) return;
  const loaded = await load();
  const tree = 'default' in loaded && typeof loaded.default === 'object' ? loaded.default : loaded;
  catalogues.addResourceBundle(language, namespace, tree as MessageTree, true, true);
};

/**
 * Makes an app's texts known under its id and loads those of the chosen language. The shell does this for each remote
 * before it shows it.
 */
export const registerMessages = async (namespace: string, loaders: MessageLoaders): Promise<void> => {
  namespaces.set(namespace, loaders);
  await loadCatalogue(namespace, currentLanguage());
};

/** `mul` holds Polish and English; it is announced as Polish, the larger part. */
const documentLanguage = (language: Language): string => (language === 'en' ? 'en' : 'pl');

const applyLanguage = (language: Language): void => {
  document.documentElement.lang = documentLanguage(language);
};
applyLanguage(currentLanguage());

/** Shows everything in another language, and remembers it. Texts change once all of them are there. */
export const setLanguage = async (language: Language): Promise<void> => {
  await Promise.all([...namespaces.keys()].map((namespace) => loadCatalogue(namespace, language)));
  storeLanguage(language);
  applyLanguage(language);
  await catalogues.changeLanguage(language);
};

/** Text of a key, with `{{placeholders}}` filled. A number named `count` chooses the plural form. */
export type Translate = (key: string, values?: Record<string, string | number>) => string;

/** Texts of one app, by its id; the component follows a change of language. */
export const useMessages = (namespace: string): Translate => {
  const { t } = useTranslation(namespace, { i18n: catalogues });
  return useCallback((key, values) => t(key, values ?? {}), [t]);
};

/** A text outside a component. */
export const translate = (namespace: string, key: string, values?: Record<string, string | number>): string =>
  catalogues.t(key, { ns: namespace, ...values });
