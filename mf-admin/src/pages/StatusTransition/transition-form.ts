import {
  type SaveStatusTransition,
  type StatusTransition,
  saveStatusTransitionSchema,
  type WorkflowParameter,
  type WorkflowStatus,
} from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { checkValue } from '@obieg/workflow-rules';
import * as z from 'zod';
import {
  conditionRowSchema,
  findConditionProblems,
  findParameter,
  type Problem,
  type RequirementRow,
  type RowContext,
  requirementRowSchema,
  toCondition,
  toConditionRow,
} from '../../conditions/parameter-rows';
import { isWholeNumber } from '../../forms/whole-number';

/** Form values: ids of dropdowns as text, '' for an empty field. */
const valuesSchema = z.object({
  name: z.string(),
  description: z.string().max(limits.descriptionMaxLength),
  fromStatusId: z.string(),
  toStatusId: z.string(),
  targetGroupId: z.number().nullable(),
  priorityOrder: z.string(),
  isActive: z.boolean(),
  executorGroupIds: z.array(z.number()),
  parameterConditions: z.array(conditionRowSchema),
  requiredParameters: z.array(requirementRowSchema),
});
export type TransitionValues = z.infer<typeof valuesSchema>;

const toFieldValue = (id: number | null): string => (id === null ? '' : String(id));
const toId = (text: string): number | null => (text === '' ? null : Number(text));

/** Returns the possible target statuses. Without a from-status, only INITIAL ones (spec 2 §4). */
export const listTargetStatuses = (
  statuses: readonly WorkflowStatus[],
  fromStatusId: string,
): WorkflowStatus[] => statuses.filter(({ statusType }) => fromStatusId !== '' || statusType === 'INITIAL');

interface WantedStatuses {
  from: string | null;
  to: string | null;
}

/** Returns the values of a new form. Preselects the wanted statuses if the rules allow them. */
export const createDefaultValues = (
  statuses: readonly WorkflowStatus[],
  query: WantedStatuses,
): TransitionValues => {
  const isAmong = (options: readonly WorkflowStatus[], id: string | null): id is string =>
    options.some((status) => String(status.id) === id);
  const fromStatusId = isAmong(statuses, query.from) ? query.from : '';
  return {
    name: '',
    description: '',
    fromStatusId,
    toStatusId: isAmong(listTargetStatuses(statuses, fromStatusId), query.to) ? query.to : '',
    targetGroupId: null,
    priorityOrder: '0',
    isActive: true,
    executorGroupIds: [],
    parameterConditions: [],
    requiredParameters: [],
  };
};

/** Returns the statuses of the form after the saved transition: the same start, and the target if only one fits. */
export const suggestNextStatuses = (
  statuses: readonly WorkflowStatus[],
  saved: SaveStatusTransition,
): WantedStatuses => {
  const fromStatusId = toFieldValue(saved.fromStatusId ?? null);
  const targets = listTargetStatuses(statuses, fromStatusId);
  const [only] = targets.length === 1 ? targets : [];
  return { from: fromStatusId, to: only ? String(only.id) : null };
};

export const toFormValues = (transition: StatusTransition): TransitionValues => ({
  name: transition.name,
  description: transition.description ?? '',
  fromStatusId: toFieldValue(transition.fromStatusId),
  toStatusId: String(transition.toStatusId),
  targetGroupId: transition.targetGroupId,
  priorityOrder: String(transition.priorityOrder),
  isActive: transition.isActive,
  executorGroupIds: transition.executorGroupIds,
  parameterConditions: transition.parameterConditions.map((condition) =>
    toConditionRow(condition.parameterId, condition),
  ),
  requiredParameters: transition.requiredParameters.map(({ parameterId, isMandatory, defaultValue }) => ({
    parameterId: String(parameterId),
    isMandatory,
    value: defaultValue ?? '',
  })),
});

type Parameters = readonly WorkflowParameter[];

/** Validates a default value. For a dictionary it must be an active value. Returns undefined for an empty one. */
const checkDefaultValue = (
  parameters: Parameters,
  { parameterId, value }: RequirementRow,
  timeZone?: string,
) => {
  const parameter = findParameter(parameters, parameterId);
  if (!parameter || value.trim() === '') return undefined;
  const { parameterType, dictionaryValues } = parameter;
  const active = dictionaryValues.filter(({ isActive }) => isActive);
  return checkValue({ parameterType, dictionaryValues: active }, value, timeZone);
};

const normalizeDefaultValue = (parameters: Parameters, requirement: RequirementRow): string | null => {
  const checked = checkDefaultValue(parameters, requirement);
  return checked?.isValid ? checked.value : requirement.value.trim() || null;
};

/** Builds the request body. Converts values to the format of stored answers, so that they compare equal. */
const buildRequest = (form: TransitionValues, parameters: Parameters): SaveStatusTransition => ({
  name: form.name.trim(),
  description: form.description.trim() || null,
  fromStatusId: toId(form.fromStatusId),
  toStatusId: Number(form.toStatusId),
  targetGroupId: form.targetGroupId,
  priorityOrder: Number(form.priorityOrder),
  isActive: form.isActive,
  executorGroupIds: form.executorGroupIds,
  parameterConditions: form.parameterConditions.map((condition) => ({
    parameterId: Number(condition.parameterId),
    ...toCondition(parameters, condition),
  })),
  requiredParameters: form.requiredParameters.map((requirement) => ({
    parameterId: Number(requirement.parameterId),
    isMandatory: requirement.isMandatory,
    defaultValue: normalizeDefaultValue(parameters, requirement),
  })),
});

function* findRequirementProblems(
  { requiredParameters }: TransitionValues,
  { parameters, t, problems, timeZone }: RowContext,
): Generator<Problem> {
  const seenIds = new Set<string>();
  for (const [row, requirement] of requiredParameters.entries()) {
    const { parameterId } = requirement;
    const path = ['requiredParameters', row, 'parameterId'];
    if (parameterId === '') yield { path, message: t('transition.parameterRequired') };
    else if (seenIds.has(parameterId)) yield { path, message: t('transition.duplicateParameter') };
    seenIds.add(parameterId);
    const checked = checkDefaultValue(parameters, requirement, timeZone);
    if (checked && !checked.isValid)
      yield { path: ['requiredParameters', row, 'value'], message: problems[checked.problem] };
  }
}

function* findProblems(form: TransitionValues, context: RowContext): Generator<Problem> {
  const { t } = context;
  if (form.name.trim() === '') yield { path: ['name'], message: t('transition.nameRequired') };
  if (form.toStatusId === '') yield { path: ['toStatusId'], message: t('transition.toRequired') };
  if (!isWholeNumber(form.priorityOrder, saveStatusTransitionSchema.shape.priorityOrder))
    yield { path: ['priorityOrder'], message: t('transition.priorityInvalid') };
  yield* findConditionProblems('parameterConditions', form.parameterConditions, context);
  yield* findRequirementProblems(form, context);
}

/** Creates the schema that validates the form (spec 2 §5) and returns the request body. */
export const createTransitionSchema = (context: RowContext) =>
  valuesSchema
    .superRefine((form, { addIssue }) => {
      for (const { path, message } of findProblems(form, context))
        addIssue({ code: 'custom', path, message });
    })
    .transform((form) => buildRequest(form, context.parameters));
