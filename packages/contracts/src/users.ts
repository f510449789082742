import * as z from 'zod';
import { addressHintSchema } from './address-hint';
import { groupPathSchema } from './groups';
import { idSchema, pathIdSchema } from './identifiers';
import { limits } from './limits';
import { displayNameMaxLength, isPlainName, usernamePattern } from './names';
import { openEnum, optionalOpenEnum } from './open-enum';
import { pageLimitSchema } from './paging';
import { openOrganizationRoleSchema, organizationRoleSchema, roleCodes, roleSchema } from './roles';
import { emailSchema, requiredTextSchema, textSchema } from './text';
import { isBlank } from './visible-text';

const userOrganizationRoleSchema = z.object({
  organization: z.object({ name: z.string() }),
  role: z.object({ name: z.string() }),
});

const userGroupSchema = z.object({ id: idSchema, name: z.string(), path: groupPathSchema });

/** A member who has not signed in since the invitation, or since an import or a provisioning without one. */
const pendingInvitationSchema = z.object({
  /** When the newest mail was sent, or the member joined without one. */
  sentAt: z.iso.datetime(),
  /** When the link of the mail expires. Null if the mail only links to the login page, or without a mail. */
  expiresAt: z.iso.datetime().nullable(),
  /** Whether a mail was sent. Absent from responses of releases without it: it was. */
  isMailed: z.boolean().optional(),
  /** The identity provider of the organization that signs in this address. Null without one. */
  providerName: z.string().nullable().optional(),
});

/**
 * A user in the administration (spec 2 §3). The optional fields describe the membership in the addressed organization.
 */
export const userSchema = z
  .object({
    id: idSchema,
    username: z.string(),
    email: z.string(),
    createdAt: z.iso.datetime(),
    userOrganizationRoles: z.array(userOrganizationRoleSchema),
    /** Empty: not a member. */
    roles: z.array(openOrganizationRoleSchema).optional(),
    /** The first groups by name. */
    groups: z.array(userGroupSchema).optional(),
    groupCount: z.int().nonnegative().optional(),
    /** The first groups by name of which the user is the only leader. Only in GET /users/{id}. */
    groupsLedAlone: z.array(userGroupSchema).optional(),
    /** Null if there was none since the product records it. */
    lastSignInAt: z.iso.datetime().nullable().optional(),
    invitation: pendingInvitationSchema.nullable().optional(),
    /** Absent from responses of releases without it. */
    hasSecondFactor: z.boolean().optional(),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof userSchema>;

/**
 * GET /api/users: a page of members whose username or e-mail contains `search`. `cursor` is the previous
 * `X-Next-Cursor`.
 */
export const userListQuerySchema = z.object({
  search: textSchema(100).trim().optional(),
  limit: pageLimitSchema.default(limits.pageSize),
  cursor: pathIdSchema.optional(),
});
export type UserListQuery = z.infer<typeof userListQuerySchema>;

/** PUT /api/users/{id}/roles: replaces the user's roles in the addressed organization. */
export const changeUserRolesSchema = z
  .object({
    roles: z.array(organizationRoleSchema).min(1, 'Please select at least one role').max(5),
    /** The roles that the caller has seen. The server refuses the change if the member has others. */
    expectedRoles: z.array(organizationRoleSchema).max(5).optional(),
  })
  .meta({ id: 'ChangeUserRoles' });

/** A user in a picker. */
export const userSummarySchema = z
  .object({
    id: idSchema,
    username: z.string(),
    email: z.string(),
    addressHint: addressHintSchema,
    /** An integration, which can only become a member of groups. Absent from earlier releases. */
    isIntegration: z.boolean().optional(),
  })
  .meta({ id: 'UserSummary' });
export type UserSummary = z.infer<typeof userSummarySchema>;

/** `assignable=true` omits reporters and integrations, which cannot be assigned. */
export const userSearchQuerySchema = z.object({
  searchTerm: textSchema(100).trim().min(2),
  assignable: z.literal('true').optional(),
});
export const userSearchSchema = z
  .object({ users: z.array(userSummarySchema), limitReached: z.boolean() })
  .meta({ id: 'UserSearch' });
export type UserSearch = z.infer<typeof userSearchSchema>;

export const roleDescriptionSchema = z
  .object({ id: idSchema, name: openEnum(roleCodes, 'REPORTER') })
  .meta({ id: 'Role' });
export type RoleDescription = z.infer<typeof roleDescriptionSchema>;

/** A name that must be unique in the product. svc-identity compares names by what readers see. */
export const usernameSchema = z
  .string()
  .trim()
  .overwrite((name) => (isBlank(name) ? '' : name))
  .regex(usernamePattern);

export const displayNameSchema = requiredTextSchema(displayNameMaxLength).overwrite((name) =>
  // Phones type the typographic apostrophe.
  name.replaceAll('\u2019', "'").replace(/ +/g, ' '),
);

/** A display name that its owner has not chosen, which therefore differs from the username. */
export const plainNameSchema = displayNameSchema.refine(isPlainName);

export const inviteUserSchema = z
  .object({
    email: emailSchema,
    roles: z.array(roleSchema).min(1).max(6),
    organizationId: idSchema.optional(),
    username: usernameSchema.optional(),
    /** Display name of a new account. An existing account keeps the name that its owner chose. */
    displayName: plainNameSchema.optional(),
    /** The present roles of a member, which the caller has seen and confirms to replace. */
    replacedRoles: z.array(organizationRoleSchema).max(5).optional(),
  })
  .meta({ id: 'InviteUser' });
export type InviteUser = z.infer<typeof inviteUserSchema>;

/**
 * - `SENT`: a new member was invited.
 * - `SENT_AGAIN`: an invited person who has not signed in yet got a new mail.
 * - `ROLES_CHANGED`: a member got other roles, and a mail about them.
 * - `UNCHANGED`: a member already has these roles, and got no mail.
 */
export const invitationResults = ['SENT', 'SENT_AGAIN', 'ROLES_CHANGED', 'UNCHANGED'] as const;
export type InvitationResult = (typeof invitationResults)[number];

export const inviteUserResponseSchema = z
  .object({
    userExists: z.boolean(),
    /** Absent from the previous release. */
    result: optionalOpenEnum(invitationResults),
  })
  .meta({ id: 'InviteUserResponse' });
export type InviteUserResponse = z.infer<typeof inviteUserResponseSchema>;
