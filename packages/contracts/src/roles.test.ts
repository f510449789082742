import { describe, expect, it } from 'vitest';
import { describePermissions, grantableRoles, permissionsOfRoles, roleCodes } from './roles';

describe('permissionsOfRoles', () => {
  it('joins the permissions of all roles', () => {
    expect([...permissionsOfRoles(['REPORTER'])]).toEqual([]);
    expect([...permissionsOfRoles(['MEMBER', 'WORKFLOW_MANAGER'])].sort()).toEqual([
      'BASE',
      'MANAGE_WORKFLOW',
      'OPERATOR',
    ]);
  });

  it('gives system-wide permissions only to SUPER_ADMIN', () => {
    for (const role of roleCodes) {
      const permissions = permissionsOfRoles([role]);
      expect(permissions.has('MANAGE_SUSER')).toBe(role === 'SUPER_ADMIN');
      expect(permissions.has('MANAGE_ORGANIZATIONS')).toBe(role === 'SUPER_ADMIN');
    }
  });
});

describe('grantableRoles', () => {
  it('offers no role with a permission that the granter lacks', () => {
    expect(grantableRoles(permissionsOfRoles(['OPERATOR']))).toEqual(['OPERATOR', 'MEMBER', 'REPORTER']);
    expect(grantableRoles(permissionsOfRoles(['ORG_ADMIN']))).not.toContain('SUPER_ADMIN');
    expect(grantableRoles(permissionsOfRoles(['SUPER_ADMIN']))).toEqual([...roleCodes]);
  });
});

describe('describePermissions', () => {
  it('returns the flags that the screens read', () => {
    expect(describePermissions(permissionsOfRoles(['ORG_ADMIN']))).toEqual({
      hasBasePermission: true,
      hasOperatorPermission: true,
      canManageUsers: true,
      canManageOrganizations: false,
      canManageWorkflow: true,
      canManageAllUsers: false,
    });
  });
});
