import { type ApiError, describeError, isApiError } from '@obieg/web-kit';
import { withColon } from '../i18n/with-colon';

const parseParameterId = (field: string): string | undefined =>
  /^workflowParameters\.(\d+)$/.exec(field)?.[1];

/** Returns the field errors of answers by parameter id. */
export const readAnswerErrors = ({ fieldErrors }: ApiError): Record<string, string> =>
  Object.fromEntries(
    fieldErrors.flatMap(({ field, message }) => {
      const id = parseParameterId(field);
      return id === undefined ? [] : [[id, message]];
    }),
  );

/**
 * Returns the field errors of a failed call, each prefixed with its parameter's name. Without field errors, returns
 * the reason.
 */
export const describeValidationError = (
  error: unknown,
  getParameterName: (parameterId: number) => string | undefined,
): string => {
  const lines = (isApiError(error) ? error.fieldErrors : []).map(({ field, message }) => {
    const name = getParameterName(Number(parseParameterId(field)));
    return name === undefined ? message : `${withColon(name)} ${message}`;
  });
  return lines.join(' ') || describeError(error);
};
