import type { Tx } from '@obieg/service-kit';
import { type MembershipRow, recordMembershipChanged } from './members.repo';
import { findShownName, type NamedUser } from './names.repo';

/**
 * Finds the name of an account again in each of its organizations, after a change of names. The names must be locked.
 * Needs `withEveryOrganization`, because a name must be unique in all of them.
 */
export const refreshShownNames = async (tx: Tx, user: NamedUser, traceparent?: string): Promise<void> => {
  const memberships = await tx<MembershipRow>('memberships')
    .where({ user_id: user.id })
    .whereRaw('cardinality(roles) > 0')
    .orderBy('organization_id');
  for (const { organization_id, shown_name: before } of memberships) {
    const shown_name = await findShownName(tx, organization_id, user);
    if (shown_name === before) continue;
    const [row] = await tx<MembershipRow>('memberships')
      .where({ organization_id, user_id: user.id })
      .update({ shown_name })
      .returning('*');
    if (row) recordMembershipChanged(tx, row, traceparent);
  }
};
