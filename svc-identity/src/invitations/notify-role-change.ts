import type { Language, OrganizationRoleCode } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import { queueMail } from '../mail/mail-queue';
import { rolesChangedMail } from '../mail/mails';
import type { UserRow } from '../members/members.repo';
import {
  findSenderName,
  type InvitationDependencies,
  type InvitingOrganization,
  type Sender,
} from './send-invitation';

interface RoleChange {
  user: UserRow;
  organization: InvitingOrganization;
  rolesBefore: readonly OrganizationRoleCode[];
  roles: readonly OrganizationRoleCode[];
  actor: Sender;
  /** Language of the request, for members who have not chosen one. */
  language: Language;
}

/** Mails a member the present and the new roles. */
export const notifyRoleChange = async (
  tx: Tx,
  { organizationUrl }: Pick<InvitationDependencies, 'organizationUrl'>,
  { user, organization, rolesBefore, roles, actor, language }: RoleChange,
): Promise<void> => {
  const details = {
    organizationName: organization.name,
    actorName: await findSenderName(tx, actor),
    rolesBefore,
    roles,
    link: `${organizationUrl(organization.code_name)}/login`,
  };
  await queueMail(tx, rolesChangedMail({ email: user.email, language: user.language ?? language }, details));
};
