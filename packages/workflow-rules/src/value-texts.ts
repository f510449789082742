import type { ValueProblem } from './values';

/** Why a value is wrong, for screens and services. */
export const valueProblemTexts: Record<'pl' | 'en', Record<ValueProblem, string>> = {
  pl: {
    BLANK: 'Odpowiedź jest wymagana',
    TOO_LONG: 'Odpowiedź jest za długa',
    NOT_IN_DICTIONARY: 'Wybierz jedną z podanych wartości',
    NOT_A_NUMBER: 'Podaj liczbę',
    NOT_A_BOOLEAN: 'Wybierz Tak albo Nie',
    NOT_A_DATE: 'Podaj datę',
    NOT_A_DATE_TIME: 'Podaj datę i godzinę',
    SKIPPED_TIME: 'Tego dnia zegary są przesuwane do przodu i tej godziny nie ma. Podaj inną.',
    NOT_AN_EMAIL: 'Podaj prawidłowy adres e-mail',
    NOT_A_URL: 'Podaj adres strony, np. example.com',
  },
  en: {
    BLANK: 'An answer is required',
    TOO_LONG: 'The answer is too long',
    NOT_IN_DICTIONARY: 'Choose one of the given values',
    NOT_A_NUMBER: 'Enter a number',
    NOT_A_BOOLEAN: 'Choose Yes or No',
    NOT_A_DATE: 'Enter a date',
    NOT_A_DATE_TIME: 'Enter a date and time',
    SKIPPED_TIME: 'The clocks go forward on this day and skip this time. Enter another one.',
    NOT_AN_EMAIL: 'Enter a valid e-mail address',
    NOT_A_URL: 'Enter a web address, as in example.com',
  },
};
