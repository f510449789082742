import { isApiError } from '@obieg/web-kit';
import { type FieldProblem, findFieldProblems } from '../../forms/field-problems';
import type { ParameterValues } from './parameter-form';

const fieldNames = {
  parameterName: 'field',
  displayName: 'field',
  description: 'field',
  parameterType: 'field',
  parameterStage: 'field',
  sortOrder: 'field',
  defaultValue: 'field',
  dictionaryValues: { value: 'value', sortOrder: 'sortOrder' },
  dependencies: {
    parentParameterId: 'parameterId',
    conditionType: 'conditionType',
    conditionValue: 'value',
  },
} as const;

/** Returns the server's field errors that belong to this form. @param nameTaken text for a name that is in use */
export const getFieldProblems = (error: unknown, nameTaken: string): FieldProblem<ParameterValues>[] =>
  isApiError(error) && error.code === 'NAME_TAKEN'
    ? [{ field: 'parameterName', message: nameTaken }]
    : findFieldProblems(error, fieldNames);

/**
 * Returns the server's messages if it refuses a save only because renamed values are named elsewhere. The same save
 * succeeds with `renameUses`.
 */
export const getRenameProblems = (error: unknown): FieldProblem<ParameterValues>[] => {
  const isRename =
    isApiError(error) &&
    error.code === 'IN_USE' &&
    error.fieldErrors.every(({ field }) => /^dictionaryValues\.\d+\.value$/.test(field));
  return isRename ? findFieldProblems(error, fieldNames) : [];
};
