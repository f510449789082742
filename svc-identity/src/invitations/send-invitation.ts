import { type Language, type OrganizationRoleCode, presentName } from '@obieg/contracts';
import type { Actor, Tx } from '@obieg/service-kit';
import { generateToken, hashToken } from '../credentials/secrets';
import { queueMail } from '../mail/mail-queue';
import { invitationMail } from '../mail/mails';
import type { UserRow } from '../members/members.repo';
import { shownName } from '../members/names.repo';
import { forgetMemberMail } from './member-mails.repo';

export const invitationValidDays = 7;

export interface InvitationDependencies {
  /** Returns an organization's address, built only from configuration. */
  organizationUrl(codeName: string): string;
  /** Multiplies the limit of invitations per person. */
  rateLimitScale: number;
}

export interface InvitingOrganization {
  id: number;
  name: string;
  code_name: string;
}

export const findInvitingOrganization = (tx: Tx, id: number): Promise<InvitingOrganization | undefined> =>
  tx('organizations').where({ id }).whereNull('deleted_at').first('id', 'name', 'code_name');

/** The member in whose name a mail is sent. */
export type Sender = Pick<Actor, 'userId'>;

/** Name of the member who invites or changes roles; empty if the account no longer exists. */
export const findSenderName = async (tx: Tx, { userId }: Sender): Promise<string> => {
  const sender = await tx('users as u')
    .where({ id: userId })
    .first(tx.raw(`${shownName} as name`));
  return sender ? presentName(sender.name, false) : '';
};

/** Replaces an earlier invitation, whose link stops working. */
const issueToken = async (tx: Tx, userId: number, organizationId: number): Promise<string> => {
  const token = generateToken();
  await tx('invitations').where({ user_id: userId, organization_id: organizationId }).delete();
  await tx('invitations').insert({
    token_hash: hashToken(token),
    user_id: userId,
    organization_id: organizationId,
    expires_at: tx.raw(`now() + interval '${invitationValidDays} days'`),
  });
  return token;
};

interface Invitation {
  user: UserRow;
  organization: InvitingOrganization;
  roles: readonly OrganizationRoleCode[];
  inviter: Sender;
  language: Language;
}

/** Mails a link to set a password, or to sign in for users who have one. The caller holds the membership's lock. */
export const sendInvitation = async (
  tx: Tx,
  { organizationUrl }: InvitationDependencies,
  { user, organization, roles, inviter, language }: Invitation,
): Promise<void> => {
  await forgetMemberMail(tx, organization.id, user.id);
  const hasPassword = user.password_hash !== null;
  const path = hasPassword
    ? '/login'
    : `/set-password?token=${await issueToken(tx, user.id, organization.id)}`;
  const details = {
    organizationName: organization.name,
    inviterName: await findSenderName(tx, inviter),
    roles,
    link: organizationUrl(organization.code_name) + path,
    hasPassword,
  };
  await queueMail(tx, invitationMail({ email: user.email, language }, details));
};
