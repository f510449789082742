import { en } from './en';
import { pl } from './pl';

/** `mul` is the mix of the specification (decisions: language); what this package says in it is Polish. */
export type UiLanguage = 'mul' | 'pl' | 'en';
export type UiTexts = Record<keyof typeof pl, string>;

export const uiTexts: Record<UiLanguage, UiTexts> = { mul: pl, pl, en };

/** Dates and numbers of the mix are Polish too (spec 3 §9). */
export const localeOf = (language: UiLanguage) => (language === 'en' ? 'en-GB' : 'pl-PL');
