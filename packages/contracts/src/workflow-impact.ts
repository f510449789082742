import * as z from 'zod';
import { type ConditionType, conditionTypeSchema, openConditionTypeSchema } from './condition-types';
import { idSchema } from './identifiers';
import { limits } from './limits';
import { textSchema } from './text';
import {
  openParameterTypeSchema,
  openStatusTypeSchema,
  type ParameterType,
  parameterTypeSchema,
  type StatusType,
  statusTypeSchema,
} from './workflow';

const nameSchema = textSchema(limits.nameMaxLength);
const listOf = <T extends z.ZodType>(schema: T) => z.array(schema).max(limits.parametersMax);

interface WorkflowEnums {
  parameterType: z.ZodType<ParameterType, ParameterType>;
  statusType: z.ZodType<StatusType, StatusType>;
  conditionType: z.ZodType<ConditionType, ConditionType>;
}

const describeWorkflow = ({ parameterType, statusType, conditionType }: WorkflowEnums) =>
  z.object({
    parameters: listOf(z.object({ id: idSchema, parameterType })),
    statuses: listOf(z.object({ id: idSchema, name: nameSchema, statusType })),
    transitions: listOf(
      z.object({
        id: idSchema,
        name: nameSchema,
        fromStatusId: idSchema.nullable(),
        isActive: z.boolean(),
        parameterConditions: z
          .array(
            z.object({
              parameterId: idSchema,
              conditionType,
              conditionValue: textSchema(limits.answerMaxLength).nullable(),
            }),
          )
          .max(limits.parametersMax),
      }),
    ),
  });

/** The parts of a workflow that decide which transitions a task is offered. */
export const proposedWorkflowSchema = describeWorkflow({
  parameterType: parameterTypeSchema,
  statusType: statusTypeSchema,
  conditionType: conditionTypeSchema,
}).meta({ id: 'ProposedWorkflow' });

/** The same parts in a response. */
export const shownWorkflowSchema = describeWorkflow({
  parameterType: openParameterTypeSchema,
  statusType: openStatusTypeSchema,
  conditionType: openConditionTypeSchema,
}).meta({ id: 'ShownWorkflow' });
export type ProposedWorkflow = z.infer<typeof proposedWorkflowSchema>;

/** A dictionary value of a parameter that gets another text. */
export const renamedValueSchema = z.object({
  parameterId: idSchema,
  from: textSchema(limits.answerMaxLength),
  to: textSchema(limits.answerMaxLength),
});
export type RenamedValue = z.infer<typeof renamedValueSchema>;

/**
 * POST /api/tasks/workflow-impact: a workflow that is not saved yet. `renamedValues` are those that the change also
 * renames in the answers of open tasks.
 */
export const workflowImpactRequestSchema = z
  .object({ workflow: proposedWorkflowSchema, renamedValues: listOf(renamedValueSchema).default([]) })
  .meta({ id: 'WorkflowImpactRequest' });
export type WorkflowImpactRequest = z.input<typeof workflowImpactRequestSchema>;

const countSchema = z.int().nonnegative();
const impactStatusFields = { statusId: idSchema, statusName: z.string() };

/** Statuses whose tasks were not all looked at, because that took too long. Their numbers are lower bounds. */
const uncheckedStatuses = z.array(z.object(impactStatusFields));

/** A status with open tasks that are offered no transition. */
const stuckStatuses = z.array(z.object({ ...impactStatusFields, tasks: z.int().positive() }));

/** What a change of the workflow does to open tasks. Counts only the tasks that the caller may see. */
export const taskImpactSchema = z
  .object({
    /** Open tasks that lose or gain a transition of their status. */
    transitions: z.array(
      z.object({
        ...impactStatusFields,
        transitionId: idSchema,
        transitionName: z.string(),
        lost: countSchema,
        gained: countSchema,
      }),
    ),
    /** Open tasks that would be offered no transition, and are offered one now. */
    stuck: stuckStatuses,
    unchecked: uncheckedStatuses,
  })
  .meta({ id: 'TaskImpact' });
export type TaskImpact = z.infer<typeof taskImpactSchema>;

/** GET /api/tasks/stuck-counts: the open tasks that are offered no transition now. */
export const stuckCountsSchema = z
  .object({ stuck: stuckStatuses, unchecked: uncheckedStatuses })
  .meta({ id: 'StuckCounts' });
export type StuckCounts = z.infer<typeof stuckCountsSchema>;
