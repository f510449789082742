import type { Language } from '@obieg/contracts';
import i18next, { type i18n } from 'i18next';
import { useCallback } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import type { MessageLoaders, MessageTree } from '../define-remote';
import { currentLanguage, rememberLanguage, showLanguage } from './language.store';

/** The mix counts as Polish does; under its own code every number would take the same form. */
const codeOf = (language: Language): string => (language === 'mul' ? 'pl-x-mul' : language);

const catalogues: i18n = i18next.createInstance();
void catalogues.use(initReactI18next).init({
  lng: codeOf(currentLanguage()),
  fallbackLng: codeOf('mul'),
  load: 'currentOnly',
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
  if (!load || catalogues.hasResourceBundle(codeOf(language), namespace)) return;
  const loaded = await load();
  const tree = 'default' in loaded && typeof loaded.default === 'object' ? loaded.default : loaded;
  catalogues.addResourceBundle(codeOf(language), namespace, tree as MessageTree, true, true);
};

/** Texts in the default language are better than none. */
const loadCatalogueOrDefault = (namespace: string, language: Language): Promise<void> =>
  loadCatalogue(namespace, language).catch(() => loadCatalogue(namespace, 'mul'));

/**
 * Makes an app's texts known under its id and loads those of the chosen language, or of the default one when they do
 * not come. The shell does this for each remote before it shows it.
 *
 * @throws when neither comes.
 */
export const registerMessages = async (namespace: string, loaders: MessageLoaders): Promise<void> => {
  namespaces.set(namespace, loaders);
  await loadCatalogueOrDefault(namespace, currentLanguage());
};

/** `mul` holds Polish and English; it is announced as Polish, the larger part. */
const documentLanguage = (language: Language): string => (language === 'en' ? 'en' : 'pl');

const applyLanguage = (language: Language): void => {
  document.documentElement.lang = documentLanguage(language);
};
applyLanguage(currentLanguage());

let latestChoice = currentLanguage();

/**
 * Remembers a language at once, also for who leaves the page at once, and shows everything in it when all texts that can
 * be had are there, unless another has been chosen meanwhile.
 */
export const setLanguage = async (language: Language): Promise<void> => {
  latestChoice = language;
  rememberLanguage(language);
  await Promise.allSettled(
    [...namespaces.keys()].map((namespace) => loadCatalogueOrDefault(namespace, language)),
  );
  if (language !== latestChoice) return;
  showLanguage(language);
  applyLanguage(language);
  await catalogues.changeLanguage(codeOf(language));
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
