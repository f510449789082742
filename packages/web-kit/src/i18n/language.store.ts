import { type Language, languages } from '@obieg/contracts';
import { create } from 'zustand';
import { persistent, readStored, writeStored } from '../session/browser-storage';

const storageKey = 'obieg_language';

const isLanguage = (value: string | null): value is Language =>
  languages.some((language) => language === value);

const readLanguage = (): Language => {
  const stored = readStored(persistent, storageKey);
  return isLanguage(stored) ? stored : 'mul';
};

const useLanguageStore = create<{ language: Language }>(() => ({ language: readLanguage() }));

/** The chosen language outside a component. */
export const currentLanguage = (): Language => useLanguageStore.getState().language;

/** The chosen language; `mul`, the specification's own mix, unless a person chose another. */
export const useLanguage = (): Language => useLanguageStore((state) => state.language);

/** Keeps a choice for the next page. */
export const rememberLanguage = (language: Language): void => writeStored(persistent, storageKey, language);

/** Makes a choice the language of this page. */
export const showLanguage = (language: Language): void => useLanguageStore.setState({ language });
