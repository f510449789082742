import * as z from 'zod';
import { approvalSchema, saveApprovalSchema } from './approvals';
import { conditionTypeSchema, openConditionTypeSchema } from './condition-types';
import { idSchema, pathIdSchema } from './identifiers';
import { limits } from './limits';
import { openEnum, passingEnum } from './open-enum';
import { targetSchema } from './targets';
import { optionalTextSchema, requiredTextSchema, textSchema } from './text';
import { workCalendarSchema } from './work-calendars';

export const parameterTypes = [
  'TEXT',
  'NUMBER',
  'BOOLEAN',
  'DICTIONARY',
  'DATE',
  'DATETIME',
  'EMAIL',
  'URL',
] as const;
export const parameterStages = ['REGISTRATION', 'ALWAYS', 'SYSTEM_CONTROLLED'] as const;
export const statusTypes = ['INITIAL', 'INTERMEDIATE', 'FINAL'] as const;
export const parameterTypeSchema = z.enum(parameterTypes, 'Parameter type is required.');
export const parameterStageSchema = z.enum(parameterStages, 'Parameter stage is required.');
export const statusTypeSchema = z.enum(statusTypes, 'Status type is required.');
/** Answers are texts, so an unknown type is shown as one. */
export const openParameterTypeSchema = openEnum(parameterTypes, 'TEXT');
/** Submitters are not asked for a parameter of an unknown stage. */
const openParameterStageSchema = openEnum(parameterStages, 'SYSTEM_CONTROLLED');
export const openStatusTypeSchema = openEnum(statusTypes, 'INTERMEDIATE');
export type ParameterType = z.infer<typeof parameterTypeSchema>;
export type ParameterStage = z.infer<typeof parameterStageSchema>;
export type StatusType = z.infer<typeof statusTypeSchema>;

const sortOrderMessage = 'Sort order is required and must be a non-negative number.';
const sortOrderSchema = z.int(sortOrderMessage).nonnegative(sortOrderMessage).max(1_000_000);
const dictionaryValueFields = {
  value: requiredTextSchema(limits.answerMaxLength, 'A value is required.'),
  sortOrder: sortOrderSchema,
  isActive: z.boolean().default(true),
};
const dictionaryValueSchema = z
  .object({ id: idSchema, ...dictionaryValueFields })
  .meta({ id: 'DictionaryValue' });
export type DictionaryValue = z.infer<typeof dictionaryValueSchema>;

/** A condition on an answer. `conditionValue` applies only to EQUALS and NOT_EQUALS. */
const dependencySchema = z
  .object({
    id: idSchema,
    parentParameterId: idSchema,
    conditionType: openConditionTypeSchema,
    conditionValue: z.string().nullable(),
  })
  .meta({ id: 'ParameterDependency' });

/** A workflow parameter (spec 2 §3). */
export const workflowParameterSchema = z
  .object({
    id: idSchema,
    parameterName: z.string(),
    displayName: z.string(),
    description: z.string().nullable(),
    parameterType: openParameterTypeSchema,
    parameterStage: openParameterStageSchema,
    sortOrder: z.int().nonnegative(),
    isActive: z.boolean(),
    defaultValue: z.string().nullable(),
    createdAt: z.iso.datetime(),
    dictionaryValues: z.array(dictionaryValueSchema),
    dependencies: z.array(dependencySchema),
  })
  .meta({ id: 'WorkflowParameter' });
export type WorkflowParameter = z.infer<typeof workflowParameterSchema>;

const optionalId = idSchema.optional();
const conditionValueField = textSchema(limits.answerMaxLength).nullish();
const parameterNameMessage = 'Parameter name is required and must be at least 2 characters long.';
const selectedId = (message: string) => z.int(message).positive(message);
export const saveWorkflowParameterSchema = z
  .object({
    parameterName: requiredTextSchema(limits.nameMaxLength, parameterNameMessage).min(
      limits.parameterNameMinLength,
      parameterNameMessage,
    ),
    displayName: requiredTextSchema(limits.nameMaxLength, 'Display name is required.'),
    description: optionalTextSchema(limits.descriptionMaxLength),
    parameterType: parameterTypeSchema,
    parameterStage: parameterStageSchema,
    sortOrder: sortOrderSchema,
    isActive: z.boolean().default(true),
    defaultValue: textSchema(limits.answerMaxLength).nullish(),
    /** A row with the id of a saved value and another text renames that value. */
    dictionaryValues: z
      .array(z.object({ id: optionalId, ...dictionaryValueFields }))
      .max(limits.dictionaryValuesMax)
      .default([]),
    /**
     * Renames values also in the dependencies, conditions, default values and scenarios that name them. Without it,
     * renaming a value in use is refused with 409 IN_USE.
     */
    renameUses: z.boolean().default(false),
    /** Renames values also in the answers of open tasks. */
    renameAnswers: z.boolean().default(false),
    dependencies: z
      .array(
        z.object({
          id: optionalId,
          parentParameterId: selectedId('Please select a parent parameter.'),
          conditionType: conditionTypeSchema,
          conditionValue: conditionValueField,
        }),
      )
      .max(50)
      .default([]),
  })
  .meta({ id: 'SaveWorkflowParameter' });
export type SaveWorkflowParameter = z.input<typeof saveWorkflowParameterSchema>;

/**
 * PUT /api/workflow-parameters/order: all parameters of the organization, each once, as the questionnaire asks them. The
 * values of `sortOrder` are dealt out again in this order, as 0, 1, 2, … if two are equal. The response is the reordered
 * list.
 */
