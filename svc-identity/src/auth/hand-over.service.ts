import type { AuthResponse } from '@obieg/contracts';
import { type Actor, type Database, problem, type Tx, withOrganization } from '@obieg/service-kit';
import type { SigningKeys } from '../keys/signing-keys';
import { findMembership, findUser, lockUser, type UserRow } from '../members/members.repo';
import { badToken } from '../messages/server-messages';
import type { Origin } from '../security-log/origin';
import { recordSecurity } from '../security-log/security-log';
import { drawToken, hashToken } from './secrets';
import { asActor, checkMayEnter, isLiveSession, openSession } from './sessions';

const validSeconds = 60;

interface Dependencies {
  db: Database;
  keys: SigningKeys;
  /** Address of an organization's page, from configuration only. */
  organizationUrl(codeName: string): string;
}

/** The person, if they belong to the organization whose scope this is. */
const findMember = async (tx: Tx, organizationId: number, userId: number): Promise<UserRow | undefined> => {
  const user = await findUser(tx, userId);
  if (!user || user.is_super_admin) return user;
  return (await findMembership(tx, organizationId, userId))?.roles.length ? user : undefined;
};

export const createHandOver = ({ db, keys, organizationUrl }: Dependencies) => ({
  /**
   * The address that opens an organization for somebody who is signed in elsewhere. The code is in the fragment, which
   * no server and no log sees, and dies with the session. @throws 404 for an organization that they do not belong to.
   */
  handOver: ({ userId, sessionId }: Actor, organizationId: number, origin: Origin): Promise<string> =>
    withOrganization(db, organizationId, async (tx) => {
      const organization = await tx('organizations')
        .where({ id: organizationId })
        .whereNull('deleted_at')
        .first('code_name');
      if (!organization || !(await findMember(tx, organizationId, userId))) throw problem.notFound();
      const code = drawToken();
      await tx('hand_overs').where('expires_at', '<', tx.fn.now()).delete();
      await tx('hand_overs').insert({
        code_hash: hashToken(code),
        organization_id: organizationId,
        user_id: userId,
        session_id: sessionId,
        expires_at: tx.raw(`now() + interval '${validSeconds} seconds'`),
      });
      await recordSecurity(tx, origin, {
        event: 'hand-over.issue',
        subject: { type: 'organization', id: organizationId },
        organizationId,
      });
      return `${organizationUrl(organization.code_name)}/login#code=${code}`;
    }),

  /**
   * Signs in on an organization's address by such a code, once.
   * @throws 400 for a code that is unknown, used or late, or whose session has ended
   */
  exchange: async (code: string, organizationId: number, origin: Origin): Promise<AuthResponse> => {
    const badCode = () => badToken(origin.language);
    await keys.current();
    return withOrganization(db, organizationId, async (tx) => {
      const heldOut = () =>
        tx('hand_overs')
          .where({ code_hash: hashToken(code), organization_id: organizationId })
          .where('expires_at', '>', tx.fn.now());
      const found = await heldOut().first('user_id');
      // A new password ends all sessions: this one is there before that, or sees it.
      const user = found && (await lockUser(tx, found.user_id));
      if (!user) throw badCode();
      await checkMayEnter(tx, user, organizationId, badCode);
      const [used] = await heldOut().delete().returning('session_id');
      if (!used || !(await isLiveSession(tx, used.session_id))) throw badCode();
      await recordSecurity(tx, asActor(origin, user.id), {
        event: 'hand-over.exchange',
        subject: { type: 'user', id: user.id },
      });
      return openSession(tx, keys, { user, origin, by: 'hand-over', refuse: badCode });
    });
  },
});
export type HandOver = ReturnType<typeof createHandOver>;
