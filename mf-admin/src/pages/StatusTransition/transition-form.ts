import {
  conditionTypeSchema,
  type SaveStatusTransition,
  type StatusTransition,
  saveStatusTransitionSchema,
  type WorkflowParameter,
  type WorkflowStatus,
} from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import {
  type ConditionProblem,
  checkConditionValue,
  checkValue,
  comparesWithValue,
} from '@obieg/workflow-rules';
import * as z from 'zod';

/** Ids as the browser's lists hold them: '' for none. */
const values = z.object({
  name: z.string(),
  description: z.string().max(limits.descriptionMaxLength),
  fromStatusId: z.string(),
  toStatusId: z.string(),
  targetGroupId: z.number().nullable(),
  priorityOrder: z.string(),
  isActive: z.boolean(),
  executorGroupIds: z.array(z.number()),
  parameterConditions: z.array(
    z.object({ parameterId: z.string(), conditionType: conditionTypeSchema, conditionValue: z.string() }),
  ),
  requiredParameters: z.array(
    z.object({ parameterId: z.string(), isMandatory: z.boolean(), defaultValue: z.string() }),
  ),
});
export type TransitionValues = z.infer<typeof values>;
export type ConditionValues = TransitionValues['parameterConditions'][number];
export type RequirementValues = TransitionValues['requiredParameters'][number];

/** As many conditions, and as many required parameters, as the server takes. */
export const maxRows = 50;
export const newCondition: ConditionValues = { parameterId: '', conditionType: 'EQUALS', conditionValue: '' };
export const newRequirement: RequirementValues = { parameterId: '', isMandatory: true, defaultValue: '' };

const textOf = (id: number | null): string => (id === null ? '' : String(id));
const idOf = (text: string): number | null => (text === '' ? null : Number(text));

/** Statuses that a transition may lead to: a new task begins in an INITIAL one (spec 2 §4). */
export const targetStatuses = (statuses: readonly WorkflowStatus[], fromStatusId: string): WorkflowStatus[] =>
  statuses.filter(({ statusType }) => fromStatusId !== '' || statusType === 'INITIAL');

/** A new transition; between the statuses that an address names, where they may be joined. */
export const createDefaultValues = (
  statuses: readonly WorkflowStatus[],
  given: { from: string | null; to: string | null },
): TransitionValues => {
  const isIn = (offered: readonly WorkflowStatus[], id: string | null): id is string =>
    offered.some((status) => String(status.id) === id);
  const fromStatusId = isIn(statuses, given.from) ? given.from : '';
  return {
    name: '',
    description: '',
    fromStatusId,
    toStatusId: isIn(targetStatuses(statuses, fromStatusId), given.to) ? given.to : '',
    targetGroupId: null,
    priorityOrder: '0',
    isActive: true,
    executorGroupIds: [],
    parameterConditions: [],
    requiredParameters: [],
  };
};

export const toFormValues = (transition: StatusTransition): TransitionValues => ({
  name: transition.name,
  description: transition.description ?? '',
  fromStatusId: textOf(transition.fromStatusId),
  toStatusId: String(transition.toStatusId),
  targetGroupId: transition.targetGroupId,
  priorityOrder: String(transition.priorityOrder),
  isActive: transition.isActive,
  executorGroupIds: transition.executorGroupIds,
  parameterConditions: transition.parameterConditions.map(
    ({ parameterId, conditionType, conditionValue }) => ({
      parameterId: String(parameterId),
      conditionType,
      conditionValue: conditionValue ?? '',
    }),
  ),
  requiredParameters: transition.requiredParameters.map(({ parameterId, isMandatory, defaultValue }) => ({
    parameterId: String(parameterId),
    isMandatory,
    defaultValue: defaultValue ?? '',
  })),
});

type Parameters = readonly WorkflowParameter[];

export const findParameter = (parameters: Parameters, id: string): WorkflowParameter | undefined =>
  parameters.find((parameter) => String(parameter.id) === id);

/** The value as an answer would be kept, so that both compare; as typed where the parameter is not known any more. */
const normalizeConditionValue = (parameters: Parameters, condition: ConditionValues): string | null => {
  if (!comparesWithValue(condition.conditionType)) return null;
  const parameter = findParameter(parameters, condition.parameterId);
  const checked = parameter && checkConditionValue(parameter, condition);
  return checked?.isValid ? checked.conditionValue : condition.conditionValue;
};

