import * as z from 'zod';
import { approverGroupsMax, saveApprovalSchema } from './approvals';
import { conditionTypeSchema } from './condition-types';
import { limits } from './limits';
import { targetEndEvents, targetMinutesSchema, targetStartEvents, targetsMax } from './targets';
import { priorities } from './task-values';
import { optionalTextSchema, requiredTextSchema, textSchema } from './text';
import { calendarsMax, holidaysSchema, weekSpanTimes } from './work-calendars';
import { parameterStageSchema, parameterTypeSchema, statusTypeSchema } from './workflow';
import { scenariosMax } from './workflow-check';

/** Version 1 has no calendars and targets. An import of a file without them keeps those of the organization. */
const workflowFileFormats = ['obieg-workflow/1', 'obieg-workflow/2'] as const;
export const workflowFileFormat = 'obieg-workflow/2';

export const weekDays = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
] as const;

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
const fileStatusSchema = z.strictObject({
  name: statusReference,
  statusType: statusTypeSchema,
  /** Absent from files of version 1. The transitions are named; both leave this status. */
  approval: z
    .strictObject({
      approverGroups: z.array(groupPath).max(approverGroupsMax),
      quorum: saveApprovalSchema.shape.quorum,
      isAuthorExcluded: z.boolean(),
      approvedTransition: requiredTextSchema(limits.nameMaxLength),
      rejectedTransition: requiredTextSchema(limits.nameMaxLength),
    })
    .nullable()
    .optional(),
});

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

const fileCalendarSchema = z.strictObject({
  name: requiredTextSchema(limits.nameMaxLength),
  isDefault: z.boolean(),
  week: z.array(z.strictObject({ day: z.enum(weekDays), ...weekSpanTimes })).max(70),
  holidays: holidaysSchema,
});

/** Of each moment, either the event or the statuses are given. The position decides between equal sort orders. */
const fileTargetSchema = z.strictObject({
  metric: requiredTextSchema(limits.nameMaxLength),
  isActive: z.boolean(),
  sortOrder: z.int().nonnegative().max(1_000_000),
  priorities: z.array(z.enum(priorities)).max(priorities.length),
  conditions: z.array(z.strictObject(conditionFields)).max(50),
  calendar: requiredTextSchema(limits.nameMaxLength),
  minutes: targetMinutesSchema,
  startEvent: z.enum(targetStartEvents).nullable(),
  startStatuses: z.array(statusReference).max(limits.parametersMax),
  endEvent: z.enum(targetEndEvents).nullable(),
  endStatuses: z.array(statusReference).max(limits.parametersMax),
  pausedStatuses: z.array(statusReference).max(limits.parametersMax),
});

const notWorkflow = 'The file is not a workflow in the format obieg-workflow/1 or obieg-workflow/2.';

/**
 * The complete workflow of an organization as a file. It names entities instead of numbering them, so that it fits
 * every organization. The order of keys is the order of the exported text.
 */
export const workflowFileSchema = z
  .strictObject(
    {
      format: z.enum(workflowFileFormats, notWorkflow),
      parameters: z.array(fileParameterSchema).max(limits.parametersMax),
      statuses: z.array(fileStatusSchema).max(limits.parametersMax),
      transitions: z.array(fileTransitionSchema).max(limits.parametersMax),
      scenarios: z.array(fileScenarioSchema).max(scenariosMax),
      calendars: z.array(fileCalendarSchema).max(calendarsMax).optional(),
      targets: z.array(fileTargetSchema).max(targetsMax).optional(),
    },
    { error: ({ code }) => (code === 'invalid_type' ? notWorkflow : undefined) },
  )
  .refine(
    ({ format, calendars, targets }) =>
      (calendars !== undefined) === (targets !== undefined) &&
      (calendars === undefined || format === workflowFileFormat),
    'Only a file in the format obieg-workflow/2 has calendars and targets, and has both or neither.',
  )
  .meta({ id: 'WorkflowFile' });
export type WorkflowFile = z.output<typeof workflowFileSchema>;
