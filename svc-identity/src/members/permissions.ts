import { permissionsOfRoles, type RoleCode } from '@obieg/contracts';
import { type Database, type FindPermissions, withOrganization, withTransaction } from '@obieg/service-kit';
import { findMembership, findUser } from './members.repo';

/** Permissions from the owner's own tables: a changed role counts at once. */
export const createFindPermissions =
  (db: Database): FindPermissions =>
  async (userId, organizationId) => {
    const found = await (organizationId === undefined
      ? withTransaction(db, async (tx) => ({ user: await findUser(tx, userId), membership: undefined }))
      : withOrganization(db, organizationId, async (tx) => ({
          user: await findUser(tx, userId),
          membership: await findMembership(tx, organizationId, userId),
        })));
    if (!found.user) return undefined;
    const isSuperAdmin = found.user.is_super_admin;
    const roles: RoleCode[] = [
      ...(isSuperAdmin ? (['SUPER_ADMIN'] as const) : []),
      ...(found.membership?.roles ?? []),
    ];
    if (organizationId !== undefined && roles.length === 0) return undefined;
    return { permissions: permissionsOfRoles(roles), isSuperAdmin };
  };
