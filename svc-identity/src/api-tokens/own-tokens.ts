import type { CreateApiToken, CreatedApiToken } from '@obieg/contracts';
import { type Database, problem, type Tx, withOrganization } from '@obieg/service-kit';
import { findInvitingOrganization, type InvitationDependencies } from '../invitations/send-invitation';
import { queueMail } from '../mail/mail-queue';
import { ownTokenMail } from '../mail/mails';
import { lockUserForChange, type UserRow } from '../members/members.repo';
import type { Origin } from '../security-log/origin';
import { lockForSignIn } from '../sessions/sessions';
import { checkTokenEnd, createToken, revokeToken, type TokenCreation, type TokenOwner } from './tokens';

interface Dependencies extends Pick<InvitationDependencies, 'organizationUrl'> {
  db: Database;
}

/** Tells the owner, because a thief of the session may have created the token. */
const mailOwner = async (
  tx: Tx,
  { organizationUrl }: Dependencies,
  user: UserRow,
  { organizationId, name, scopes }: Pick<TokenOwner, 'organizationId'> & CreateApiToken,
  { language }: Origin,
): Promise<void> => {
  const organization = await findInvitingOrganization(tx, organizationId);
  if (!organization) return;
  const addressee = { email: user.email, language: user.language ?? language };
  await queueMail(
    tx,
    ownTokenMail(addressee, {
      organizationName: organization.name,
      name,
      scopes,
      link: `${organizationUrl(organization.code_name)}/account`,
    }),
  );
};

/**
 * Creates a token of the caller, once per idempotency key, and mails the caller. @throws 401 for an account that is no
 * member any more, 409 above the number of tokens, 422 for an end out of range
 */
export const createOwnToken = (
  dependencies: Dependencies,
  wanted: TokenCreation,
): Promise<CreatedApiToken> => {
  const { owner, input, origin } = wanted;
  const { organizationId, userId } = owner;
  checkTokenEnd(input, origin);
  return withOrganization(dependencies.db, organizationId, async (tx) => {
    const user = await lockUserForChange(tx, userId);
    if (!user) throw problem.unauthorized();
    await lockForSignIn(tx, user, organizationId, () => problem.unauthorized());
    return createToken(tx, wanted, () =>
      mailOwner(tx, dependencies, user, { organizationId, ...input }, origin),
    );
  });
};

/** Revokes a token of the caller. @throws 404 for a revoked one and for another person's */
export const revokeOwnToken = (db: Database, owner: TokenOwner, id: string, origin: Origin): Promise<void> =>
  withOrganization(db, owner.organizationId, (tx) => revokeToken(tx, owner, id, origin));
