import {
  type ConditionType,
  conditionTypeSchema,
  type ParameterStage,
  type ParameterType,
  parameterStageSchema,
  parameterTypeSchema,
  type SaveWorkflowParameter,
  saveWorkflowParameterSchema,
  type WorkflowParameter,
} from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import {
  type ConditionProblem,
  checkConditionValue,
  checkValue,
  comparesWithValue,
  type ValueProblem,
} from '@obieg/workflow-rules';
import * as z from 'zod';

export interface DictionaryRowValues {
  /** Of this row while the form is open, wherever it is moved; never sent. */
  key: string;
  value: string;
  sortOrder: string;
  isActive: boolean;
}
export interface DependencyValues {
  parentParameterId: string;
  conditionType: ConditionType | '';
  conditionValue: string;
}

/** As fields hold them: numbers and ids as text, '' for none. */
export interface ParameterValues {
  parameterName: string;
  displayName: string;
  description: string;
  parameterType: ParameterType | '';
  parameterStage: ParameterStage | '';
  sortOrder: string;
  isActive: boolean;
  defaultValue: string;
  dictionaryValues: DictionaryRowValues[];
  dependencies: DependencyValues[];
}

export type Parents = readonly WorkflowParameter[];

/** As many as the server takes. */
export const maxDependencies = 50;

let lastKey = 0;
const createKey = (): string => {
  lastKey += 1;
  return `row-${lastKey}`;
};

/** Spec 2 §4: a new row stands last and is active. */
export const newDictionaryRow = (count: number, value = ''): DictionaryRowValues => ({
  key: createKey(),
  value,
  sortOrder: String(count),
  isActive: true,
});
export const newDependency: DependencyValues = {
  parentParameterId: '',
  conditionType: 'EQUALS',
  conditionValue: '',
};

/** A new parameter stands last. */
export const createDefaultValues = (parameters: Parents): ParameterValues => ({
  parameterName: '',
  displayName: '',
  description: '',
  parameterType: '',
  parameterStage: '',
  sortOrder: String(Math.max(-1, ...parameters.map(({ sortOrder }) => sortOrder)) + 1),
  isActive: true,
  defaultValue: '',
  dictionaryValues: [],
  dependencies: [],
});

export const toFormValues = (parameter: WorkflowParameter): ParameterValues => ({
  parameterName: parameter.parameterName,
  displayName: parameter.displayName,
  description: parameter.description ?? '',
  parameterType: parameter.parameterType,
  parameterStage: parameter.parameterStage,
  sortOrder: String(parameter.sortOrder),
  isActive: parameter.isActive,
  defaultValue: parameter.defaultValue ?? '',
  dictionaryValues: parameter.dictionaryValues.map(({ value, sortOrder, isActive }) => ({
    key: createKey(),
    value,
    sortOrder: String(sortOrder),
    isActive,
  })),
  dependencies: parameter.dependencies.map(({ parentParameterId, conditionType, conditionValue }) => ({
    parentParameterId: String(parentParameterId),
    conditionType,
    conditionValue: conditionValue ?? '',
  })),
});

/** Whether the condition compares with a value (spec 2 §5). */
export const needsConditionValue = ({ conditionType }: Pick<DependencyValues, 'conditionType'>): boolean =>
  conditionType !== '' && comparesWithValue(conditionType);

export const findParent = (parents: Parents, id: string): WorkflowParameter | undefined =>
  parents.find((parent) => String(parent.id) === id);

export interface ParameterTexts {
  nameRequired: string;
  displayNameRequired: string;
  typeRequired: string;
  stageRequired: string;
  sortOrderInvalid: string;
  dictionaryRequired: string;
  valueRequired: string;
  valueTwice: string;
  valueSortOrderInvalid: string;
  parentRequired: string;
  conditionTypeRequired: string;
  problems: Record<ValueProblem | ConditionProblem, string>;
}

const isSortOrder = (text: string): boolean =>
  /^\d+$/.test(text.trim()) && saveWorkflowParameterSchema.shape.sortOrder.safeParse(Number(text)).success;

interface Problem {
  path: (string | number)[];
  message: string;
}

/** Tells of each text whether it is there more than once. */
const createDuplicateCheck = (all: readonly string[]): ((text: string) => boolean) => {
  const seen = new Set<string>();
  const twins = new Set(all.filter((text) => seen.size === seen.add(text).size));
  return (text) => twins.has(text);
};

function* findDictionaryProblems(
  { parameterType, dictionaryValues }: ParameterValues,
  texts: ParameterTexts,
): Generator<Problem> {
  if (parameterType !== 'DICTIONARY') return;
  if (dictionaryValues.length === 0) yield { path: ['dictionaryValues'], message: texts.dictionaryRequired };
  const isTwice = createDuplicateCheck(dictionaryValues.map(({ value }) => value.trim()));
  for (const [row, { value, sortOrder }] of dictionaryValues.entries()) {
    const text = value.trim();
    const message = text === '' ? texts.valueRequired : isTwice(text) ? texts.valueTwice : undefined;
    if (message) yield { path: ['dictionaryValues', row, 'value'], message };
    if (!isSortOrder(sortOrder))
      yield { path: ['dictionaryValues', row, 'sortOrder'], message: texts.valueSortOrderInvalid };
  }
}

