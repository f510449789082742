import * as z from 'zod';
import { findingSeverities } from './finding-severities';
import { idSchema } from './identifiers';
import { limits } from './limits';
import { openEnum, passingEnum } from './open-enum';
import { requiredTextSchema, textSchema } from './text';

/** Every mistake that the workflow check finds. */
export const findingCodes = [
  'NO_INITIAL_STATUS',
  'NO_ACTIVE_START',
  'STATUS_UNREACHABLE',
  'STATUS_DEAD_END',
  'FINAL_UNREACHABLE',
  'NEW_TASKS_STUCK',
  'TRANSITION_NEVER_OFFERED',
  'TRANSITION_SHADOWED',
  'EXECUTORS_EMPTY',
  'TARGET_GROUP_EMPTY',
  'REQUIRED_PARAMETER_INACTIVE',
  'REQUIRED_VALUE_IMPOSSIBLE',
  'QUESTION_UNREACHABLE',
  'QUESTION_BEFORE_PARENT',
  'CONDITION_ON_INACTIVE',
  'CONDITION_ON_RETIRED_VALUE',
  'DEFAULT_VALUE_INVALID',
  'SCENARIO_BROKEN',
  'APPROVAL_WITHOUT_APPROVERS',
  'APPROVAL_STUCK',
  'TARGET_NEVER_STARTS',
  'TARGET_NEVER_ENDS',
] as const;
const findingCodeSchema = passingEnum(findingCodes);
export type FindingCode = (typeof findingCodes)[number];

/** An error means that tasks get stuck or cannot be created. A finding never blocks a save. */
const findingSeveritySchema = openEnum(findingSeverities, 'hint');
export type FindingSeverity = (typeof findingSeverities)[number];

const findingSubjectKinds = ['parameter', 'value', 'status', 'transition', 'scenario', 'target'] as const;
/** `id` is null if the finding concerns all entities of its kind, for example that no status is INITIAL. */
const findingSubjectSchema = z
  .object({ kind: passingEnum(findingSubjectKinds), id: idSchema.nullable(), name: z.string() })
  .meta({ id: 'FindingSubject' });
export type FindingSubject = z.infer<typeof findingSubjectSchema>;

const exampleAnswerSchema = z.object({ parameterId: idSchema, name: z.string(), value: z.string() });
/**
 * A shortest example. `answers` are the answers to the questionnaire that matter; all others can be anything.
 * `path` are the statuses in order: the first one is where the task starts, each further one is entered by
 * `transition` with `answers` given in its dialog.
 */
const findingExampleSchema = z
  .object({
    answers: z.array(exampleAnswerSchema),
    path: z.array(
      z.object({
        status: z.object({ id: idSchema, name: z.string() }),
        transition: z.object({ id: idSchema, name: z.string() }).nullable(),
        answers: z.array(exampleAnswerSchema),
      }),
    ),
  })
  .meta({ id: 'FindingExample' });
export type FindingExample = z.infer<typeof findingExampleSchema>;

export const findingSchema = z
  .object({
    code: findingCodeSchema,
    severity: findingSeveritySchema,
    subject: findingSubjectSchema,
    /** What else the finding names, for links and marks. */
    related: z.array(findingSubjectSchema),
    message: z.object({ pl: z.string(), en: z.string() }),
    /** Null if no example exists, for example because nothing reaches the subject, or if there are too many. */
    example: findingExampleSchema.nullable(),
  })
  .meta({ id: 'Finding' });
export type Finding = z.infer<typeof findingSchema>;

/** What the check needs to know of a group. */
const checkedGroupSchema = z
  .object({
    id: idSchema,
    /** Its path, for example `IT / Helpdesk`, because several groups can have one name. */
    name: z.string(),
    /** Whether the group has an effective LEADER or MEMBER with BASE, also through a child group. */
    hasExecutors: z.boolean(),
    /** Two of these members, or all if there are fewer. Absent from the previous release. */
    executorIds: z.array(idSchema).optional(),
  })
  .meta({ id: 'CheckedGroup' });
export type CheckedGroup = z.infer<typeof checkedGroupSchema>;

/**
 * Says how much a check looked at. A check has limits of steps and of time, because a workflow can make it endless. All
 * findings of an incomplete check are true. Absent from the previous release.
 */
export const checkCoverageFields = {
  isComplete: z.boolean().optional(),
  /** Kinds of mistakes that the check did not look for everywhere. Empty if it is complete. */
  unchecked: z.array(findingCodeSchema).optional(),
};

/** GET /api/workflow-check. `groups` are the input that a browser needs to run the same check. */
export const workflowCheckSchema = z
  .object({
    revision: z.int().nonnegative(),
    findings: z.array(findingSchema),
    ...checkCoverageFields,
    groups: z.array(checkedGroupSchema),
  })
  .meta({ id: 'WorkflowCheck' });
export type WorkflowCheck = z.infer<typeof workflowCheckSchema>;

/** A saved scenario: answers by parameter id, and what the questionnaire must do with them. */
export const workflowScenarioSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    answers: z.record(z.string(), z.string()),
    /** The questions asked, in order. */
    expectedQuestionIds: z.array(idSchema),
    expectedStatusId: idSchema,
    expectedGroupId: idSchema.nullable(),
  })
  .meta({ id: 'WorkflowScenario' });
export type WorkflowScenario = z.infer<typeof workflowScenarioSchema>;

export const scenariosMax = 100;
const parameterKeySchema = z.string().regex(/^[1-9]\d{0,15}$/);
export const saveWorkflowScenarioSchema = z
  .object({
    name: requiredTextSchema(limits.nameMaxLength, 'Scenario name is required.'),
    answers: z
      .record(parameterKeySchema, textSchema(limits.answerMaxLength))
      .refine((answers) => Object.keys(answers).length <= limits.answersMax, 'Too many answers.'),
    expectedQuestionIds: z.array(idSchema).max(limits.answersMax),
    expectedStatusId: idSchema,
    expectedGroupId: idSchema.nullable(),
  })
  .meta({ id: 'SaveWorkflowScenario' });
export type SaveWorkflowScenario = z.input<typeof saveWorkflowScenarioSchema>;
