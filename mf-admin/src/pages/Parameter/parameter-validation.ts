import { parameterStageSchema, parameterTypeSchema, saveWorkflowParameterSchema } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { checkValue, type ValueProblem } from '@obieg/workflow-rules';
import * as z from 'zod';
import {
  type ConditionTexts,
  conditionRowSchema,
  findConditionProblems,
} from '../../conditions/parameter-rows';
import { isWholeNumber } from '../../forms/whole-number';
import type { ParameterValues, Parents } from './parameter-form';

export interface ParameterTexts extends ConditionTexts {
  nameRequired: string;
  displayNameRequired: string;
  typeRequired: string;
  stageRequired: string;
  sortOrderInvalid: string;
  dictionaryRequired: string;
  valueRequired: string;
  duplicateValue: string;
  valueSortOrderInvalid: string;
}

const isSortOrder = (text: string): boolean =>
  isWholeNumber(text, saveWorkflowParameterSchema.shape.sortOrder);

interface ValidationContext {
  /** Possible parents. */
  parameters: Parents;
  texts: ParameterTexts;
  /** Of the organization; undefined if unknown. */
  timeZone: string | undefined;
}

interface Problem {
  path: (string | number)[];
  message: string;
}

/** Returns a function that tells whether a text occurs more than once. */
const createDuplicateCheck = (all: readonly string[]): ((text: string) => boolean) => {
  const counts = new Map<string, number>();
  for (const text of all) counts.set(text, (counts.get(text) ?? 0) + 1);
  return (text) => (counts.get(text) ?? 0) > 1;
};

function* findDictionaryProblems(
  { parameterType, dictionaryValues }: ParameterValues,
  texts: ParameterTexts,
): Generator<Problem> {
  if (parameterType !== 'DICTIONARY') return;
  if (dictionaryValues.length === 0) yield { path: ['dictionaryValues'], message: texts.dictionaryRequired };
  const isDuplicate = createDuplicateCheck(dictionaryValues.map(({ value }) => value.trim()));
  for (const [row, { value, sortOrder }] of dictionaryValues.entries()) {
    const text = value.trim();
    const path = ['dictionaryValues', row, 'value'];
    if (text === '') yield { path, message: texts.valueRequired };
    else if (isDuplicate(text)) yield { path, message: texts.duplicateValue };
    if (!isSortOrder(sortOrder))
      yield { path: ['dictionaryValues', row, 'sortOrder'], message: texts.valueSortOrderInvalid };
  }
}

const findDefaultValueProblem = (
  { parameterType, dictionaryValues, defaultValue }: ParameterValues,
  timeZone: string | undefined,
): ValueProblem | undefined => {
  if (parameterType === '' || defaultValue.trim() === '') return undefined;
  const active = dictionaryValues.filter(({ isActive }) => isActive);
  const checked = checkValue(
    { parameterType, dictionaryValues: active.map(({ value }) => ({ value: value.trim() })) },
    defaultValue,
    timeZone,
  );
  return checked.isValid ? undefined : checked.problem;
};

function* findProblems(form: ParameterValues, context: ValidationContext): Generator<Problem> {
  const { texts, timeZone } = context;
  if (form.parameterName.trim().length < limits.parameterNameMinLength)
    yield { path: ['parameterName'], message: texts.nameRequired };
  if (form.displayName.trim() === '') yield { path: ['displayName'], message: texts.displayNameRequired };
  if (form.parameterType === '') yield { path: ['parameterType'], message: texts.typeRequired };
  if (form.parameterStage === '') yield { path: ['parameterStage'], message: texts.stageRequired };
  if (!isSortOrder(form.sortOrder)) yield { path: ['sortOrder'], message: texts.sortOrderInvalid };
  yield* findDictionaryProblems(form, texts);
  yield* findConditionProblems('dependencies', form.dependencies, context);
  const defaultProblem = findDefaultValueProblem(form, timeZone);
  if (defaultProblem) yield { path: ['defaultValue'], message: texts.problems[defaultProblem] };
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
    z.object({
      key: z.string(),
      savedId: z.number().nullable(),
      value: z.string(),
      sortOrder: z.string(),
      isActive: z.boolean(),
    }),
  ),
  dependencies: z.array(conditionRowSchema),
});

/** Creates the schema that validates the form before it is sent (spec 2 §5). */
export const createParameterSchema = (context: ValidationContext) =>
  valuesSchema.superRefine((form, { addIssue }) => {
    for (const { path, message } of findProblems(form, context)) addIssue({ code: 'custom', path, message });
  });
