import { type ApiError, isApiError, type Translate } from '@obieg/web-kit';
import { describeError } from './describe-error';
import { leadIn } from './lead-in';

const parameterIdOf = (field: string): string | undefined => /^workflowParameters\.(\d+)$/.exec(field)?.[1];

/** What the server said of answers, by parameter id. */
export const readAnswerProblems = ({ fieldErrors }: ApiError): Record<string, string> =>
  Object.fromEntries(
    fieldErrors.flatMap(({ field, message }) => {
      const id = parameterIdOf(field);
      return id === undefined ? [] : [[id, message]];
    }),
  );

/** Why a call failed, and where the server refused answers, each with its question; `nameOf` answers what that is called. */
export const describeRefusal = (
  error: unknown,
  nameOf: (parameterId: number) => string | undefined,
  t: Translate,
): string => {
  const lines = (isApiError(error) ? error.fieldErrors : []).map(({ field, message }) => {
    const name = nameOf(Number(parameterIdOf(field)));
    return name === undefined ? message : `${leadIn(name)} ${message}`;
  });
  return lines.join(' ') || describeError(error, t);
};
