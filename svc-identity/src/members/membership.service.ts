import type { OrganizationRoleCode } from '@obieg/contracts';
import { type Actor, type Database, problem, type Tx, withOrganization } from '@obieg/service-kit';
import { revokeSessions } from '../auth/sessions';
import { leaveGroups } from '../groups/group-members.repo';
import { type MembershipRow, saveMembership } from './members.repo';
import { checkGrantable, keepLastAdmin } from './role-rules';

interface Change {
  actor: Actor;
  organizationId: number;
  userId: number;
  traceparent: string;
}

/** The membership, locked; somebody of another organization does not exist. @throws 404 */
const getMember = async (tx: Tx, { organizationId, userId }: Change): Promise<MembershipRow> => {
  const row = await tx<MembershipRow>('memberships')
    .where({ organization_id: organizationId, user_id: userId })
    .whereRaw('cardinality(roles) > 0')
    .forUpdate()
    .first();
  if (!row) throw problem.notFound('User not found');
  return row;
};

/** What would let somebody back in who has been removed. */
const endInvitations = async (tx: Tx, { organizationId, userId }: Change): Promise<void> => {
  const which = { organization_id: organizationId, user_id: userId };
  await tx('invitations').where(which).delete();
  await tx('hand_overs').where(which).delete();
  await tx('verifications').where(which).delete();
};

export const createMembership = (db: Database) => ({
  /** Sets somebody's roles here to exactly these. @throws 403 for more than the actor holds, 404, 409 LAST_ADMIN */
  changeRoles: (change: Change, wanted: readonly OrganizationRoleCode[]): Promise<void> =>
    withOrganization(db, change.organizationId, async (tx) => {
      const { organizationId, userId, actor, traceparent } = change;
      await keepLastAdmin(tx, organizationId, userId, wanted);
      const { roles: held } = await getMember(tx, change);
      const roles = checkGrantable(wanted, actor);
      // Nor is a role taken away by who could not give it.
      checkGrantable(
        held.filter((role) => !roles.includes(role)),
        actor,
      );
      await saveMembership(tx, organizationId, userId, roles, traceparent);
    }),

  /**
   * Ends somebody's membership here: roles, groups, invitations and sessions. The account and roles elsewhere stay, and
   * what the person has written keeps their name. @throws 403, 404, 409 LAST_ADMIN
   */
  remove: (change: Change): Promise<void> =>
    withOrganization(db, change.organizationId, async (tx) => {
      const { organizationId, userId, actor, traceparent } = change;
      await keepLastAdmin(tx, organizationId, userId, []);
      const { roles: held } = await getMember(tx, change);
      checkGrantable(held, actor);
      await saveMembership(tx, organizationId, userId, [], traceparent);
      await leaveGroups(tx, organizationId, userId, traceparent);
      await endInvitations(tx, change);
      await revokeSessions(tx, { user_id: userId, organization_id: organizationId }, traceparent);
    }),
});
export type Membership = ReturnType<typeof createMembership>;
