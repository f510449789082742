import type { FieldError, Language } from '@obieg/contracts';
import { type SubmissionProblem, valueProblemTexts } from '@obieg/workflow-rules';

const texts: Record<'pl' | 'en', Record<SubmissionProblem, string>> = {
  pl: {
    ...valueProblemTexts.pl,
    MISSING: valueProblemTexts.pl.BLANK,
    UNKNOWN_PARAMETER: 'Nie ma takiego pytania',
    NOT_ASKED: 'To pytanie nie zostało zadane',
  },
  en: {
    ...valueProblemTexts.en,
    MISSING: valueProblemTexts.en.BLANK,
    UNKNOWN_PARAMETER: 'This question does not exist',
    NOT_ASKED: 'This question was not asked',
  },
};

/** Maps problems to field errors. The field is `workflowParameters.<parameter id>`. */
export const toAnswerErrors = (
  problems: ReadonlyMap<number, SubmissionProblem>,
  language: Language,
): FieldError[] =>
  [...problems].map(([id, problem]) => ({
    field: `workflowParameters.${id}`,
    message: texts[language === 'en' ? 'en' : 'pl'][problem],
  }));
