import { en } from './en';
import { pl, type UiTexts } from './pl';

/** `mul` is the specification's mix of Polish and English. The texts of this package are Polish in it. */
export type UiLanguage = 'mul' | 'pl' | 'en';

export const uiTexts: Record<UiLanguage, UiTexts> = { mul: pl, pl, en };

/** The mix formats dates and numbers as in Polish (spec 3 §9). */
export const localeOf = (language: UiLanguage) => (language === 'en' ? 'en-GB' : 'pl-PL');
