import { en } from './en';
import { pl, type UiTexts } from './pl';

/** `mul` is the specification's mix of Polish and English. This package uses Polish for it. */
export type UiLanguage = 'mul' | 'pl' | 'en';

export const uiTexts: Record<UiLanguage, UiTexts> = { mul: pl, pl, en };

/** `mul` formats dates and numbers as in Polish (spec 3 §9). */
export const getLocale = (language: UiLanguage) => (language === 'en' ? 'en-GB' : 'pl-PL');
