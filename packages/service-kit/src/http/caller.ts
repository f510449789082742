import type { PermissionCode } from '@obieg/contracts';
import type { Session } from '../auth/authenticator';
import type { ConditionalTenantScope } from '../database/scope';
import { problem } from '../errors/problems';
import type { Actor, OrganizationContext } from './route';

export interface MemberPermissions {
  permissions: ReadonlySet<PermissionCode>;
  isSuperAdmin: boolean;
}
/**
 * Finds a user's permissions in an organization, or on the main domain without one; undefined if the user is no
 * member. svc-identity also returns undefined for a revoked session; other services learn of it by event.
 */
export type FindPermissions = (
  userId: number,
  organizationId: number | undefined,
  sessionId: string,
) => Promise<MemberPermissions | undefined>;

/** A member's cached permissions and the tenant scope that verifies them. */
export interface CachedMember {
  member: MemberPermissions;
  tenantScope: ConditionalTenantScope;
}
/** Returns undefined if the member is not cached. */
export type FindCachedMember = (userId: number, organizationId: number) => CachedMember | undefined;

/** @throws 401 if the token belongs to another address. Applies to public routes, too. */
export const checkAddress = (session: Session, organization: OrganizationContext | undefined): void => {
  if (session.organizationId !== (organization?.id ?? null))
    throw problem.unauthorized('The token belongs to another address.');
};

/** Finds the caller of a request. */
export const findActor = async (
  session: Session | undefined,
  organization: OrganizationContext | undefined,
  findPermissions: FindPermissions,
): Promise<Actor | undefined> => {
  if (!session) return undefined;
  const member = await findPermissions(session.userId, organization?.id, session.sessionId);
  if (!member)
    throw problem.unauthorized(
      'The session has ended, or the account is no longer a member of this organization.',
    );
  return { ...session, ...member };
};
