import * as z from 'zod';
import { calendarKeyChanges } from '../calendar';
import { groupMemberRoles } from '../groups';
import { languages } from '../headers';
import { idSchema, publicTaskIdSchema } from '../identifiers';
import { passingEnum } from '../open-enum';
import { openConfirmedTaskSchema } from '../pending-attachments';
import { organizationRoleCodes } from '../roles';
import { linkTypes, priorities } from '../task-values';
import { webhookChanges } from '../webhooks';
import { workflowConfigurationSchema } from '../workflow';
import { renamedValueSchema } from '../workflow-impact';

export const streams = {
  identity: 'OBIEG_IDENTITY',
  workflow: 'OBIEG_WORKFLOW',
  tasks: 'OBIEG_TASKS',
  deadLetters: 'OBIEG_DEAD_LETTERS',
} as const;
export type StreamName = (typeof streams)[keyof typeof streams];

const organizationScoped = { organizationId: idSchema };

/**
 * All domain events: the type, which is also the NATS subject, and the schema of `data`. A `changed` event carries
 * the entity's complete new state, a `deleted` event its key. Task and comment events contain only what other
 * services may know: a task's description, answers, author and named readers stay in svc-tasks.
 */
export const eventCatalogue = {
  'obieg.identity.organization.changed': z.object({
    id: idSchema,
    name: z.string(),
    codeName: z.string(),
    createdAt: z.iso.datetime(),
    /** Absent from events of releases without time zones; it then stays as it is. */
    timeZone: z.string().optional(),
  }),
  'obieg.identity.organization.deleted': z.object({ id: idSchema, codeName: z.string() }),
  'obieg.identity.user.changed': z.object({
    id: idSchema,
    username: z.string(),
    /** Absent from events of releases without display names. */
    displayName: z.string().optional(),
    /** Null: none chosen. Absent from events of releases without it; it then stays as it is. */
    language: passingEnum(languages).nullable().optional(),
    email: z.string(),
    systemRoles: z.array(passingEnum(['SUPER_ADMIN'])),
    /** An integration of an organization. Absent from events of releases without integrations. */
    isIntegration: z.boolean().optional(),
  }),
  /** A user's roles in one organization. Empty roles mean that the user is not a member. */
  'obieg.identity.membership.changed': z.object({
    ...organizationScoped,
    userId: idSchema,
    roles: z.array(passingEnum(organizationRoleCodes)),
    isEmailVerified: z.boolean(),
    /**
     * Replaces the user's display name in this organization, because another member has it. Null: none does. Absent
     * from events of earlier releases; it then stays as it is.
     */
    shownName: z.string().nullable().optional(),
  }),
  /** An address was verified by a mailed code. Also published if it had been verified before. */
  'obieg.identity.email.verified': z.object({
    ...organizationScoped,
    userId: idSchema,
    email: z.string(),
    verifiedAt: z.iso.datetime(),
    /** The submission for which the code was requested, as its mail named it. Absent: a sign-in. */
    task: openConfirmedTaskSchema.optional(),
  }),
  'obieg.identity.group.changed': z.object({
    ...organizationScoped,
    id: idSchema,
    name: z.string(),
    description: z.string().nullable(),
    parentGroupId: idSchema.nullable(),
  }),
  'obieg.identity.group.deleted': z.object({ ...organizationScoped, id: idSchema }),
  'obieg.identity.group-member.changed': z.object({
    ...organizationScoped,
    groupId: idSchema,
    userId: idSchema,
    role: passingEnum(groupMemberRoles),
  }),
  'obieg.identity.group-member.deleted': z.object({
    ...organizationScoped,
    groupId: idSchema,
    userId: idSchema,
  }),
  'obieg.identity.session.revoked': z.object({
    sessionId: z.uuid(),
    userId: idSchema,
    expiresAt: z.iso.datetime(),
  }),
  'obieg.workflow.configuration.changed': workflowConfigurationSchema,
  /** Dictionary values got other texts, which open tasks take over in their answers. Follows the configuration. */
  'obieg.workflow.values.renamed': z.object({
    ...organizationScoped,
    renamedValues: z.array(renamedValueSchema),
  }),
  'obieg.tasks.task.changed': z.object({
    ...organizationScoped,
    publicTaskId: publicTaskIdSchema,
    title: z.string(),
    statusId: idSchema,
    priority: passingEnum(priorities),
    /** Absent from events of releases without due dates. */
    dueAt: z.iso.datetime().nullable().optional(),
    assignedUserId: idSchema.nullable(),
    assignedGroupId: idSchema.nullable(),
    parameterIds: z.array(idSchema),
    createdAt: z.iso.datetime(),
    lastUpdatedAt: z.iso.datetime(),
  }),
  'obieg.tasks.task.deleted': z.object({ ...organizationScoped, publicTaskId: publicTaskIdSchema }),
  /** Published when the groups that may read a task change. Empty once the task is deleted. */
  'obieg.tasks.task-visibility.changed': z.object({
    ...organizationScoped,
    publicTaskId: publicTaskIdSchema,
    groupIds: z.array(idSchema),
  }),
  /** A link from one task to another. Its readers see both tasks. */
  'obieg.tasks.link.added': z.object({
    ...organizationScoped,
    type: passingEnum(linkTypes),
    publicTaskId: publicTaskIdSchema,
    otherTaskId: publicTaskIdSchema,
  }),
  'obieg.tasks.link.deleted': z.object({
    ...organizationScoped,
    type: passingEnum(linkTypes),
    publicTaskId: publicTaskIdSchema,
    otherTaskId: publicTaskIdSchema,
  }),
  'obieg.tasks.comment.added': z.object({
    ...organizationScoped,
    publicTaskId: publicTaskIdSchema,
    commentId: idSchema,
    authorUserId: idSchema.nullable(),
    /** Every reader of the task may read the comment. */
    movesLastUpdate: z.boolean().optional(),
  }),
  'obieg.tasks.comment.changed': z.object({
    ...organizationScoped,
    publicTaskId: publicTaskIdSchema,
    commentId: idSchema,
    authorUserId: idSchema.nullable(),
  }),
  'obieg.tasks.comment.deleted': z.object({
    ...organizationScoped,
    publicTaskId: publicTaskIdSchema,
    commentId: idSchema,
  }),
  /** The inboxes of these users changed. For open pages; carries no news. */
  'obieg.tasks.notifications.changed': z.object({
    ...organizationScoped,
    userIds: z.array(idSchema),
  }),
  /** The settings of a webhook changed. For the security log; has no secret, and of the address only the host. */
  'obieg.tasks.webhook.changed': z.object({
    ...organizationScoped,
    webhookId: idSchema,
    change: passingEnum(webhookChanges),
    /** Null if the service switched it off. */
    actorUserId: idSchema.nullable(),
    host: z.string(),
    ip: z.string().nullable(),
  }),
  /** A person made or revoked the key of the own calendar feed. For the security log; has no key. */
  'obieg.tasks.calendar-key.changed': z.object({
    ...organizationScoped,
    userId: idSchema,
    change: passingEnum(calendarKeyChanges),
    ip: z.string().nullable(),
  }),
  /** An organization allowed tasks by mail, or ended it. For the security log. */
  'obieg.tasks.mail-in.changed': z.object({
    ...organizationScoped,
    acceptsTasks: z.boolean(),
    actorUserId: idSchema,
    ip: z.string().nullable(),
  }),
} as const;

export type EventType = keyof typeof eventCatalogue;
export type EventData<T extends EventType> = z.infer<(typeof eventCatalogue)[T]>;

/** Returns the stream of an event type. Each publishing service has one stream. */
export const streamOfEvent = (type: EventType): StreamName => {
  const service = type.split('.')[1];
  return service === 'identity'
    ? streams.identity
    : service === 'workflow'
      ? streams.workflow
      : streams.tasks;
};
