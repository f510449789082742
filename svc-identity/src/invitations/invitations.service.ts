import { type AuthResponse, type InviteUser, limits } from '@obieg/contracts';
import {
  type Actor,
  type Database,
  problem,
  type Tx,
  withOrganization,
  withTransaction,
} from '@obieg/service-kit';
import { endAccess } from '../auth/end-access';
import { hashPassword } from '../auth/passwords';
import { drawToken, hashToken } from '../auth/secrets';
import { asActor, openSession } from '../auth/sessions';
import type { SigningKeys } from '../keys/signing-keys';
import { queueMail } from '../mail/mail-queue';
import { invitationMail, passwordChangedMail } from '../mail/mails';
import {
  createAccount,
  findMembership,
  findUser,
  findUserByEmail,
  saveMembership,
  type UserRow,
} from '../members/members.repo';
import { checkGrantable, checkRevocable, keepLastAdmin } from '../members/role-rules';
import { say } from '../messages/server-messages';
import { inSite } from '../organizations/site';
import type { Origin } from '../security-log/origin';
import { recordSecurity } from '../security-log/security-log';
import { isGoodForPassword, useVerifiedToken } from '../verification/verification.service';
import { spendInvitation } from './send-budget';

const validDays = 7;

interface Dependencies {
  db: Database;
  keys: SigningKeys;
  /** Address of an organization's page, from configuration only. */
  organizationUrl(codeName: string): string;
}

interface Invite extends InviteUser {
  actor: Actor;
  origin: Origin;
}

export const createInvitations = ({ db, keys, organizationUrl }: Dependencies) => {
  const issueToken = async (tx: Tx, user: UserRow, organizationId: number): Promise<string> => {
    const token = drawToken();
    // A newer invitation ends the older one.
    await tx('invitations').where({ user_id: user.id, organization_id: organizationId }).delete();
    await tx('invitations').insert({
      token_hash: hashToken(token),
      user_id: user.id,
      organization_id: organizationId,
      expires_at: tx.raw(`now() + interval '${validDays} days'`),
    });
    return token;
  };

  return {
    /**
     * Makes somebody a member with exactly these roles and mails them (spec 2 §2). `userExists` tells which message to
     * show. @throws 429 when they have had enough of these mails; nothing has changed then.
     */
    invite: async ({
      email,
      roles: wanted,
      organizationId,
      username,
      actor,
      origin,
    }: Invite): Promise<{ userExists: boolean }> => {
      const targetId = organizationId ?? origin.organizationId;
      if (targetId === undefined)
        throw problem.badRequest('ORGANIZATION_REQUIRED', say(origin.language, 'organizationMissing'));
      if (targetId !== origin.organizationId && !actor.permissions.has('MANAGE_SUSER'))
        throw problem.forbidden();
      const roles = checkGrantable(wanted, actor, origin.language);
      return withOrganization(db, targetId, async (tx) => {
        const organization = await tx('organizations')
          .where({ id: targetId })
          .whereNull('deleted_at')
          .first('name', 'code_name');
        if (!organization)
          throw problem.validation([
            { field: 'organizationId', message: say(origin.language, 'noSuchOrganization') },
          ]);
        // Two invitations of one address at once make one account.
        await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 1))', [email]);
        await spendInvitation(tx, targetId, email, origin.language);
        const known = await findUserByEmail(tx, email);
        const user =
          known ?? (await createAccount(tx, email, username, { ...origin, organizationId: targetId }));
        await keepLastAdmin(tx, targetId, user.id, roles, origin.language);
        checkRevocable(await findMembership(tx, targetId, user.id), roles, actor, origin.language);
        await saveMembership(tx, targetId, user.id, roles, origin);
        const token = user.password_hash === null ? await issueToken(tx, user, targetId) : undefined;
        const address = organizationUrl(organization.code_name);
        await queueMail(
          tx,
          invitationMail(
            { email, language: origin.language },
            {
              organizationName: organization.name,
              link: token ? `${address}/set-password?token=${token}` : `${address}/login`,
              hasPassword: token === undefined,
            },
          ),
        );
        await recordSecurity(tx, origin, {
          event: 'invitation.send',
          subject: { type: 'user', id: user.id },
          organizationId: targetId,
          details: { roles },
        });
        return { userExists: known !== undefined };
      });
    },

    /**
     * Sets the password by the token of an invitation, or of an address that the caller has verified, once, and signs in.
     * @throws 400 for a token that is unknown, used, expired, of another address or verified by somebody else
     */
    setPassword: async (
      { token, password }: { token: string; password: string },
      origin: Origin,
    ): Promise<AuthResponse> => {
      const { organizationId } = origin;
      if (password.length < limits.passwordMinLength) {
        throw problem.validation([{ field: 'password', message: say(origin.language, 'passwordTooShort') }]);
      }
      const badToken = () => problem.badRequest('INVALID_TOKEN', say(origin.language, 'invalidToken'));
      const invitation = { token_hash: hashToken(token), organization_id: organizationId ?? null };
      const isInvited = await withTransaction(db, (tx) =>
        tx('invitations').where(invitation).where('expires_at', '>', tx.fn.now()).first('user_id'),
      );
      const isVerified = await inSite(db, organizationId, (tx) => isGoodForPassword(tx, token, origin));
      if (!isInvited && !isVerified) throw badToken();
      const passwordHash = await hashPassword(password);
      await keys.current();
      const run = async (tx: Tx): Promise<AuthResponse> => {
        const [used] = await tx('invitations')
          .where(invitation)
          .where('expires_at', '>', tx.fn.now())
          .delete()
          .returning('user_id');
        const user = used ? await findUser(tx, used.user_id) : await useVerifiedToken(tx, token, origin);
        if (!user) throw badToken();
        if (
          organizationId !== undefined &&
          !user.is_super_admin &&
          !(await findMembership(tx, organizationId, user.id))?.roles.length
        )
          throw badToken();
        await tx('users').where({ id: user.id }).update({ password_hash: passwordHash });
        const owner = asActor(origin, user.id);
        await recordSecurity(tx, owner, {
          event: 'password.set',
          subject: { type: 'user', id: user.id },
          details: { by: used ? 'invitation' : 'code' },
        });
        await endAccess(tx, user.id, { origin: owner, reason: 'password.set' });
        await queueMail(tx, passwordChangedMail({ email: user.email, language: origin.language }));
        return openSession(tx, keys, { user, origin, by: 'new-password', refuse: badToken });
      };
      return inSite(db, organizationId, run);
    },
  };
};
export type Invitations = ReturnType<typeof createInvitations>;
