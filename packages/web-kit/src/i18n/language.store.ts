import { type Language, languages } from '@obieg/contracts';
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

const readLanguage = (): Language => readChosenLanguage() ?? 'mul';

const useLanguageStore = create<{ language: Language }>(() => ({ language: readLanguage() }));

/** Current language, for code outside components. */
export const currentLanguage = (): Language => useLanguageStore.getState().language;

/** Current language. Default: `mul`, the specification's mix of Polish and English. */
export const useLanguage = (): Language => useLanguageStore((state) => state.language);

/** Stores the choice for the next page load. */
export const storeLanguage = (language: Language): void =>
  writeStored(persistentStorage, storageKey, language);

/** Sets the language of this page. */
export const setCurrentLanguage = (language: Language): void => useLanguageStore.setState({ language });

/** Calls the listener after each change of the language. @returns a function that stops it */
export const onLanguageChange = (listener: () => void): (() => void) =>
  useLanguageStore.subscribe(({ language }, before) => {
    if (language !== before.language) listener();
  });
