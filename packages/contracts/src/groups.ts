import * as z from 'zod';
import { idSchema } from './identifiers';
import { limits } from './limits';
import { listedRevision } from './listed-revision';
import { openEnum } from './open-enum';
import { optionalTextSchema, requiredTextSchema } from './text';

export const groupMemberRoles = ['LEADER', 'MEMBER', 'OBSERVER', 'SUSPENDED'] as const;
export const groupMemberRoleSchema = z.enum(groupMemberRoles);
export type GroupMemberRole = z.infer<typeof groupMemberRoleSchema>;

/**
 * Names of the group and its ancestors, from the top: "Zarząd / Kierownicy". Names need not be unique, so screens show it
 * where a group is chosen or gives rights. Absent from the previous release.
 */
export const groupPathSchema = z.string().optional();

export const groupSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    path: groupPathSchema,
    description: z.string().nullable(),
    parentGroupId: idSchema.nullable(),
    parentGroupName: z.string().nullable(),
    createdAt: z.iso.datetime(),
    /** Direct members, without those of child groups. */
    memberCount: z.int().nonnegative().optional(),
    /**
     * Why the group cannot be deleted, in the language of the request. Only callers with MANAGE_USERS read it. Absent
     * if the group can be deleted.
     */
    deletionRefusal: z.string().optional(),
  })
  .meta({ id: 'Group' });
export type Group = z.infer<typeof groupSchema>;

export const listedGroupSchema = groupSchema.extend(listedRevision).meta({ id: 'ListedGroup' });

/** A group in a picker. */
export const groupSummarySchema = z
  .object({ id: idSchema, name: z.string(), path: groupPathSchema, description: z.string().nullable() })
  .meta({ id: 'GroupSummary' });
export type GroupSummary = z.infer<typeof groupSummarySchema>;

export const saveGroupSchema = z
  .object({
    name: requiredTextSchema(limits.groupNameMaxLength).min(
      limits.groupNameMinLength,
      'Group name is required and must be at least 2 characters long.',
    ),
    description: optionalTextSchema(limits.descriptionMaxLength),
    parentGroupId: idSchema.nullish(),
  })
  .meta({ id: 'SaveGroup' });
export type SaveGroup = z.infer<typeof saveGroupSchema>;

/** A role that only a newer version knows gives no rights here. */
export const openGroupMemberRoleSchema = openEnum(groupMemberRoles, 'SUSPENDED');

export const groupMemberSchema = z
  .object({
    userId: idSchema,
    userName: z.string(),
    userEmail: z.string(),
    role: openGroupMemberRoleSchema,
    joinedAt: z.iso.datetime(),
    /** Absent from earlier releases. */
    isIntegration: z.boolean().optional(),
  })
  .meta({ id: 'GroupMember' });
export type GroupMember = z.infer<typeof groupMemberSchema>;
export const addGroupMemberSchema = z
  .object({ userId: idSchema, role: groupMemberRoleSchema.exclude(['SUSPENDED']).default('MEMBER') })
  .meta({ id: 'AddGroupMember' });

/** POST /api/groups: a group with its first members. */
export const createGroupSchema = saveGroupSchema
  .extend({ members: z.array(addGroupMemberSchema).max(limits.newGroupMembersMax).optional() })
  .refine(({ members = [] }) => new Set(members.map(({ userId }) => userId)).size === members.length, {
    path: ['members'],
    message: 'Each user can be a member only once.',
  })
  .meta({ id: 'CreateGroup' });
export type CreateGroup = z.infer<typeof createGroupSchema>;

export const changeGroupMemberSchema = z
  .object({
    userId: idSchema.optional(),
    role: groupMemberRoleSchema,
    /** The role that the caller has seen. The server refuses the change if the member has another one. */
    expectedRole: groupMemberRoleSchema.optional(),
  })
  .meta({ id: 'ChangeGroupMember' });
