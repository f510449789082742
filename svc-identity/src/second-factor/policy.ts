import type { ChangeFactorPolicy, FactorPolicy, OrganizationRoleCode } from '@obieg/contracts';
import { type Actor, type Database, problem, type Tx, withOrganization } from '@obieg/service-kit';
import { lockActor } from '../members/acting-member';
import { findMembership, type MembershipRow } from '../members/members.repo';
import { hasSameRoles } from '../members/role-rules';
import { translate } from '../messages/server-messages';
import type { Origin } from '../security-log/origin';
import { recordSecurity } from '../security-log/security-log';
import { revokeSessions } from '../sessions/sessions';

const findPolicy = async (tx: Tx, organizationId: number): Promise<OrganizationRoleCode[]> =>
  (await tx('organizations').where({ id: organizationId }).first('factor_roles'))?.factor_roles ?? [];

/** Whether the organization requires a second factor of the account. Runs in the tenant scope. */
export const isFactorRequiredHere = async (
  tx: Tx,
  organizationId: number | undefined,
  userId: number,
): Promise<boolean> => {
  if (organizationId === undefined) return false;
  const policy = await findPolicy(tx, organizationId);
  if (policy.length === 0) return false;
  const roles = (await findMembership(tx, organizationId, userId))?.roles ?? [];
  return roles.some((role) => policy.includes(role));
};

/** Whether any organization requires a second factor of the account. Runs in every organization. */
export const isFactorRequired = async (tx: Tx, userId: number): Promise<boolean> =>
  (await tx<MembershipRow>('memberships as m')
    .join('organizations as o', 'o.id', 'm.organization_id')
    .where('m.user_id', userId)
    .whereNull('o.deleted_at')
    .whereRaw('m.roles && o.factor_roles')
    .first('m.user_id')) !== undefined;

/**
 * Ends sessions of the organization that were opened without a second factor by members who now need one. They sign in
 * again and set one up. Runs in the tenant scope, after the locks on the memberships.
 *
 * @param userId only of this member
 */
export const endSessionsWithoutFactor = async (
  tx: Tx,
  organizationId: number,
  origin: Origin,
  userId?: number,
): Promise<void> => {
  const policy = await findPolicy(tx, organizationId);
  if (policy.length === 0) return;
  const members = tx('memberships')
    .where({ organization_id: organizationId })
    .whereRaw('roles && ?', [policy]);
  if (userId !== undefined) members.where({ user_id: userId });
  await revokeSessions(
    tx,
    { organization_id: organizationId },
    {
      origin,
      reason: 'second-factor.policy',
      narrow: (sessions) => void sessions.whereNull('factor').whereIn('user_id', members.select('user_id')),
    },
  );
};

export const getFactorPolicy = (db: Database, organizationId: number): Promise<FactorPolicy> =>
  withOrganization(db, organizationId, async (tx) => ({ roles: await findPolicy(tx, organizationId) }));

/** A policy that the actor does not meet would end the actor's own session. @throws 409 FACTOR_REQUIRED */
const checkOwnFactor = async (
  tx: Tx,
  organizationId: number,
  { userId, sessionId }: Actor,
  { language }: Origin,
): Promise<void> => {
  const session = await tx('sessions').where({ id: sessionId }).first('factor');
  if (!session?.factor && (await isFactorRequiredHere(tx, organizationId, userId)))
    throw problem.conflict('FACTOR_REQUIRED', translate(language, 'ownFactorFirst'));
};

/**
 * Sets the roles whose holders need a second factor, and ends their sessions without one.
 *
 * @throws 403, 409 FACTOR_REQUIRED for an actor who would need a factor and has none, 412 for another policy than expected
 */
export const changeFactorPolicy = (
  db: Database,
  organizationId: number,
  actor: Actor,
  { roles, expectedRoles }: ChangeFactorPolicy,
  origin: Origin,
): Promise<FactorPolicy> =>
  withOrganization(db, organizationId, async (tx) => {
    // A sign-in holds this lock in share mode, so it sees the new policy or ends here.
    const before: { factor_roles: OrganizationRoleCode[] } | undefined = await tx('organizations')
      .where({ id: organizationId })
      .whereNull('deleted_at')
      .forNoKeyUpdate()
      .first('factor_roles');
    if (!before) throw problem.notFound();
    await lockActor(tx, { organizationId, actor }, 'MANAGE_USERS');
    if (!hasSameRoles(before.factor_roles, expectedRoles)) throw problem.preconditionFailed();
    const wanted = [...new Set(roles)];
    await tx('organizations').where({ id: organizationId }).update({ factor_roles: wanted });
    await checkOwnFactor(tx, organizationId, actor, origin);
    await recordSecurity(tx, origin, {
      event: 'second-factor.policy',
      subject: { type: 'organization', id: organizationId },
      details: { roles: wanted, rolesBefore: before.factor_roles },
    });
    await endSessionsWithoutFactor(tx, organizationId, origin);
    return { roles: wanted };
  });
