import { isApiError } from '@obieg/web-kit';
import type { FieldPath } from 'react-hook-form';
import type { TransitionValues } from './transition-form';

export interface FieldProblem {
  field: FieldPath<TransitionValues>;
  message: string;
}

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

/** The field of this form that a path of the server names; undefined when it has none. */
const fieldOf = (path: string): FieldPath<TransitionValues> | undefined => {
  const [name = '', row, part] = path.split('.');
  if (simpleFields.has(name)) return name as FieldPath<TransitionValues>;
  const parts = rowFields[name];
  if (!parts) return undefined;
  if (row === undefined || !/^\d+$/.test(row)) return name as FieldPath<TransitionValues>;
  // What is wrong with a row as a whole is said at its parameter.
  return `${name}.${row}.${part !== undefined && parts.has(part) ? part : 'parameterId'}` as FieldPath<TransitionValues>;
};

/** What the server has against single fields; empty when it refused for another reason. */
export const getFieldProblems = (error: unknown): FieldProblem[] =>
  isApiError(error)
    ? error.fieldErrors.flatMap(({ field: path, message }) => {
        const field = fieldOf(path);
        return field ? [{ field, message }] : [];
      })
    : [];
