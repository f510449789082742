import * as z from 'zod';
import { groupMemberRoleSchema } from './groups';
import { idSchema, pathIdSchema } from './identifiers';
import { limits } from './limits';
import { pageLimitSchema } from './paging';
import { securityEvents, securityOutcomes, securitySubjectTypes } from './security-events';

/** A word that this version does not know yet is left out: after an update was taken back the log can still be read. */
const known = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);

/**
 * What an entry may say beyond who, what and on whom. A closed list, so that no request is written down as it came:
 * passwords, codes and tokens have no place here, names typed by strangers are masked.
 */
export const securityDetailsSchema = z
  .object({
    /** Why it was refused, or why a session ended. */
    reason: z.string().optional(),
    /** By what somebody came in or chose a password. */
    by: known(z.enum(['password', 'code', 'hand-over', 'invitation', 'new-password'])),
    /** Masked. */
    login: z.string().optional(),
    operation: z.string().optional(),
    roles: z.array(z.string()).readonly().optional(),
    rolesBefore: z.array(z.string()).readonly().optional(),
    role: known(groupMemberRoleSchema),
    roleBefore: known(groupMemberRoleSchema),
    groupId: idSchema.optional(),
    userId: idSchema.optional(),
    organizationId: idSchema.nullish(),
    name: z.string().optional(),
    nameBefore: z.string().optional(),
    codeName: z.string().optional(),
    codeNameBefore: z.string().optional(),
    parentGroupId: idSchema.nullish(),
    parentGroupIdBefore: idSchema.nullish(),
  })
  .meta({ id: 'SecurityDetails' });
export type SecurityDetails = z.infer<typeof securityDetailsSchema>;

/** Names are those of now. Null for who neither is nor was a member, unless the reader manages all users. */
export const securityActorSchema = z
  .object({
    id: idSchema,
    username: z.string().nullable(),
    email: z.string().nullable(),
    /** Whether the reader is shown GET /users/{id}. */
    isReadable: z.boolean(),
  })
  .meta({ id: 'SecurityActor' });
export type SecurityActor = z.infer<typeof securityActorSchema>;

export const securitySubjectSchema = z
  .object({
    type: z.enum(securitySubjectTypes),
    id: z.string(),
    /** Of a user and of who had a session the username; null where there is none, or it is not the reader's to know. */
    name: z.string().nullable(),
    email: z.string().nullable(),
    /** Whether the reader is shown it: GET /users/{id} of the user or of who had the session, GET /groups/{id}. */
    isReadable: z.boolean(),
  })
  .meta({ id: 'SecuritySubject' });
export type SecuritySubject = z.infer<typeof securitySubjectSchema>;

export const securityLogEntrySchema = z
  .object({
    id: idSchema,
    happenedAt: z.iso.datetime(),
    /** One of `securityEvents`, or one that a newer version has written. */
    event: z.string(),
    outcome: z.enum(securityOutcomes),
    /** Null for strangers, for the command line and for what the service does by itself. */
    actor: securityActorSchema.nullable(),
    subject: securitySubjectSchema.nullable(),
    /** Name of the group of `details.groupId`. */
    groupName: z.string().nullable(),
    /** As the gateway saw it. */
    ip: z.string().nullable(),
    details: securityDetailsSchema,
  })
  .meta({ id: 'SecurityLogEntry' });
export type SecurityLogEntry = z.infer<typeof securityLogEntrySchema>;

/** Some of the events, comma-joined. */
const eventsSchema = z
  .string()
  .max(1_000)
  .transform((joined) => joined.split(','))
  .pipe(z.array(z.enum(securityEvents)).min(1));

/**
 * GET /api/security-log: a page of the newest entries before `cursor`, those with any of the events, with the outcome, with
 * the person as who did it or to whom it was done.
 */
export const securityLogQuerySchema = z.object({
  outcome: z.enum(securityOutcomes).optional(),
  event: eventsSchema.optional(),
  userId: pathIdSchema.optional(),
  limit: pageLimitSchema.default(limits.pageSize),
  cursor: pathIdSchema.optional(),
});
export type SecurityLogQuery = z.infer<typeof securityLogQuerySchema>;

export const securityLogResponseSchema = z
  .object({
    success: z.literal(true),
    entries: z.array(securityLogEntrySchema),
    /** Of the next page, which holds what is older; null at the end. */
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'SecurityLogResponse' });
export type SecurityLogResponse = z.infer<typeof securityLogResponseSchema>;
