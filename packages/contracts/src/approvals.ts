import * as z from 'zod';
import { addressHintSchema } from './address-hint';
import { idSchema, publicTaskIdSchema } from './identifiers';
import { limits } from './limits';
import { openEnum } from './open-enum';
import { pageLimitSchema } from './paging';
import { optionalTextSchema } from './text';

export const approverGroupsMax = 50;
const namedQuorums = ['ANY', 'ALL'] as const;

/** How many approvers must agree: any one, all, or this number. */
const savedQuorum = z.union([z.enum(namedQuorums), z.int().min(1).max(1_000)]);
/** A quorum that only a newer version knows needs all approvers. */
const openQuorum = z.union([openEnum(namedQuorums, 'ALL'), z.int()]);

/** The approval of a status: tasks leave it by the decision of the approvers. */
export const approvalSchema = z
  .object({
    /** Their effective leaders and members are the approvers. */
    approverGroupIds: z.array(idSchema),
    quorum: openQuorum,
    /** The author of a task is not asked about it. */
    isAuthorExcluded: z.boolean(),
    approvedTransitionId: idSchema,
    rejectedTransitionId: idSchema,
  })
  .meta({ id: 'Approval' });
export type Approval = z.infer<typeof approvalSchema>;

export const saveApprovalSchema = z
  .object({
    approverGroupIds: z.array(idSchema).min(1, 'Select at least one group.').max(approverGroupsMax),
    quorum: savedQuorum.default('ANY'),
    isAuthorExcluded: z.boolean().default(true),
    approvedTransitionId: idSchema,
    rejectedTransitionId: idSchema,
  })
  .meta({ id: 'SaveApproval' });
export type SaveApproval = z.input<typeof saveApprovalSchema>;

export const approvalDecisions = ['APPROVED', 'REJECTED'] as const;
export type ApprovalDecision = (typeof approvalDecisions)[number];
const decisionSchema = openEnum(approvalDecisions, 'OTHER');

const approvalStates = ['OPEN', 'APPROVED', 'REJECTED', 'CANCELLED'] as const;

const personSchema = z.object({
  userId: idSchema,
  name: z.string(),
  addressHint: addressHintSchema,
});

/** An approver of a round, and what they decided or whom it waits for. */
const taskApproverSchema = personSchema.extend({
  decision: decisionSchema.nullable(),
  comment: z.string().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  /** Of an absent approver: who decides or decided for them. */
  substitute: personSchema.nullable(),
  /** The last day of the absence, if the approver is absent today. */
  absentUntil: z.iso.date().nullable(),
  /** The approver may not see the task, so cannot decide. Only for those who manage workflows; otherwise absent. */
  isBlind: z.boolean().optional(),
});
export type TaskApprover = z.infer<typeof taskApproverSchema>;

/** The part `approval` of a task: the open round of its status. */
export const taskApprovalSchema = z
  .object({
    roundId: idSchema,
    state: openEnum(approvalStates, 'CANCELLED'),
    startedAt: z.iso.datetime(),
    /** Approvals that decide, of the people who can decide now. Absent for visitors and reporters. */
    needed: z.int().nonnegative().optional(),
    approvers: z.array(taskApproverSchema).optional(),
    /** What the caller may do. Absent: nothing. */
    mine: z
      .object({
        /** Absent approvers for whom the caller decides. Empty: the caller decides for themself alone. */
        onBehalfOf: z.array(personSchema),
        decision: decisionSchema.nullable(),
        comment: z.string().nullable(),
      })
      .optional(),
  })
  .meta({ id: 'TaskApproval' });
export type TaskApproval = z.infer<typeof taskApprovalSchema>;

export const taskApprovalResponseSchema = z
  .object({ success: z.boolean(), approval: taskApprovalSchema.nullable() })
  .meta({ id: 'TaskApprovalResponse' });

/** POST /api/tasks/{id}/approval */
export const decideApprovalSchema = z
  .object({
    decision: z.enum(approvalDecisions),
    comment: optionalTextSchema(limits.commentMaxLength),
    /** The round that the caller has seen. 409 if another one is open by now. */
    roundId: idSchema.optional(),
  })
  .meta({ id: 'DecideApproval' });
export type DecideApproval = z.input<typeof decideApprovalSchema>;

/** Query of GET /api/approvals. */
export const approvalsQuerySchema = z.object({
  limit: pageLimitSchema.default(limits.pageSize),
  cursor: z.string().max(200).optional(),
});

/** An open approval that waits for the caller. */
const pendingApprovalSchema = z
  .object({
    roundId: idSchema,
    publicTaskId: publicTaskIdSchema,
    title: z.string(),
    statusName: z.string(),
    startedAt: z.iso.datetime(),
    /** Null for a visitor's task. */
    authorName: z.string().nullable(),
    /** Absent approvers for whom the caller decides. */
    onBehalfOf: z.array(personSchema),
  })
  .meta({ id: 'PendingApproval' });
export type PendingApproval = z.infer<typeof pendingApprovalSchema>;

/** GET /api/approvals: the open approvals that wait for the caller, longest waiting first. */
export const approvalsResponseSchema = z
  .object({
    success: z.boolean(),
    approvals: z.array(pendingApprovalSchema),
    /** Of all pages, at most `pendingApprovalsMax`. */
    pendingCount: z.int().nonnegative(),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'ApprovalsResponse' });
export type ApprovalsResponse = z.infer<typeof approvalsResponseSchema>;

/** A larger number is not counted; this one means "or more". */
export const pendingApprovalsMax = 100;

/** An absence of the caller in one organization. Both days belong to it, in the organization's time zone. */
export const absenceSchema = z
  .object({ from: z.iso.date(), until: z.iso.date(), substitute: personSchema.nullable() })
  .meta({ id: 'Absence' });
export type Absence = z.infer<typeof absenceSchema>;

export const absenceResponseSchema = z
  .object({ success: z.boolean(), absence: absenceSchema.nullable() })
  .meta({ id: 'AbsenceResponse' });

const dayMessage = 'Select a day.';
const daySchema = z.iso.date(dayMessage);

/** PUT /api/absence. Without a substitute, nobody decides for the person. */
export const saveAbsenceSchema = z
  .object({ from: daySchema, until: daySchema, substituteUserId: idSchema.nullable() })
  .refine(({ from, until }) => from <= until, {
    path: ['until'],
    message: 'The last day must not be before the first one.',
  })
  .meta({ id: 'SaveAbsence' });
export type SaveAbsence = z.output<typeof saveAbsenceSchema>;
