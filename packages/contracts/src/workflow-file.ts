import * as z from 'zod';
import { conditionTypeSchema } from './condition-types';
import { limits } from './limits';
import { optionalTextSchema, requiredTextSchema, textSchema } from './text';
import { parameterStageSchema, parameterTypeSchema, statusTypeSchema } from './workflow';
import { scenariosMax } from './workflow-check';

export const workflowFileFormat = 'obieg-workflow/1';

const nullableText = (maxLength: number) =>
  optionalTextSchema(maxLength)
    .transform((text) => text || null)
    .pipe(z.string().nullable());
const nullableValue = textSchema(limits.answerMaxLength)
  .nullish()
  .transform((value) => value ?? null)
  .pipe(z.string().nullable());
const parameterReference = requiredTextSchema(limits.nameMaxLength);
const statusReference = requiredTextSchema(limits.statusNameMaxLength);
/** Names from the top group down, joined by `/`, for example `IT/Helpdesk`. */
const groupPath = requiredTextSchema(limits.groupPathMaxLength);
const conditionFields = {
  parameter: parameterReference,
  conditionType: conditionTypeSchema,
  conditionValue: nullableValue,
};

/** The position in the file is the order in the questionnaire. */
const fileParameterSchema = z.strictObject({
  parameterName: requiredTextSchema(limits.nameMaxLength).min(limits.parameterNameMinLength),
  displayName: requiredTextSchema(limits.nameMaxLength),
  description: nullableText(limits.descriptionMaxLength),
  parameterType: parameterTypeSchema,
  parameterStage: parameterStageSchema,
  isActive: z.boolean(),
  defaultValue: nullableValue,
  dictionaryValues: z
    .array(z.strictObject({ value: requiredTextSchema(limits.answerMaxLength), isActive: z.boolean() }))
    .max(limits.dictionaryValuesMax),
  dependencies: z.array(z.strictObject(conditionFields)).max(50),
});

/** The position in the file is the age: the first status is the oldest. */
const fileStatusSchema = z.strictObject({ name: statusReference, statusType: statusTypeSchema });

/** The position decides between transitions of equal priority order. */
const fileTransitionSchema = z.strictObject({
  name: requiredTextSchema(limits.nameMaxLength),
  description: nullableText(limits.descriptionMaxLength),
  /** Null for a new task. */
  fromStatus: statusReference.nullable(),
  toStatus: statusReference,
  targetGroup: groupPath.nullable(),
  priorityOrder: z.int().nonnegative().max(1_000_000),
  isActive: z.boolean(),
  executorGroups: z.array(groupPath).max(200),
  parameterConditions: z.array(z.strictObject(conditionFields)).max(50),
  requiredParameters: z
    .array(
      z.strictObject({
        parameter: parameterReference,
        isMandatory: z.boolean(),
        defaultValue: nullableValue,
      }),
    )
    .max(50),
});

const fileScenarioSchema = z.strictObject({
  name: requiredTextSchema(limits.nameMaxLength),
  answers: z
    .array(z.strictObject({ parameter: parameterReference, value: textSchema(limits.answerMaxLength) }))
    .max(limits.answersMax),
  expectedQuestions: z.array(parameterReference).max(limits.answersMax),
  expectedStatus: statusReference,
  expectedGroup: groupPath.nullable(),
});

const notWorkflow = 'The file is not a workflow in the format obieg-workflow/1.';

/**
 * The complete workflow of an organization as a file. It names entities instead of numbering them, so that it fits
 * every organization. The order of keys is the order of the exported text.
 */
export const workflowFileSchema = z
  .strictObject(
    {
      format: z.literal(workflowFileFormat, notWorkflow),
      parameters: z.array(fileParameterSchema).max(limits.parametersMax),
      statuses: z.array(fileStatusSchema).max(limits.parametersMax),
      transitions: z.array(fileTransitionSchema).max(limits.parametersMax),
      scenarios: z.array(fileScenarioSchema).max(scenariosMax),
    },
    { error: ({ code }) => (code === 'invalid_type' ? notWorkflow : undefined) },
  )
  .meta({ id: 'WorkflowFile' });
export type WorkflowFile = z.output<typeof workflowFileSchema>;
