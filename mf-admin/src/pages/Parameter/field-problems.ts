import { isApiError } from '@obieg/web-kit';
import type { FieldPath } from 'react-hook-form';
import type { ParameterValues } from './parameter-form';

export interface FieldProblem {
  field: FieldPath<ParameterValues>;
  message: string;
}

const simpleFields: ReadonlySet<string> = new Set([
  'parameterName',
  'displayName',
  'description',
  'parameterType',
  'parameterStage',
  'sortOrder',
  'defaultValue',
  'dictionaryValues',
  'dependencies',
]);
const rowField =
  /^(dictionaryValues\.\d+\.(value|sortOrder)|dependencies\.\d+\.(parentParameterId|conditionType|conditionValue))$/;

/** Returns the server's field errors that belong to this form. */
export const getFieldProblems = (error: unknown): FieldProblem[] =>
  isApiError(error)
    ? error.fieldErrors.flatMap(({ field, message }) =>
        simpleFields.has(field) || rowField.test(field)
          ? [{ field: field as FieldPath<ParameterValues>, message }]
          : [],
      )
    : [];

/** Returns the index of the first dictionary row with a problem. */
export const findFirstRow = (problems: readonly FieldProblem[]): number | undefined => {
  const rows = problems.flatMap(({ field }) => {
    const row = /^dictionaryValues\.(\d+)\./.exec(field)?.[1];
    return row === undefined ? [] : [Number(row)];
  });
  return rows.length > 0 ? Math.min(...rows) : undefined;
};

/**
 * Returns the server's messages if it refuses a save only because renamed values are named elsewhere. The same save
 * succeeds with `renameUses`.
 */
export const getRenameProblems = (error: unknown): FieldProblem[] => {
  const problems = getFieldProblems(error);
  const isRename =
    isApiError(error) &&
    error.code === 'IN_USE' &&
    problems.every(({ field }) => /^dictionaryValues\.\d+\.value$/.test(field));
  return isRename ? problems : [];
};
