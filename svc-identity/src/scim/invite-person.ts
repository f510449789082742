import type { OrganizationRoleCode } from '@obieg/contracts';
import { isProblem, type Tx } from '@obieg/service-kit';
import { spendInvitation } from '../invitations/send-budget';
import { findInvitingOrganization, sendInvitation } from '../invitations/send-invitation';
import type { UserRow } from '../members/members.repo';
import { recordSecurity } from '../security-log/security-log';
import type { ScimCall } from './scim-call';
import { readScimSettings } from './settings';

/** Whether the limits of invitations allow a mail. Without one, the person can still sign in, or be invited again. */
const mayMail = async (tx: Tx, { organizationId, origin, invitation }: ScimCall, email: string) => {
  try {
    await spendInvitation(tx, organizationId, email.toLowerCase(), {
      ...invitation,
      language: origin.language,
    });
    return true;
  } catch (error) {
    if (isProblem(error) && error.status === 429) return false;
    throw error;
  }
};

/**
 * Mails an invitation if the organization has decided so. The caller holds the membership's lock.
 * @returns whether it is sent
 */
export const invitePerson = async (
  tx: Tx,
  call: ScimCall,
  user: UserRow,
  roles: readonly OrganizationRoleCode[],
): Promise<boolean> => {
  const { organizationId, origin, actor, invitation } = call;
  const { sendsInvitations } = await readScimSettings(tx, organizationId);
  const organization = await findInvitingOrganization(tx, organizationId);
  if (!sendsInvitations || !organization || !(await mayMail(tx, call, user.email))) return false;
  const language = user.language ?? origin.language;
  await sendInvitation(tx, invitation, { user, organization, roles, inviter: actor, language });
  await recordSecurity(tx, origin, {
    event: 'invitation.send',
    subject: { type: 'user', id: user.id },
    details: { roles },
  });
  return true;
};
