import type { ScimSettings } from '@obieg/contracts';
import {
  type Actor,
  contentTagOf,
  type Database,
  matchesTag,
  problem,
  type Tx,
  withOrganization,
} from '@obieg/service-kit';
import { lockActor } from '../members/acting-member';
import type { Origin } from '../security-log/origin';
import { recordSecurity } from '../security-log/security-log';

export const readScimSettings = async (tx: Tx, id: number): Promise<ScimSettings> => {
  const row = await tx('organizations').where({ id }).first('scim_sends_invitations');
  if (!row) throw problem.notFound();
  return { sendsInvitations: row.scim_sends_invitations };
};

export const getScimSettings = (db: Database, organizationId: number): Promise<ScimSettings> =>
  withOrganization(db, organizationId, (tx) => readScimSettings(tx, organizationId));

interface Change {
  actor: Actor;
  organizationId: number;
  origin: Origin;
  ifMatch: string | undefined;
}

/** @throws 403, 412 if another user has changed the settings in the meantime */
export const changeScimSettings = (
  db: Database,
  { sendsInvitations }: ScimSettings,
  { actor, organizationId, origin, ifMatch }: Change,
): Promise<ScimSettings> =>
  withOrganization(db, organizationId, async (tx) => {
    await tx('organizations').where({ id: organizationId }).forNoKeyUpdate().first('id');
    await lockActor(tx, { organizationId, actor }, 'MANAGE_USERS');
    const before = await readScimSettings(tx, organizationId);
    if (!matchesTag(contentTagOf(before), ifMatch)) throw problem.preconditionFailed();
    if (before.sendsInvitations === sendsInvitations) return before;
    await tx('organizations')
      .where({ id: organizationId })
      .update({ scim_sends_invitations: sendsInvitations });
    await recordSecurity(tx, origin, {
      event: 'organization.change',
      subject: { type: 'organization', id: organizationId },
    });
    return { sendsInvitations };
  });