/** A default value is one that could be given now: of a dictionary an active one. */
const checkDefault = (parameters: Parameters, { parameterId, defaultValue }: RequirementValues) => {
  const parameter = findParameter(parameters, parameterId);
  if (!parameter || defaultValue.trim() === '') return undefined;
  const { parameterType, dictionaryValues } = parameter;
  const active = dictionaryValues.filter(({ isActive }) => isActive);
  return checkValue({ parameterType, dictionaryValues: active }, defaultValue);
};

const normalizeDefaultValue = (parameters: Parameters, requirement: RequirementValues): string | null => {
  const checked = checkDefault(parameters, requirement);
  return checked?.isValid ? checked.value : requirement.defaultValue.trim() || null;
};

/** What is sent: values as answers are kept, so that they compare equal. */
export const buildRequest = (form: TransitionValues, parameters: Parameters): SaveStatusTransition => ({
  name: form.name.trim(),
  description: form.description.trim() || null,
  fromStatusId: idOf(form.fromStatusId),
  toStatusId: Number(form.toStatusId),
  targetGroupId: form.targetGroupId,
  priorityOrder: Number(form.priorityOrder),
  isActive: form.isActive,
  executorGroupIds: form.executorGroupIds,
  parameterConditions: form.parameterConditions.map((condition) => ({
    parameterId: Number(condition.parameterId),
    conditionType: condition.conditionType,
    conditionValue: normalizeConditionValue(parameters, condition),
  })),
  requiredParameters: form.requiredParameters.map((requirement) => ({
    parameterId: Number(requirement.parameterId),
    isMandatory: requirement.isMandatory,
    defaultValue: normalizeDefaultValue(parameters, requirement),
  })),
});

export interface TransitionTexts {
  nameRequired: string;
  toRequired: string;
  priorityInvalid: string;
  parameterRequired: string;
  parameterTwice: string;
  values: Record<ConditionProblem, string>;
}

const isPriorityOrder = (text: string): boolean =>
  /^\d+$/.test(text.trim()) && saveStatusTransitionSchema.shape.priorityOrder.safeParse(Number(text)).success;

interface Problem {
  path: (string | number)[];
  message: string;
}

const findConditionProblem = (
  parameters: Parameters,
  condition: ConditionValues,
): ConditionProblem | undefined => {
  const parameter = findParameter(parameters, condition.parameterId);
  if (!parameter || !comparesWithValue(condition.conditionType)) return undefined;
  const checked = checkConditionValue(parameter, condition);
  return checked.isValid ? undefined : checked.problem;
};

function* findProblems(
  form: TransitionValues,
  parameters: Parameters,
  texts: TransitionTexts,
): Generator<Problem> {
  if (form.name.trim() === '') yield { path: ['name'], message: texts.nameRequired };
  if (form.toStatusId === '') yield { path: ['toStatusId'], message: texts.toRequired };
  if (!isPriorityOrder(form.priorityOrder)) yield { path: ['priorityOrder'], message: texts.priorityInvalid };
  for (const [row, condition] of form.parameterConditions.entries()) {
    if (condition.parameterId === '')
      yield { path: ['parameterConditions', row, 'parameterId'], message: texts.parameterRequired };
    const problem = findConditionProblem(parameters, condition);
    if (problem)
      yield { path: ['parameterConditions', row, 'conditionValue'], message: texts.values[problem] };
  }
  const seen = new Set<string>();
  for (const [row, requirement] of form.requiredParameters.entries()) {
    const { parameterId } = requirement;
    const message =
      parameterId === '' ? texts.parameterRequired : seen.has(parameterId) ? texts.parameterTwice : undefined;
    if (message) yield { path: ['requiredParameters', row, 'parameterId'], message };
    seen.add(parameterId);
    const checked = checkDefault(parameters, requirement);
    if (checked && !checked.isValid)
      yield { path: ['requiredParameters', row, 'defaultValue'], message: texts.values[checked.problem] };
  }
}

/** What the form refuses before the server is asked (spec 2 §5), in the texts given. */
export const transitionSchema = (parameters: Parameters, texts: TransitionTexts) =>
  values.superRefine((form, context) => {
    for (const { path, message } of findProblems(form, parameters, texts))
      context.addIssue({ code: 'custom', path, message });
  });
