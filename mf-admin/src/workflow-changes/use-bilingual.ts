import type { BilingualText } from '@obieg/contracts';
import { useLanguage } from '@obieg/web-kit';

/** Returns a function that picks a text of the server. The specification's mix uses English for them. */
export const useBilingual = (): ((text: BilingualText) => string) => {
  const language = useLanguage() === 'pl' ? 'pl' : 'en';
  return (text) => text[language];
};
