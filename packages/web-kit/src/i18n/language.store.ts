import { type Language, languageCookie, languages } from '@obieg/contracts';
import { create } from 'zustand';
import { persistentStorage, readStored, writeStored } from '../browser/browser-storage';

const storageKey = 'obieg_language';

const isLanguage = (value: string | null): value is Language =>
  languages.some((language) => language === value);

/** Language that was chosen in this browser, if any. */
export const readChosenLanguage = (): Language | undefined => {
  const stored = readStored(persistentStorage, storageKey);
  return isLanguage(stored) ? stored : undefined;
};

const oneYearSeconds = 31_536_000;

/** Tells the gateway the language of the first page that it writes. */
const writeCookie = (language: Language): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser.
  document.cookie = `${languageCookie}=${language}; path=/; samesite=lax; max-age=${oneYearSeconds}`;
};

/** Renews the cookie, which the browser drops earlier than what it stores. */
const readLanguage = (): Language => {
  const chosen = readChosenLanguage();
  if (chosen) writeCookie(chosen);
  return chosen ?? 'mul';
};

const useLanguageStore = create<{ language: Language }>(() => ({ language: readLanguage() }));

/** Current language, for code outside components. */
export const currentLanguage = (): Language => useLanguageStore.getState().language;

/** Current language. Default: `mul`, the specification's mix of Polish and English. */
export const useLanguage = (): Language => useLanguageStore((state) => state.language);

/** Stores the choice for the next page load. */
export const storeLanguage = (language: Language): void => {
  writeStored(persistentStorage, storageKey, language);
  writeCookie(language);
};

/** Sets the language of this page. */
export const setCurrentLanguage = (language: Language): void => useLanguageStore.setState({ language });

/** Calls the listener after each change of the language. @returns a function that stops it */
export const onLanguageChange = (listener: () => void): (() => void) =>
  useLanguageStore.subscribe(({ language }, before) => {
    if (language !== before.language) listener();
  });
