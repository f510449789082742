import type { FieldError } from '@obieg/contracts';
import type { SubmissionProblem } from '@obieg/workflow-rules';

const messages: Record<SubmissionProblem, string> = {
  BLANK: 'Odpowiedź jest wymagana',
  MISSING: 'Odpowiedź jest wymagana',
  TOO_LONG: 'Odpowiedź jest za długa',
  NOT_IN_DICTIONARY: 'Wybierz jedną z podanych wartości',
  NOT_A_NUMBER: 'Podaj liczbę',
  NOT_A_BOOLEAN: 'Wybierz Tak albo Nie',
  NOT_A_DATE: 'Podaj datę',
  NOT_A_DATE_TIME: 'Podaj datę i godzinę',
  NOT_AN_EMAIL: 'Podaj prawidłowy adres e-mail',
  NOT_A_URL: 'Podaj prawidłowy adres strony',
  UNKNOWN_PARAMETER: 'Nie ma takiego pytania',
  NOT_ASKED: 'To pytanie nie zostało zadane',
};

/** Problems with answers as field errors: `workflowParameters.<parameter id>`. */
export const answerErrors = (problems: ReadonlyMap<number, SubmissionProblem>): FieldError[] =>
  [...problems].map(([id, problem]) => ({ field: `workflowParameters.${id}`, message: messages[problem] }));
