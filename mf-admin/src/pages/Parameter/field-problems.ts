import { isApiError } from '@obieg/web-kit';
import type { FieldPath } from 'react-hook-form';
import type { FieldProblem } from '../../forms/use-save-form';
import type { ParameterValues } from './parameter-form';

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

const findOwnFields = (error: unknown): FieldProblem<ParameterValues>[] =>
  isApiError(error)
    ? error.fieldErrors.flatMap(({ field, message }) =>
        simpleFields.has(field) || rowField.test(field)
          ? [{ field: field as FieldPath<ParameterValues>, message }]
          : [],
      )
    : [];

/** Returns the server's field errors that belong to this form. @param nameTaken text for a name that is in use */
export const getFieldProblems = (error: unknown, nameTaken: string): FieldProblem<ParameterValues>[] =>
  isApiError(error) && error.code === 'NAME_TAKEN'
    ? [{ field: 'parameterName', message: nameTaken }]
    : findOwnFields(error);

/**
 * Returns the server's messages if it refuses a save only because renamed values are named elsewhere. The same save
 * succeeds with `renameUses`.
 */
export const getRenameProblems = (error: unknown): FieldProblem<ParameterValues>[] => {
  const problems = findOwnFields(error);
  const isRename =
    isApiError(error) &&
    error.code === 'IN_USE' &&
    problems.every(({ field }) => /^dictionaryValues\.\d+\.value$/.test(field));
  return isRename ? problems : [];
};