const findConditionProblem = (
  dependency: DependencyValues,
  parents: Parents,
  texts: ParameterTexts,
): string | undefined => {
  const parent = findParent(parents, dependency.parentParameterId);
  const { conditionType, conditionValue } = dependency;
  if (!parent || conditionType === '' || !needsConditionValue(dependency)) return undefined;
  const checked = checkConditionValue(parent, { conditionType, conditionValue });
  return checked.isValid ? undefined : texts.problems[checked.problem];
};

function* findProblems(form: ParameterValues, parents: Parents, texts: ParameterTexts): Generator<Problem> {
  if (form.parameterName.trim().length < limits.parameterNameMinLength)
    yield { path: ['parameterName'], message: texts.nameRequired };
  if (form.displayName.trim() === '') yield { path: ['displayName'], message: texts.displayNameRequired };
  if (form.parameterType === '') yield { path: ['parameterType'], message: texts.typeRequired };
  if (form.parameterStage === '') yield { path: ['parameterStage'], message: texts.stageRequired };
  if (!isSortOrder(form.sortOrder)) yield { path: ['sortOrder'], message: texts.sortOrderInvalid };
  yield* findDictionaryProblems(form, texts);
  for (const [row, dependency] of form.dependencies.entries()) {
    const path = ['dependencies', row];
    if (dependency.parentParameterId === '')
      yield { path: [...path, 'parentParameterId'], message: texts.parentRequired };
    if (dependency.conditionType === '')
      yield { path: [...path, 'conditionType'], message: texts.conditionTypeRequired };
    const message = findConditionProblem(dependency, parents, texts);
    if (message) yield { path: [...path, 'conditionValue'], message };
  }
  if (form.parameterType === '' || form.defaultValue.trim() === '') return;
  const offered = form.dictionaryValues.filter(({ isActive }) => isActive);
  const checked = checkValue(
    {
      parameterType: form.parameterType,
      dictionaryValues: offered.map(({ value }) => ({ value: value.trim() })),
    },
    form.defaultValue,
  );
  if (!checked.isValid) yield { path: ['defaultValue'], message: texts.problems[checked.problem] };
}

const valuesSchema: z.ZodType<ParameterValues, ParameterValues> = z.object({
  parameterName: z.string(),
  displayName: z.string(),
  description: z.string(),
  parameterType: z.union([parameterTypeSchema, z.literal('')]),
  parameterStage: z.union([parameterStageSchema, z.literal('')]),
  sortOrder: z.string(),
  isActive: z.boolean(),
  defaultValue: z.string(),
  dictionaryValues: z.array(
    z.object({ key: z.string(), value: z.string(), sortOrder: z.string(), isActive: z.boolean() }),
  ),
  dependencies: z.array(
    z.object({
      parentParameterId: z.string(),
      conditionType: z.union([conditionTypeSchema, z.literal('')]),
      conditionValue: z.string(),
    }),
  ),
});

/** What the form refuses before the server is asked (spec 2 §5), in the texts given. */
export const parameterSchema = (parents: Parents, texts: ParameterTexts) =>
  valuesSchema.superRefine((form, context) => {
    for (const { path, message } of findProblems(form, parents, texts))
      context.addIssue({ code: 'custom', path, message });
  });

/** A value as answers are kept, so that both compare equal. */
const normalizeValue = (parent: WorkflowParameter | undefined, text: string): string => {
  const checked = parent && checkValue(parent, text);
  return checked?.isValid ? checked.value : text;
};

/** What is sent; to be called with what the schema has let through. */
export const buildRequest = (form: ParameterValues, parents: Parents): SaveWorkflowParameter => ({
  parameterName: form.parameterName.trim(),
  displayName: form.displayName.trim(),
  description: form.description.trim() || null,
  parameterType: parameterTypeSchema.parse(form.parameterType),
  parameterStage: parameterStageSchema.parse(form.parameterStage),
  sortOrder: Number(form.sortOrder),
  isActive: form.isActive,
  defaultValue: form.defaultValue.trim() || null,
  // Spec 2 §5: sent only for the DICTIONARY type.
  dictionaryValues:
    form.parameterType === 'DICTIONARY'
      ? form.dictionaryValues.map(({ value, sortOrder, isActive }) => ({
          value: value.trim(),
          sortOrder: Number(sortOrder),
          isActive,
        }))
      : [],
  dependencies: form.dependencies.map((dependency) => ({
    parentParameterId: Number(dependency.parentParameterId),
    conditionType: conditionTypeSchema.parse(dependency.conditionType),
    conditionValue: needsConditionValue(dependency)
      ? normalizeValue(findParent(parents, dependency.parentParameterId), dependency.conditionValue)
      : null,
  })),
});
