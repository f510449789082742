import type { SignInResponse } from '@obieg/contracts';
import { type Actor, type Database, problem, type Tx, withOrganization } from '@obieg/service-kit';
import { generateToken, hashToken } from '../credentials/secrets';
import { findMembership, findUser, lockUser, type UserRow } from '../members/members.repo';
import { badToken } from '../messages/server-messages';
import { admit, type SecondFactorParts } from '../second-factor/admit';
import type { Origin } from '../security-log/origin';
import { recordSecurity } from '../security-log/security-log';
import { asActor, findLiveSession, lockForSignIn } from '../sessions/sessions';

const validSeconds = 60;

interface Dependencies extends SecondFactorParts {
  db: Database;
  /** Returns an organization's address, built only from configuration. */
  organizationUrl(codeName: string): string;
}

/** Finds the user if they belong to the organization in scope. */
const findMember = async (tx: Tx, organizationId: number, userId: number): Promise<UserRow | undefined> => {
  const user = await findUser(tx, userId);
  if (!user || user.is_super_admin) return user;
  return (await findMembership(tx, organizationId, userId))?.roles.length ? user : undefined;
};

export const createHandOver = ({ db, organizationUrl, ...parts }: Dependencies) => ({
  /**
   * Returns the address that opens an organization for a signed-in user. The code is in the fragment, which neither
   * servers nor logs see, and ends with the session. @throws 404 if the user is no member
   */
  handOver: ({ userId, sessionId }: Actor, organizationId: number, origin: Origin): Promise<string> =>
    withOrganization(db, organizationId, async (tx) => {
      const organization = await tx('organizations')
        .where({ id: organizationId })
        .whereNull('deleted_at')
        .first('code_name');
      if (!organization || !(await findMember(tx, organizationId, userId))) throw problem.notFound();
      const code = generateToken();
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
   * Signs in with a hand-over code, once. The new session has the second factor of the old one. @throws 400 for an unknown, used or expired code, or an ended session
   */
  exchange: async (code: string, organizationId: number, origin: Origin): Promise<SignInResponse> => {
    const badCode = () => badToken(origin.language);
    await parts.keys.current();
    return withOrganization(db, organizationId, async (tx) => {
      const findHandOver = () =>
        tx('hand_overs')
          .where({ code_hash: hashToken(code), organization_id: organizationId })
          .where('expires_at', '>', tx.fn.now());
      const found = await findHandOver().first('user_id');
      // A new password ends all sessions. The lock makes this session visible to it, or it visible here.
      const user = found && (await lockUser(tx, found.user_id));
      if (!user) throw badCode();
      await lockForSignIn(tx, user, organizationId, badCode);
      const [used] = await findHandOver().delete().returning('session_id');
      const session = used && (await findLiveSession(tx, used.session_id));
      if (!session) throw badCode();
      await recordSecurity(tx, asActor(origin, user.id), {
        event: 'hand-over.exchange',
        subject: { type: 'user', id: user.id },
      });
      return admit(tx, parts, { user, origin, by: 'hand-over', factor: session.factor, refuse: badCode });
    });
  },
});
export type HandOver = ReturnType<typeof createHandOver>;
