import type { Language } from '@obieg/contracts';
import { type ConditionProblem, valueProblemTexts } from '@obieg/workflow-rules';

const texts: Record<'pl' | 'en', Record<ConditionProblem, string>> = {
  pl: {
    ...valueProblemTexts.pl,
    VALUE_MISSING: 'Wartość do porównania jest wymagana.',
    VALUE_NOT_ALLOWED: 'Ten warunek nie porównuje z wartością.',
  },
  en: {
    ...valueProblemTexts.en,
    VALUE_MISSING: 'A value to compare with is required.',
    VALUE_NOT_ALLOWED: 'This condition takes no value.',
  },
};

/** Explains why a condition's value or a default value does not fit its parameter. */
export const describeValueProblem = (language: Language, problem: ConditionProblem): string =>
  texts[language === 'pl' ? 'pl' : 'en'][problem];
