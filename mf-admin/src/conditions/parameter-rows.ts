import { type ConditionType, conditionTypeSchema, type WorkflowParameter } from '@obieg/contracts';
import type { Translate } from '@obieg/web-kit';
import {
  type ConditionProblem,
  checkConditionValue,
  comparesWithValue,
  type ValueProblem,
} from '@obieg/workflow-rules';
import * as z from 'zod';

type Parameters = readonly WorkflowParameter[];

/** Values of a row that names a parameter: ids as text, '' for an empty field. */
const parameterRowSchema = z.object({ parameterId: z.string(), value: z.string() });

export const conditionRowSchema = parameterRowSchema.extend({
  conditionType: z.union([conditionTypeSchema, z.literal('')]),
});
export type ConditionRow = z.infer<typeof conditionRowSchema>;

export const requirementRowSchema = parameterRowSchema.extend({ isMandatory: z.boolean() });
export type RequirementRow = z.infer<typeof requirementRowSchema>;

export const newConditionRow: ConditionRow = { parameterId: '', conditionType: 'EQUALS', value: '' };
export const newRequirementRow: RequirementRow = { parameterId: '', isMandatory: true, value: '' };

/** The server's limit for the rows of one list. */
export const rowsMax = 50;

export const findParameter = (parameters: Parameters, id: string): WorkflowParameter | undefined =>
  parameters.find((parameter) => String(parameter.id) === id);

export const toConditionRow = (
  parameterId: number,
  condition: { conditionType: ConditionType; conditionValue: string | null },
): ConditionRow => ({
  parameterId: String(parameterId),
  conditionType: condition.conditionType,
  value: condition.conditionValue ?? '',
});

/** Returns whether the condition needs a comparison value (spec 2 §5). */
export const needsValue = (conditionType: ConditionRow['conditionType']): conditionType is ConditionType =>
  conditionType !== '' && comparesWithValue(conditionType);

/** Builds the condition to send. Converts its value to the format of stored answers, so that both compare equal. */
export const toCondition = (parameters: Parameters, { parameterId, conditionType, value }: ConditionRow) => {
  const condition = { conditionType: conditionTypeSchema.parse(conditionType), conditionValue: value };
  if (!needsValue(conditionType)) return { ...condition, conditionValue: null };
  const parameter = findParameter(parameters, parameterId);
  const checked = parameter && checkConditionValue(parameter, condition);
  // A value of a parameter that no longer exists stays as typed.
  return checked?.isValid ? { ...condition, conditionValue: checked.conditionValue } : condition;
};

/** What the validation of a form with rows depends on. */
export interface RowContext {
  /** The parameters that a row can name. */
  parameters: Parameters;
  t: Translate;
  problems: Record<ValueProblem | ConditionProblem, string>;
  /** Of the organization; undefined if unknown. */
  timeZone: string | undefined;
}

export interface Problem {
  path: (string | number)[];
  message: string;
}

/** Finds what is wrong with conditions. @param path of the rows in the form */
export function* findConditionProblems(
  path: 'dependencies' | 'parameterConditions' | 'conditions',
  rows: readonly ConditionRow[],
  { parameters, t, problems, timeZone }: RowContext,
): Generator<Problem> {
  const parameterRequired = t(
    path === 'dependencies' ? 'parameter.parentRequired' : 'transition.parameterRequired',
  );
  for (const [index, { parameterId, conditionType, value }] of rows.entries()) {
    const parameter = findParameter(parameters, parameterId);
    if (parameterId === '') yield { path: [path, index, 'parameterId'], message: parameterRequired };
    if (conditionType === '')
      yield { path: [path, index, 'conditionType'], message: t('parameter.conditionTypeRequired') };
    if (!parameter || !needsValue(conditionType)) continue;
    const checked = checkConditionValue(parameter, { conditionType, conditionValue: value }, timeZone);
    if (!checked.isValid) yield { path: [path, index, 'value'], message: problems[checked.problem] };
  }
}
