import { saveWorkflowParameterSchema } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import type { Translate } from '@obieg/web-kit';
import { checkValue, type ValueProblem } from '@obieg/workflow-rules';
import { findConditionProblems, type Problem, type RowContext } from '../../conditions/parameter-rows';
import { isWholeNumber } from '../../forms/whole-number';
import { buildRequest, type ParameterValues, valuesSchema } from './parameter-form';

const isSortOrder = (text: string): boolean =>
  isWholeNumber(text, saveWorkflowParameterSchema.shape.sortOrder);

/** Returns a function that tells whether a text occurs more than once. */
const createDuplicateCheck = (all: readonly string[]): ((text: string) => boolean) => {
  const counts = new Map<string, number>();
  for (const text of all) counts.set(text, (counts.get(text) ?? 0) + 1);
  return (text) => (counts.get(text) ?? 0) > 1;
};

function* findDictionaryProblems(
  { parameterType, dictionaryValues }: ParameterValues,
  t: Translate,
): Generator<Problem> {
  if (parameterType !== 'DICTIONARY') return;
  if (dictionaryValues.length === 0)
    yield { path: ['dictionaryValues'], message: t('parameter.dictionaryRequired') };
  const isDuplicate = createDuplicateCheck(dictionaryValues.map(({ value }) => value.trim()));
  for (const [row, { value, sortOrder }] of dictionaryValues.entries()) {
    const text = value.trim();
    const path = ['dictionaryValues', row, 'value'];
    if (text === '') yield { path, message: t('parameter.valueRequired') };
    else if (isDuplicate(text)) yield { path, message: t('parameter.duplicateValue') };
    if (!isSortOrder(sortOrder))
      yield { path: ['dictionaryValues', row, 'sortOrder'], message: t('parameter.valueSortOrderInvalid') };
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

function* findProblems(form: ParameterValues, context: RowContext): Generator<Problem> {
  const { t, problems, timeZone } = context;
  if (form.parameterName.trim().length < limits.parameterNameMinLength)
    yield { path: ['parameterName'], message: t('parameter.nameRequired') };
  if (form.displayName.trim() === '')
    yield { path: ['displayName'], message: t('parameter.displayNameRequired') };
  if (form.parameterType === '') yield { path: ['parameterType'], message: t('parameter.typeRequired') };
  if (form.parameterStage === '') yield { path: ['parameterStage'], message: t('parameter.stageRequired') };
  if (!isSortOrder(form.sortOrder)) yield { path: ['sortOrder'], message: t('parameter.sortOrderInvalid') };
  yield* findDictionaryProblems(form, t);
  yield* findConditionProblems('dependencies', form.dependencies, context);
  const defaultProblem = findDefaultValueProblem(form, timeZone);
  if (defaultProblem) yield { path: ['defaultValue'], message: problems[defaultProblem] };
}

/** Creates the schema that validates the form (spec 2 §5) and returns the request body. */
export const createParameterSchema = (context: RowContext) =>
  valuesSchema
    .superRefine((form, { addIssue }) => {
      for (const { path, message } of findProblems(form, context))
        addIssue({ code: 'custom', path, message });
    })
    .transform((form) => buildRequest(form, context.parameters));
