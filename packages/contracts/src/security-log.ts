import * as z from 'zod';
import { addressHintSchema } from './address-hint';
import { groupMemberRoles } from './groups';
import { idSchema, pathIdSchema } from './identifiers';
import { limits } from './limits';
import { momentSchema } from './moments';
import { openEnum, optionalOpenEnum } from './open-enum';
import { pageLimitSchema } from './paging';
import { secondStepMethods } from './second-factor';
import { securityEvents, securityOutcomes, securitySubjectTypes } from './security-events';

/**
 * Details of an entry. The list is closed, so that no request is logged as received: passwords, codes and tokens have
 * no field here, and names typed by unauthenticated callers are masked.
 */
const securityDetailsSchema = z
  .object({
    /** Reason of a rejection, or of a session's end. */
    reason: z.string().optional(),
    /** How the user signed in or set a password. */
    by: optionalOpenEnum([
      'password',
      'code',
      'hand-over',
      'invitation',
      'new-password',
      'passkey',
      'provider',
    ]),
    /** Second factor of a sign-in, or the one that was changed. */
    factor: optionalOpenEnum([...secondStepMethods, 'PROVIDER']),
    /** Masked. */
    login: z.string().optional(),
    operation: z.string().optional(),
    roles: z.array(z.string()).readonly().optional(),
    rolesBefore: z.array(z.string()).readonly().optional(),
    /** Of an API token. */
    scopes: z.array(z.string()).readonly().optional(),
    role: optionalOpenEnum(groupMemberRoles),
    roleBefore: optionalOpenEnum(groupMemberRoles),
    groupId: idSchema.optional(),
    userId: idSchema.optional(),
    organizationId: idSchema.nullish(),
    name: z.string().optional(),
    nameBefore: z.string().optional(),
    codeName: z.string().optional(),
    codeNameBefore: z.string().optional(),
    timeZone: z.string().optional(),
    timeZoneBefore: z.string().optional(),
    /** Of an identity provider. */
    issuer: z.string().optional(),
    issuerBefore: z.string().optional(),
    domain: z.string().optional(),
    parentGroupId: idSchema.nullish(),
    parentGroupIdBefore: idSchema.nullish(),
  })
  .meta({ id: 'SecurityDetails' });
export type SecurityDetails = z.infer<typeof securityDetailsSchema>;

/** Current names. Null for a user who never was a member, unless the reader manages all users. */
const securityActorSchema = z
  .object({
    id: idSchema,
    username: z.string().nullable(),
    email: z.string().nullable(),
    addressHint: addressHintSchema,
    /** Whether the reader may open GET /users/{id}; of an integration, its page of connections. */
    isReadable: z.boolean(),
    /** Absent from earlier releases. */
    isIntegration: z.boolean().optional(),
  })
  .meta({ id: 'SecurityActor' });
export type SecurityActor = z.infer<typeof securityActorSchema>;

/** A kind of subject that only a newer version knows. Responses contain it instead. */
const otherSubject = 'OTHER';
const securitySubjectSchema = z
  .object({
    type: openEnum(securitySubjectTypes, otherSubject),
    id: z.string(),
    /** Username for a user and for the owner of a session, path of a group. Null if there is none or the reader may not know it. */
    name: z.string().nullable(),
    email: z.string().nullable(),
    addressHint: addressHintSchema,
    /**
     * Whether the reader may open GET /users/{id} of the user or session owner, the integration's page of connections,
     * or GET /groups/{id}.
     */
    isReadable: z.boolean(),
    /** Whether a user is an integration. Absent from earlier releases. */
    isIntegration: z.boolean().optional(),
  })
  .meta({ id: 'SecuritySubject' });
export type SecuritySubject = z.infer<typeof securitySubjectSchema>;

const securityLogEntrySchema = z
  .object({
    id: idSchema,
    happenedAt: z.iso.datetime(),
    /** One of `securityEvents`, or an event of a newer version. */
    event: z.string(),
    outcome: openEnum(securityOutcomes, 'refused'),
    /** Null for unauthenticated callers, the command line and the service itself. */
    actor: securityActorSchema.nullable(),
    subject: securitySubjectSchema.nullable(),
    /** Path of the group in `details.groupId`; the name of a deleted group. */
    groupName: z.string().nullable(),
    /** Paths of the groups in `details.parentGroupId` and `details.parentGroupIdBefore`. Absent from earlier releases. */
    parentGroupName: z.string().nullable().optional(),
    parentGroupNameBefore: z.string().nullable().optional(),
    /** Client address as seen by the gateway. */
    ip: z.string().nullable(),
    details: securityDetailsSchema,
  })
  .meta({ id: 'SecurityLogEntry' });
export type SecurityLogEntry = z.infer<typeof securityLogEntrySchema>;

/** Comma-separated events. */
const eventsSchema = z
  .string()
  .max(1_000)
  .transform((joined) => joined.split(','))
  .pipe(z.array(z.enum(securityEvents)).min(1));

const filters = {
  outcome: z.enum(securityOutcomes).optional(),
  event: eventsSchema.optional(),
  userId: pathIdSchema.optional(),
  /** Entries from this moment on. */
  from: momentSchema.optional(),
  /** Entries before this moment. */
  before: momentSchema.optional(),
};

/**
 * GET /api/security-log: the newest entries before `cursor`, filtered by events, outcome, time, and user as actor,
 * subject or owner of the session.
 */
export const securityLogQuerySchema = z.object({
  ...filters,
  limit: pageLimitSchema.default(limits.pageSize),
  cursor: pathIdSchema.optional(),
});
export type SecurityLogQuery = z.infer<typeof securityLogQuerySchema>;

/** Entries of one export. */
export const securityLogExportMax = 10_000;

/** GET /api/security-log/export: the newest matching entries as CSV. */
export const securityLogExportQuerySchema = z.object(filters);
export type SecurityLogExportQuery = z.infer<typeof securityLogExportQuerySchema>;

export const securityLogResponseSchema = z
  .object({
    success: z.literal(true),
    entries: z.array(securityLogEntrySchema),
    /** Cursor of the next, older page; null at the end. */
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'SecurityLogResponse' });
export type SecurityLogResponse = z.infer<typeof securityLogResponseSchema>;
