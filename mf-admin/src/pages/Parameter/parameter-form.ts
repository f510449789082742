import {
  parameterStageSchema,
  parameterTypeSchema,
  type SaveWorkflowParameter,
  type WorkflowParameter,
} from '@obieg/contracts';
import * as z from 'zod';
import { conditionRowSchema, toCondition, toConditionRow } from '../../conditions/parameter-rows';

const dictionaryRowSchema = z.object({
  /** Identifies the row while the form is open. Not sent to the server. */
  key: z.string(),
  /** Id of the saved value; null for a new one. Not `id`, which field arrays use. */
  savedId: z.number().nullable(),
  value: z.string(),
  sortOrder: z.string(),
  isActive: z.boolean(),
});
export type DictionaryRowValues = z.infer<typeof dictionaryRowSchema>;

/** Form values: numbers and ids as text, '' for an empty field. */
export const valuesSchema = z.object({
  parameterName: z.string(),
  displayName: z.string(),
  description: z.string(),
  parameterType: z.union([parameterTypeSchema, z.literal('')]),
  parameterStage: z.union([parameterStageSchema, z.literal('')]),
  sortOrder: z.string(),
  isActive: z.boolean(),
  defaultValue: z.string(),
  dictionaryValues: z.array(dictionaryRowSchema),
  dependencies: z.array(conditionRowSchema),
  /** Whether open tasks get the new texts of renamed dictionary values. */
  renameAnswers: z.boolean(),
});
export type ParameterValues = z.infer<typeof valuesSchema>;

export type Parents = readonly WorkflowParameter[];

let lastKey = 0;
const createKey = (): string => {
  lastKey += 1;
  return `row-${lastKey}`;
};

/** Creates an active row. @param count the number of existing rows, which becomes the sort order (spec 2 §4). */
export const newDictionaryRow = (count: number, value = ''): DictionaryRowValues => ({
  key: createKey(),
  savedId: null,
  value,
  sortOrder: String(count),
  isActive: true,
});
/**
 * Returns the values of an empty form. The new parameter is last in the sort order.
 *
 * @param previous the parameter just saved, when several are created one after the other
 */
export const createDefaultValues = (
  parameters: Parents,
  previous?: SaveWorkflowParameter,
): ParameterValues => ({
  parameterName: '',
  displayName: '',
  description: '',
  parameterType: previous ? 'TEXT' : '',
  parameterStage: previous?.parameterStage ?? '',
  sortOrder: String(Math.max(-1, ...parameters.map(({ sortOrder }) => sortOrder)) + 1),
  isActive: true,
  defaultValue: '',
  dictionaryValues: [],
  dependencies: [],
  renameAnswers: true,
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
  dictionaryValues: parameter.dictionaryValues.map(({ id, value, sortOrder, isActive }) => ({
    key: createKey(),
    savedId: id,
    value,
    sortOrder: String(sortOrder),
    isActive,
  })),
  dependencies: parameter.dependencies.map((dependency) =>
    toConditionRow(dependency.parentParameterId, dependency),
  ),
  renameAnswers: true,
});

/** Builds the request body from values that the schema accepted. */
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
      ? form.dictionaryValues.map(({ savedId, value, sortOrder, isActive }) => ({
          ...(savedId === null ? {} : { id: savedId }),
          value: value.trim(),
          sortOrder: Number(sortOrder),
          isActive,
        }))
      : [],
  dependencies: form.dependencies.map((dependency) => ({
    parentParameterId: Number(dependency.parameterId),
    ...toCondition(parents, dependency),
  })),
  // Only a saved value can be renamed.
  ...(form.dictionaryValues.some(({ savedId }) => savedId !== null)
    ? { renameAnswers: form.renameAnswers }
    : {}),
});
