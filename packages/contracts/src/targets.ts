import * as z from 'zod';
import { conditionTypeSchema, openConditionTypeSchema } from './condition-types';
import { idSchema } from './identifiers';
import { limits } from './limits';
import { openEnum, passingEnum } from './open-enum';
import { priorities } from './task-values';
import { requiredTextSchema, textSchema } from './text';

export const targetStartEvents = ['CREATED'] as const;
/** `FIRST_REPLY`: the first comment that the task's author sees and that somebody else wrote. */
export const targetEndEvents = ['FIRST_REPLY', 'FINISHED'] as const;

/** At most a year of round-the-clock work. */
const minutesMax = 366 * 24 * 60;
export const targetMinutesSchema = z.int().min(1).max(minutesMax);
const statusesMax = 300;
export const targetsMax = 100;

const statusIds = z.array(idSchema).min(1).max(statusesMax);
const savedStart = z.union([z.object({ event: z.enum(targetStartEvents) }), z.object({ statusIds })]);
const savedEnd = z.union([z.object({ event: z.enum(targetEndEvents) }), z.object({ statusIds })]);

const targetConditionFields = { parameterId: idSchema, conditionValue: z.string().nullable() };

/**
 * A promise: how much working time may pass between two moments of a task. Of each metric, the first active target that
 * fits a task applies.
 */
export const targetSchema = z
  .object({
    id: idSchema,
    /** What is measured, for example "First reply". Targets with equal names measure the same. */
    metric: z.string(),
    isActive: z.boolean(),
    sortOrder: z.int(),
    /** Empty: any. */
    priorities: z.array(passingEnum(priorities)),
    conditions: z.array(z.object({ ...targetConditionFields, conditionType: openConditionTypeSchema })),
    calendarId: idSchema,
    /** Working minutes. */
    minutes: z.int(),
    /** An event, or the first of these statuses that the task enters. Neither: a way that this version does not know. */
    start: z.object({
      event: passingEnum(targetStartEvents).optional(),
      statusIds: z.array(idSchema).optional(),
    }),
    end: z.object({
      event: passingEnum(targetEndEvents).optional(),
      statusIds: z.array(idSchema).optional(),
    }),
    /** Statuses in which the clock stands still. */
    pausedStatusIds: z.array(idSchema),
  })
  .meta({ id: 'Target' });
export type Target = z.infer<typeof targetSchema>;

/** POST /api/targets, PUT /api/targets/{id}. */
export const saveTargetSchema = z
  .object({
    metric: requiredTextSchema(limits.nameMaxLength, 'A name is required.'),
    isActive: z.boolean().default(true),
    sortOrder: z.int().nonnegative().max(1_000_000).default(0),
    priorities: z.array(z.enum(priorities)).max(priorities.length).default([]),
    conditions: z
      .array(
        z.object({
          parameterId: idSchema,
          conditionType: conditionTypeSchema,
          conditionValue: textSchema(limits.answerMaxLength).nullish(),
        }),
      )
      .max(50)
      .default([]),
    calendarId: idSchema,
    minutes: targetMinutesSchema,
    start: savedStart,
    end: savedEnd,
    pausedStatusIds: z.array(idSchema).max(statusesMax).default([]),
  })
  .meta({ id: 'SaveTarget' });
export type SaveTarget = z.input<typeof saveTargetSchema>;

export const targetStates = ['RUNNING', 'PAUSED', 'MET', 'MISSED'] as const;
export type TargetState = (typeof targetStates)[number];

/** A target of one task. */
export const taskTargetSchema = z
  .object({
    metric: z.string(),
    /** `MISSED` while the clock still runs after the end of its time, and afterwards. */
    state: openEnum(targetStates, 'OTHER'),
    /** The clock counts: it neither stands still nor has ended. */
    isRunning: z.boolean(),
    /** When its time ends, or ended; null while it is paused. */
    dueAt: z.iso.datetime().nullable(),
    /** Whole working minutes that have passed. */
    elapsedMinutes: z.int(),
    /** Working minutes of the target. */
    minutes: z.int(),
  })
  .meta({ id: 'TaskTarget' });
export type TaskTarget = z.infer<typeof taskTargetSchema>;

/** Filter of GET /api/tasks by targets. `soon`: more than 75 % of the time has passed. */
export const targetFilters = ['missed', 'soon', 'running'] as const;
export type TargetFilter = (typeof targetFilters)[number];

/** `ENDED`: the end was reached after its time. `CHANGED`: another target applies, or another time. */
export const targetChanges = ['STARTED', 'PAUSED', 'RESUMED', 'CHANGED', 'MET', 'MISSED', 'ENDED'] as const;
export type TargetChangeKind = (typeof targetChanges)[number];
export const targetCauses = [
  'CREATED',
  'STATUS',
  'COMMENT',
  'PRIORITY',
  'ANSWERS',
  'CONFIGURATION',
  'TIME',
] as const;
export type TargetCause = (typeof targetCauses)[number];

const targetHistoryEntrySchema = z
  .object({
    id: idSchema,
    metric: z.string(),
    change: openEnum(targetChanges, 'OTHER'),
    changedAt: z.iso.datetime(),
    cause: openEnum(targetCauses, 'OTHER'),
    /** The status that the task entered, under its name at that time. */
    statusName: z.string().nullable(),
    /** Minutes of the target that applied then. */
    minutes: z.int(),
  })
  .meta({ id: 'TargetHistoryEntry' });
export type TargetHistoryEntry = z.infer<typeof targetHistoryEntrySchema>;
/** GET /api/tasks/{id}/target-history, oldest first. Empty for all but members. */
export const targetHistoryResponseSchema = z
  .object({ success: z.boolean(), targetHistory: z.array(targetHistoryEntrySchema) })
  .meta({ id: 'TargetHistoryResponse' });

/** The target whose time ends next, or ended first, of those whose clock counts; undefined if none does. */
export const findNextTarget = (targets: readonly TaskTarget[] | null | undefined): TaskTarget | undefined =>
  (targets ?? [])
    .filter(({ isRunning, dueAt }) => isRunning && dueAt !== null)
    .sort((one, other) => (one.dueAt ?? '').localeCompare(other.dueAt ?? ''))[0];
