import { type OrganizationRoleCode, type PermissionCode, permissionsOfRoles } from '@obieg/contracts';
import { type Database, type FindPermissions, readOrganization } from '@obieg/service-kit';

/** Matches no organization, so that the main domain finds no membership. */
const noOrganization = Number.MAX_SAFE_INTEGER;

/** Super administrators need no role in an organization. */
export const permissionsOfMember = (
  isSuperAdmin: boolean,
  roles: readonly OrganizationRoleCode[],
): ReadonlySet<PermissionCode> =>
  permissionsOfRoles([...(isSuperAdmin ? (['SUPER_ADMIN'] as const) : []), ...roles]);

/**
 * Finds permissions in svc-identity's own tables in one round trip. Changed roles, deleted organizations and ended
 * sessions take effect immediately.
 */
export const createFindPermissions =
  (db: Database): FindPermissions =>
  async (userId, organizationId, sessionId) => {
    const id = organizationId ?? noOrganization;
    const [users = [], organizations = [], sessions = []] = await readOrganization(db, id, (knex) => [
      knex('users as u')
        .leftJoin('memberships as m', (join) =>
          join.on('m.user_id', 'u.id').andOnVal('m.organization_id', id),
        )
        .where('u.id', userId)
        .select('u.is_super_admin', 'm.roles'),
      knex('organizations').where({ id }).whereNull('deleted_at').select('id'),
      knex('sessions')
        .where({ id: sessionId, user_id: userId })
        .whereNull('revoked_at')
        .select('id')
        .unionAll(
          knex('api_tokens')
            .where({ organization_id: id, id: sessionId, user_id: userId })
            .whereNull('revoked_at')
            .select('id'),
        ),
    ]);
    const user = users[0] as { is_super_admin: boolean; roles: OrganizationRoleCode[] | null } | undefined;
    if (!user || sessions.length === 0) return undefined;
    const { is_super_admin: isSuperAdmin } = user;
    const roles = user.roles ?? [];
    if (organizationId !== undefined) {
      const isMember = isSuperAdmin || roles.length > 0;
      if (organizations.length === 0 || !isMember) return undefined;
    }
    return { permissions: permissionsOfMember(isSuperAdmin, roles), isSuperAdmin };
  };
