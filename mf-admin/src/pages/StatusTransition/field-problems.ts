import { isApiError } from '@obieg/web-kit';
import type { FieldPath } from 'react-hook-form';
import type { FieldProblem } from '../../forms/use-save-form';
import type { TransitionValues } from './transition-form';

const simpleFields: ReadonlySet<string> = new Set([
  'name',
  'description',
  'fromStatusId',
  'toStatusId',
  'targetGroupId',
  'priorityOrder',
  'executorGroupIds',
]);
const rowFields: Readonly<Record<string, ReadonlySet<string>>> = {
  parameterConditions: new Set(['parameterId', 'conditionType', 'conditionValue']),
  requiredParameters: new Set(['parameterId', 'defaultValue']),
};

/** Maps a field path of the server to a field of this form. */
const findField = (path: string): FieldPath<TransitionValues> | undefined => {
  const [name = '', row, part] = path.split('.');
  if (simpleFields.has(name)) return name as FieldPath<TransitionValues>;
  const parts = rowFields[name];
  if (!parts) return undefined;
  if (row === undefined || !/^\d+$/.test(row)) return name as FieldPath<TransitionValues>;
  // An error of a whole row is shown at the row's parameter.
  const rowField = part !== undefined && parts.has(part) ? part : 'parameterId';
  return `${name}.${row}.${rowField}` as FieldPath<TransitionValues>;
};

/** Returns the server's field errors that belong to this form. */
export const getFieldProblems = (error: unknown): FieldProblem<TransitionValues>[] =>
  isApiError(error)
    ? error.fieldErrors.flatMap(({ field: path, message }) => {
        const field = findField(path);
        return field ? [{ field, message }] : [];
      })
    : [];
