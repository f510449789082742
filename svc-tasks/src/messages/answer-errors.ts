import type { FieldError, Language } from '@obieg/contracts';
import type { SubmissionProblem } from '@obieg/workflow-rules';

const polish: Record<SubmissionProblem, string> = {
  BLANK: 'Odpowiedź jest wymagana',
  MISSING: 'Odpowiedź jest wymagana',
  TOO_LONG: 'Odpowiedź jest za długa',
  NOT_IN_DICTIONARY: 'Wybierz jedną z podanych wartości',
  NOT_A_NUMBER: 'Podaj liczbę',
  NOT_A_BOOLEAN: 'Wybierz Tak albo Nie',
  NOT_A_DATE: 'Podaj datę',
  NOT_A_DATE_TIME: 'Podaj datę i godzinę',
  SKIPPED_TIME: 'Tego dnia zegary są przesuwane do przodu i tej godziny nie ma. Podaj inną.',
  NOT_AN_EMAIL: 'Podaj prawidłowy adres e-mail',
  NOT_A_URL: 'Podaj prawidłowy adres strony',
  UNKNOWN_PARAMETER: 'Nie ma takiego pytania',
  NOT_ASKED: 'To pytanie nie zostało zadane',
};
const english: Record<SubmissionProblem, string> = {
  BLANK: 'An answer is required',
  MISSING: 'An answer is required',
  TOO_LONG: 'The answer is too long',
  NOT_IN_DICTIONARY: 'Choose one of the given values',
  NOT_A_NUMBER: 'Enter a number',
  NOT_A_BOOLEAN: 'Choose Yes or No',
  NOT_A_DATE: 'Enter a date, as in 2026-11-21',
  NOT_A_DATE_TIME: 'Enter a date and time, as in 2026-11-21T08:30',
  SKIPPED_TIME: 'The clocks go forward on this day and skip this time. Enter another one.',
  NOT_AN_EMAIL: 'Enter a valid e-mail address',
  NOT_A_URL: 'Enter a valid web address',
  UNKNOWN_PARAMETER: 'This question does not exist',
  NOT_ASKED: 'This question was not asked',
};

/** Maps problems to field errors. The field is `workflowParameters.<parameter id>`. */
export const toAnswerErrors = (
  problems: ReadonlyMap<number, SubmissionProblem>,
  language: Language,
): FieldError[] =>
  [...problems].map(([id, problem]) => ({
    field: `workflowParameters.${id}`,
    message: (language === 'en' ? english : polish)[problem],
  }));
