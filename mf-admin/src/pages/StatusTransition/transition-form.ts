import {
  conditionTypeSchema,
  type SaveStatusTransition,
  type StatusTransition,
  saveStatusTransitionSchema,
  type WorkflowParameter,
  type WorkflowStatus,
} from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { checkValue, type ValueProblem } from '@obieg/workflow-rules';
import { z } from 'zod';

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

/** Whether the condition compares with a value (spec 2 §5). */
export const comparesValue = ({ conditionType }: Pick<ConditionValues, 'conditionType'>): boolean =>
  conditionType === 'EQUALS' || conditionType === 'NOT_EQUALS';

/** Statuses that a transition may lead to: a new task begins in an INITIAL one (spec 2 §4). */
export const targetStatuses = (statuses: readonly WorkflowStatus[], fromStatusId: string): WorkflowStatus[] =>
  statuses.filter(({ statusType }) => fromStatusId !== '' || statusType === 'INITIAL');

/** A new transition; between the statuses that an address names, where they may be joined. */
export const valuesOfNew = (
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

export const valuesOf = (transition: StatusTransition): TransitionValues => ({
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

const normalize = (parameters: Parameters, parameterId: string, text: string): string | null => {
  const parameter = findParameter(parameters, parameterId);
  if (text.trim() === '') return null;
  const checked = parameter && checkValue(parameter, text);
  return checked?.isValid ? checked.value : text;
};

/** What is sent: values as answers are kept, so that they compare equal. */
export const requestOf = (form: TransitionValues, parameters: Parameters): SaveStatusTransition => ({
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
    conditionValue: comparesValue(condition)
      ? normalize(parameters, condition.parameterId, condition.conditionValue)
      : null,
  })),
  requiredParameters: form.requiredParameters.map(({ parameterId, isMandatory, defaultValue }) => ({
    parameterId: Number(parameterId),
    isMandatory,
    defaultValue: normalize(parameters, parameterId, defaultValue),
  })),
});

export interface TransitionTexts {
  nameRequired: string;
  toRequired: string;
  priorityInvalid: string;
  parameterRequired: string;
  parameterTwice: string;
  values: Record<ValueProblem, string>;
}

const isOrder = (text: string): boolean =>
  saveStatusTransitionSchema.shape.priorityOrder.safeParse(text.trim() === '' ? undefined : Number(text))
    .success && text.trim() !== '';

interface Problem {
  path: (string | number)[];
  message: string;
}

const problemOfValue = (
  parameters: Parameters,
  parameterId: string,
  text: string,
  texts: TransitionTexts,
): string | undefined => {
  const parameter = findParameter(parameters, parameterId);
  const checked = parameter && checkValue(parameter, text);
  return checked && !checked.isValid ? texts.values[checked.problem] : undefined;
};

function* findProblems(
  form: TransitionValues,
  parameters: Parameters,
  texts: TransitionTexts,
): Generator<Problem> {
  if (form.name.trim() === '') yield { path: ['name'], message: texts.nameRequired };
  if (form.toStatusId === '') yield { path: ['toStatusId'], message: texts.toRequired };
  if (!isOrder(form.priorityOrder)) yield { path: ['priorityOrder'], message: texts.priorityInvalid };
  for (const [row, condition] of form.parameterConditions.entries()) {
    const { parameterId, conditionValue } = condition;
    if (parameterId === '')
      yield { path: ['parameterConditions', row, 'parameterId'], message: texts.parameterRequired };
    const problem =
      comparesValue(condition) && problemOfValue(parameters, parameterId, conditionValue, texts);
    if (problem) yield { path: ['parameterConditions', row, 'conditionValue'], message: problem };
  }
  const seen = new Set<string>();
  for (const [row, { parameterId, defaultValue }] of form.requiredParameters.entries()) {
    const message =
      parameterId === '' ? texts.parameterRequired : seen.has(parameterId) ? texts.parameterTwice : undefined;
    if (message) yield { path: ['requiredParameters', row, 'parameterId'], message };
    seen.add(parameterId);
    const problem =
      defaultValue.trim() !== '' && problemOfValue(parameters, parameterId, defaultValue, texts);
    if (problem) yield { path: ['requiredParameters', row, 'defaultValue'], message: problem };
  }
}

/** What the form refuses before the server is asked (spec 2 §5), in the texts given. */
export const transitionSchema = (parameters: Parameters, texts: TransitionTexts) =>
  values.superRefine((form, context) => {
    for (const { path, message } of findProblems(form, parameters, texts))
      context.addIssue({ code: 'custom', path, message });
  });
