import { limits, type PasswordAccount, type SetPassword, type SignInResponse } from '@obieg/contracts';
import { type Database, problem, type Tx, withTransaction } from '@obieg/service-kit';
import { hashPassword } from '../credentials/passwords';
import { hashToken } from '../credentials/secrets';
import { consumeVerifiedToken, findVerifiedOwner } from '../credentials/verifications.repo';
import { queueMail } from '../mail/mail-queue';
import { firstPasswordMail, passwordChangedMail } from '../mail/mails';
import { findUser, lockUserForChange, type UserRow } from '../members/members.repo';
import { badToken, translate } from '../messages/server-messages';
import { inSite } from '../requests/site';
import { admit, type SecondFactorParts } from '../second-factor/admit';
import type { Origin } from '../security-log/origin';
import { recordSecurity } from '../security-log/security-log';
import { endAccess } from '../sessions/end-access';
import { asActor, lockForSignIn, type SignIn } from '../sessions/sessions';

const findInvitation = (tx: Tx, token: string, organizationId: number | undefined) =>
  tx('invitations')
    .where({ token_hash: hashToken(token), organization_id: organizationId ?? null })
    .where('expires_at', '>', tx.fn.now());

/** Checked before the password is hashed, which is expensive, and again afterwards. */
const findOwnerId = async (db: Database, token: string, origin: Origin): Promise<number | undefined> => {
  const { organizationId } = origin;
  const invitation = await withTransaction(db, (tx) =>
    findInvitation(tx, token, organizationId).first('user_id'),
  );
  const ownerId = await inSite(db, organizationId, (tx) => findVerifiedOwner(tx, token, origin));
  return invitation?.user_id ?? ownerId;
};

/**
 * Returns the account whose password the caller can set with the token. @throws 400 in every case in which
 * {@link setPassword} refuses the token
 */
export const getPasswordAccount = async (
  db: Database,
  token: string,
  origin: Origin,
): Promise<PasswordAccount> => {
  const ownerId = await findOwnerId(db, token, origin);
  const owner = ownerId === undefined ? undefined : await withTransaction(db, (tx) => findUser(tx, ownerId));
  if (!owner || owner.is_integration) throw badToken(origin.language);
  return { username: owner.username, email: owner.email };
};

interface Owner {
  user: UserRow;
  by: 'invitation' | 'code';
  /** Second factor of the session that the code opened. An invitation proves none. */
  factor: SignIn['factor'];
}

/** Uses up the token. @returns the account, locked @throws 400 */
const consumeToken = async (tx: Tx, token: string, origin: Origin): Promise<Owner> => {
  const { organizationId } = origin;
  const refuse = () => badToken(origin.language);
  const invitation = await findInvitation(tx, token, organizationId).first('user_id');
  const ownerId: number | undefined = invitation?.user_id ?? (await findVerifiedOwner(tx, token, origin));
  const user = ownerId === undefined ? undefined : await lockUserForChange(tx, ownerId);
  if (!user) throw refuse();
  await lockForSignIn(tx, user, organizationId, refuse);
  // Of concurrent calls, the first one invalidates the others.
  if (invitation) {
    if ((await findInvitation(tx, token, organizationId).delete()) === 0) throw refuse();
    return { user, by: 'invitation', factor: null };
  }
  const sessionId = await consumeVerifiedToken(tx, token, origin);
  if (sessionId === undefined) throw refuse();
  const session = await tx('sessions').where({ id: sessionId }).first('factor');
  return { user, by: 'code', factor: session?.factor ?? null };
};

/**
 * Sets the password with the token of an invitation or of a verified address, once, and signs in. A second factor of the
 * account is still needed. @throws 400 for a
 * token that is unknown, used, expired, of another address or verified by another client, or missing
 */
export const setPassword = async (
  { db, ...parts }: SecondFactorParts & { db: Database },
  { token, password: given }: SetPassword,
  origin: Origin,
): Promise<SignInResponse> => {
  const { organizationId, language } = origin;
  const refuse = () => badToken(language);
  if (!token) throw refuse();
  const password = given ?? '';
  // Counts characters like the screen: three emoji are three.
  if ([...password].length < limits.passwordMinLength)
    throw problem.validation([{ field: 'password', message: translate(language, 'passwordTooShort') }]);
  if ((await findOwnerId(db, token, origin)) === undefined) throw refuse();
  const passwordHash = await hashPassword(password);
  await parts.keys.current();
  return inSite(db, organizationId, async (tx) => {
    const { user, by, factor } = await consumeToken(tx, token, origin);
    await tx('users').where({ id: user.id }).update({ password_hash: passwordHash });
    const owner = asActor(origin, user.id);
    await recordSecurity(tx, owner, {
      event: 'password.set',
      subject: { type: 'user', id: user.id },
      details: { by },
    });
    await endAccess(tx, user.id, { origin: owner, reason: 'password.set' });
    const mail = user.password_hash === null ? firstPasswordMail : passwordChangedMail;
    await queueMail(tx, mail({ email: user.email, language }));
    return admit(tx, parts, { user, origin, by: 'new-password', factor, refuse });
  });
};
