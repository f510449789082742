import { type FieldProblem, findFieldProblems } from '../../forms/field-problems';
import type { TransitionValues } from './transition-form';

const fieldNames = {
  name: 'field',
  description: 'field',
  fromStatusId: 'field',
  toStatusId: 'field',
  targetGroupId: 'field',
  priorityOrder: 'field',
  executorGroupIds: 'field',
  parameterConditions: {
    parameterId: 'parameterId',
    conditionType: 'conditionType',
    conditionValue: 'value',
  },
  requiredParameters: { parameterId: 'parameterId', defaultValue: 'value' },
} as const;

/** Returns the server's field errors that belong to this form. */
export const getFieldProblems = (error: unknown): FieldProblem<TransitionValues>[] =>
  findFieldProblems(error, fieldNames);