export const orderWorkflowParametersSchema = z
  .object({
    parameterIds: z.array(idSchema).max(limits.parametersMax),
    movedId: idSchema.optional().meta({
      description:
        'The moved parameter. Only it changes its place, to after the one that parameterIds lists before it. Without it, all are ordered as listed.',
    }),
    expectedOrder: z.array(idSchema).max(limits.parametersMax).optional().meta({
      description: 'The order that the caller has seen. 412 if there is another one by now.',
    }),
  })
  .meta({ id: 'OrderWorkflowParameters' });

/** GET /api/workflow-parameters/public: a question of the public questionnaire (spec 3 §3). */
export const publicParameterSchema = z
  .object({
    id: idSchema,
    parameterName: z.string(),
    displayName: z.string(),
    description: z.string().nullable(),
    parameterType: openParameterTypeSchema,
    sortOrder: z.int(),
    dictionaryValues: z.array(z.object({ value: z.string() })),
    /** A valid answer that fills the field in advance. Absent from the previous release. */
    defaultValue: z.string().nullable().optional(),
    dependencies: z.array(
      z.object({
        parentParameterId: idSchema,
        parentParameterName: z.string(),
        conditionType: openConditionTypeSchema,
        conditionValue: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'PublicParameter' });
export type PublicParameter = z.infer<typeof publicParameterSchema>;

export const workflowStatusSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    statusType: openStatusTypeSchema,
    createdAt: z.iso.datetime(),
    /** Null: tasks leave the status without an approval. Absent from the previous release. */
    approval: approvalSchema.nullable().optional(),
  })
  .meta({ id: 'WorkflowStatus' });
export type WorkflowStatus = z.infer<typeof workflowStatusSchema>;
export const saveWorkflowStatusSchema = z
  .object({
    name: requiredTextSchema(
      limits.statusNameMaxLength,
      'Status name is required.',
      'Status name must not exceed 100 characters.',
    ),
    statusType: statusTypeSchema,
    /** Null removes the approval. Absent, as from a page of the previous release, it stays. */
    approval: saveApprovalSchema.nullable().optional(),
  })
  .meta({ id: 'SaveWorkflowStatus' });
export type SaveWorkflowStatus = z.output<typeof saveWorkflowStatusSchema>;

const parameterConditionSchema = z
  .object({
    id: idSchema,
    parameterId: idSchema,
    conditionType: openConditionTypeSchema,
    conditionValue: z.string().nullable(),
  })
  .meta({ id: 'ParameterCondition' });
const requiredParameterSchema = z
  .object({
    id: idSchema,
    parameterId: idSchema,
    isMandatory: z.boolean(),
    defaultValue: z.string().nullable(),
  })
  .meta({ id: 'RequiredParameter' });
export type RequiredParameter = z.infer<typeof requiredParameterSchema>;

/** A status transition (spec 2 §3). A null `fromStatusId` means a new task. */
export const statusTransitionSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    description: z.string().nullable(),
    fromStatusId: idSchema.nullable(),
    fromStatusName: z.string().nullable(),
    toStatusId: idSchema,
    toStatusName: z.string(),
    targetGroupId: idSchema.nullable(),
    targetGroupName: z.string().nullable(),
    priorityOrder: z.int().nonnegative(),
    isActive: z.boolean(),
    executorGroupIds: z.array(idSchema),
    parameterConditions: z.array(parameterConditionSchema),
    requiredParameters: z.array(requiredParameterSchema),
  })
  .meta({ id: 'StatusTransition' });
export type StatusTransition = z.infer<typeof statusTransitionSchema>;

export const saveStatusTransitionSchema = z
  .object({
    name: requiredTextSchema(limits.nameMaxLength, 'Transition name is required'),
    description: optionalTextSchema(limits.descriptionMaxLength),
    fromStatusId: idSchema.nullish(),
    toStatusId: selectedId('To status is required'),
    targetGroupId: idSchema.nullish(),
    priorityOrder: z.int().nonnegative().max(1_000_000).default(0),
    isActive: z.boolean().default(true),
    executorGroupIds: z.array(idSchema).max(200).default([]),
    parameterConditions: z
      .array(
        z.object({
          id: optionalId,
          parameterId: idSchema,
          conditionType: conditionTypeSchema.default('EQUALS'),
          conditionValue: conditionValueField,
        }),
      )
      .max(50)
      .default([]),
    requiredParameters: z
      .array(
        z.object({
          id: optionalId,
          parameterId: idSchema,
          isMandatory: z.boolean().default(true),
          defaultValue: textSchema(limits.answerMaxLength).nullish(),
        }),
      )
      .max(50)
      .default([]),
  })
  .meta({ id: 'SaveStatusTransition' });
export type SaveStatusTransition = z.input<typeof saveStatusTransitionSchema>;

/** Query of GET /api/status-transitions/check-name. `excludeId` excludes the transition being edited. */
export const transitionNameQuerySchema = z.object({
  name: textSchema(1_000),
  excludeId: pathIdSchema.optional(),
});
export const nameCheckSchema = z.object({ exists: z.boolean() }).meta({ id: 'NameCheck' });

/** The complete workflow of one organization: payload of svc-workflow's event and input of the rules. */
export const workflowConfigurationSchema = z.object({
  organizationId: idSchema,
  parameters: z.array(
    workflowParameterSchema.extend({
      parameterType: passingEnum(parameterTypes),
      parameterStage: passingEnum(parameterStages),
    }),
  ),
  statuses: z.array(workflowStatusSchema.extend({ statusType: passingEnum(statusTypes) })),
  transitions: z.array(
    statusTransitionSchema.omit({ fromStatusName: true, toStatusName: true, targetGroupName: true }),
  ),
  /** Absent from the previous release. */
  calendars: z.array(workCalendarSchema).optional(),
  /** In their order. Absent from the previous release. */
  targets: z.array(targetSchema).optional(),
});
export type WorkflowConfiguration = z.infer<typeof workflowConfigurationSchema>;
