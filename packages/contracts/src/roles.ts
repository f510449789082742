import * as z from 'zod';
import { openEnum } from './open-enum';

const permissionCodes = [
  'BASE',
  'OPERATOR',
  'MANAGE_USERS',
  'MANAGE_WORKFLOW',
  'MANAGE_ORGANIZATIONS',
  'MANAGE_SUSER',
] as const;
export type PermissionCode = (typeof permissionCodes)[number];

/** Roles within one organization. */
export const organizationRoleCodes = [
  'ORG_ADMIN',
  'WORKFLOW_MANAGER',
  'OPERATOR',
  'MEMBER',
  'REPORTER',
] as const;
export const roleCodes = ['SUPER_ADMIN', ...organizationRoleCodes] as const;
export type OrganizationRoleCode = (typeof organizationRoleCodes)[number];
export type RoleCode = (typeof roleCodes)[number];
export const organizationRoleSchema = z.enum(organizationRoleCodes);
export const roleSchema = z.enum(roleCodes);
/** A role that only a newer version knows gives no permissions here. */
export const openOrganizationRoleSchema = openEnum(organizationRoleCodes, 'REPORTER');

const rolePermissions: Record<RoleCode, readonly PermissionCode[]> = {
  SUPER_ADMIN: permissionCodes,
  ORG_ADMIN: ['BASE', 'OPERATOR', 'MANAGE_USERS', 'MANAGE_WORKFLOW'],
  WORKFLOW_MANAGER: ['BASE', 'OPERATOR', 'MANAGE_WORKFLOW'],
  OPERATOR: ['BASE', 'OPERATOR'],
  MEMBER: ['BASE'],
  REPORTER: [],
};

/** Returns the permissions of several roles. */
export const permissionsOfRoles = (roles: readonly RoleCode[]): ReadonlySet<PermissionCode> =>
  new Set(roles.flatMap((role) => rolePermissions[role] ?? []));

/** Returns the roles that a member with these permissions may grant: those without further permissions. */
export const grantableRoles = (permissions: ReadonlySet<PermissionCode>): RoleCode[] =>
  roleCodes.filter((role) => rolePermissions[role].every((permission) => permissions.has(permission)));

/** GET /api/permissions/check (spec 3 §3). */
export const permissionsSchema = z
  .object({
    hasBasePermission: z.boolean(),
    hasOperatorPermission: z.boolean(),
    canManageUsers: z.boolean(),
    canManageOrganizations: z.boolean(),
    canManageWorkflow: z.boolean(),
    canManageAllUsers: z.boolean(),
  })
  .meta({ id: 'Permissions' });
export type Permissions = z.infer<typeof permissionsSchema>;

export const describePermissions = (permissions: ReadonlySet<PermissionCode>): Permissions => ({
  hasBasePermission: permissions.has('BASE'),
  hasOperatorPermission: permissions.has('OPERATOR'),
  canManageUsers: permissions.has('MANAGE_USERS'),
  canManageOrganizations: permissions.has('MANAGE_ORGANIZATIONS'),
  canManageWorkflow: permissions.has('MANAGE_WORKFLOW'),
  canManageAllUsers: permissions.has('MANAGE_SUSER'),
});
