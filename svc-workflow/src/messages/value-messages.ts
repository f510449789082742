import type { Language } from '@obieg/contracts';
import type { ConditionProblem } from '@obieg/workflow-rules';

const english: Record<ConditionProblem, string> = {
  VALUE_MISSING: 'A value to compare with is required.',
  VALUE_NOT_ALLOWED: 'This condition takes no value.',
  BLANK: 'A value is required.',
  TOO_LONG: 'The value is too long.',
  NOT_IN_DICTIONARY: "Choose one of the dictionary's values.",
  NOT_A_NUMBER: 'Enter a number.',
  NOT_A_BOOLEAN: 'Choose true or false.',
  NOT_A_DATE: 'Enter a date, as in 2026-11-21.',
  NOT_A_DATE_TIME: 'Enter a date and time, as in 2026-11-21T08:30.',
  SKIPPED_TIME: 'The clocks go forward on this day and skip this time. Enter another one.',
  NOT_AN_EMAIL: 'Enter a valid e-mail address.',
  NOT_A_URL: 'Enter a web address, as in example.com.',
};
const polish: Record<ConditionProblem, string> = {
  VALUE_MISSING: 'Wartość do porównania jest wymagana.',
  VALUE_NOT_ALLOWED: 'Ten warunek nie porównuje z wartością.',
  BLANK: 'Wartość jest wymagana.',
  TOO_LONG: 'Wartość jest za długa.',
  NOT_IN_DICTIONARY: 'Wybierz jedną z wartości słownika.',
  NOT_A_NUMBER: 'Podaj liczbę.',
  NOT_A_BOOLEAN: 'Wybierz true albo false.',
  NOT_A_DATE: 'Podaj datę, np. 2026-11-21.',
  NOT_A_DATE_TIME: 'Podaj datę i godzinę, np. 2026-11-21T08:30.',
  SKIPPED_TIME: 'Tego dnia zegary są przesuwane do przodu i tej godziny nie ma. Podaj inną.',
  NOT_AN_EMAIL: 'Podaj prawidłowy adres e-mail.',
  NOT_A_URL: 'Podaj prawidłowy adres strony, np. example.com.',
};

/** Explains why a condition's value or a default value does not fit its parameter. */
export const describeValueProblem = (language: Language, problem: ConditionProblem): string =>
  (language === 'pl' ? polish : english)[problem];
