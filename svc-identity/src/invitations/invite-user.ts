import type { InviteUser } from '@obieg/contracts';
import { type Actor, type Database, problem, type Tx, withOrganization } from '@obieg/service-kit';
import { generateToken, hashToken } from '../auth/secrets';
import { queueMail } from '../mail/mail-queue';
import { invitationMail } from '../mail/mails';
import { createAccount, findUserByEmail, saveMembership, type UserRow } from '../members/members.repo';
import { checkGrantable, checkRevocable, lockRoles } from '../members/role-rules';
import { translate } from '../messages/server-messages';
import type { Origin } from '../security-log/origin';
import { recordSecurity } from '../security-log/security-log';
import { spendInvitation } from './send-budget';

const validDays = 7;

interface OrganizationNames {
  name: string;
  code_name: string;
}

/**
 * Returns the organization of the invitation. Only a holder of MANAGE_SUSER may choose another one. @throws 400, 403
 */
const targetOf = ({ organizationId }: InviteUser, actor: Actor, origin: Origin): number => {
  const targetId = organizationId ?? origin.organizationId;
  if (targetId === undefined)
    throw problem.badRequest('ORGANIZATION_REQUIRED', translate(origin.language, 'organizationMissing'));
  if (targetId !== origin.organizationId && !actor.permissions.has('MANAGE_SUSER')) throw problem.forbidden();
  return targetId;
};

const getOrganization = async (tx: Tx, id: number, { language }: Origin): Promise<OrganizationNames> => {
  const row: OrganizationNames | undefined = await tx('organizations')
    .where({ id })
    .whereNull('deleted_at')
    .first('name', 'code_name');
  if (!row)
    throw problem.validation([
      { field: 'organizationId', message: translate(language, 'noSuchOrganization') },
    ]);
  return row;
};

/** Replaces an earlier invitation. */
const issueToken = async (tx: Tx, userId: number, organizationId: number): Promise<string> => {
  const token = generateToken();
  await tx('invitations').where({ user_id: userId, organization_id: organizationId }).delete();
  await tx('invitations').insert({
    token_hash: hashToken(token),
    user_id: userId,
    organization_id: organizationId,
    expires_at: tx.raw(`now() + interval '${validDays} days'`),
  });
  return token;
};

interface Dependencies {
  db: Database;
  /** Returns an organization's address, built only from configuration. */
  organizationUrl(codeName: string): string;
  /** Multiplies the limit of invitations per person. */
  rateLimitScale: number;
}

/**
 * Makes a user a member with exactly these roles and mails them (spec 2 §2). @returns `userExists`, which selects the
 * message @throws 429 if the user received too many invitations; nothing changes then
 */
export const inviteUser = async (
  { db, organizationUrl, rateLimitScale }: Dependencies,
  invitation: InviteUser,
  actor: Actor,
  origin: Origin,
): Promise<{ userExists: boolean }> => {
  const { language } = origin;
  const { email, username } = invitation;
  const organizationId = targetOf(invitation, actor, origin);
  const roles = checkGrantable(invitation.roles, actor, language);
  const mailInvitation = async (tx: Tx, user: UserRow, organization: OrganizationNames): Promise<void> => {
    const hasPassword = user.password_hash !== null;
    const path = hasPassword
      ? '/login'
      : `/set-password?token=${await issueToken(tx, user.id, organizationId)}`;
    const link = organizationUrl(organization.code_name) + path;
    const details = { organizationName: organization.name, link, hasPassword };
    await queueMail(tx, invitationMail({ email, language }, details));
  };
  return withOrganization(db, organizationId, async (tx) => {
    const organization = await getOrganization(tx, organizationId, origin);
    // Two concurrent invitations of one address must create one account.
    await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 1))', [email]);
    await spendInvitation(tx, organizationId, email, { language, rateLimitScale });
    const known = await findUserByEmail(tx, email);
    const user = known ?? (await createAccount(tx, email, username, { ...origin, organizationId }));
    const change = { organizationId, userId: user.id, actor, origin };
    const { actor: actorNow, held } = await lockRoles(tx, change, roles);
    checkGrantable(roles, actorNow, language);
    checkRevocable(held, roles, actorNow, language);
    await saveMembership(tx, organizationId, user.id, roles, origin);
    await mailInvitation(tx, user, organization);
    await recordSecurity(tx, origin, {
      event: 'invitation.send',
      subject: { type: 'user', id: user.id },
      organizationId,
      details: { roles },
    });
    return { userExists: known !== undefined };
  });
};
