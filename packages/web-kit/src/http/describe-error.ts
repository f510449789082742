import type { Language } from '@obieg/contracts';
import { currentLanguage } from '../i18n/language.store';
import { isApiError } from './api-error';
import { describeMissingPart, type Outage, outageOf } from './outage';

type Texts = Record<Outage | 'unexpected', string>;

/** `offline` and `unexpected` continue a sentence, for example "The task could not be loaded: …". */
const pl: Texts = {
  'too-many-requests': 'Za dużo zapytań. Odczekaj chwilę.',
  unavailable: 'Usługa jest chwilowo niedostępna. Spróbuj ponownie.',
  offline: 'brak połączenia z serwerem.',
  unexpected: 'nieoczekiwany błąd.',
};
const texts: Record<Language, Texts> = {
  mul: pl,
  pl,
  en: {
    'too-many-requests': 'Too many requests. Please wait a moment.',
    unavailable: 'The service is temporarily unavailable. Please try again.',
    offline: 'no connection to the server.',
    unexpected: 'an unexpected error.',
  },
};

/**
 * Returns the user-facing reason of a failed call, or undefined if the response contains none. An outage has texts of
 * its own, because the server's are English in the language `mul`.
 */
export const readReason = (error: unknown, language = currentLanguage()): string | undefined => {
  if (!isApiError(error)) return undefined;
  const part = describeMissingPart(error);
  if (part) return part;
  const outage = outageOf(error);
  return outage === undefined || outage === 'offline' ? error.serverMessage : texts[language][outage];
};

/**
 * Returns the user-facing reason of a failed call. Falls back to a generic text.
 *
 * @param language of the screen, if it is not Polish in the language `mul`. Default: that of the page
 */
export const describeError = (error: unknown, language = currentLanguage()): string =>
  readReason(error, language) ?? texts[language][outageOf(error) === 'offline' ? 'offline' : 'unexpected'];
