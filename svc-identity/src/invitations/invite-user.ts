import type { InvitationResult, InviteUser, InviteUserResponse } from '@obieg/contracts';
import { type Actor, type Database, problem, type Tx, withOrganization } from '@obieg/service-kit';
import { fillNextNames } from '../members/fill-name-skeletons';
import { createAccount, findUserByEmail, recordInvited, saveMembership } from '../members/members.repo';
import { lockNames } from '../members/names.repo';
import {
  checkGrantable,
  checkReplacementConfirmed,
  checkRevocable,
  hasSameRoles,
  lockRoles,
} from '../members/role-rules';
import { translate } from '../messages/server-messages';
import { endSessionsWithoutFactor } from '../second-factor/policy';
import type { Origin } from '../security-log/origin';
import { recordSecurity } from '../security-log/security-log';
import { notifyRoleChange } from './notify-role-change';
import { spendInvitation } from './send-budget';
import {
  findInvitingOrganization,
  type InvitationDependencies,
  type InvitingOrganization,
  sendInvitation,
} from './send-invitation';

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

const getOrganization = async (tx: Tx, id: number, { language }: Origin): Promise<InvitingOrganization> => {
  const row = await findInvitingOrganization(tx, id);
  if (!row)
    throw problem.validation([
      { field: 'organizationId', message: translate(language, 'noSuchOrganization') },
    ]);
  return row;
};

interface Dependencies extends InvitationDependencies {
  db: Database;
}

/**
 * Makes a user a member with exactly these roles and mails them (spec 2 §2). @returns `userExists`, which selects the
 * message, and what happened @throws 409 if a member's roles would change without a confirmation, 429 if the user received too many
 * invitations; nothing changes then
 */
export const inviteUser = async (
  { db, ...dependencies }: Dependencies,
  invitation: InviteUser,
  actor: Actor,
  origin: Origin,
): Promise<InviteUserResponse> => {
  const { language } = origin;
  const { email } = invitation;
  const organizationId = targetOf(invitation, actor, origin);
  const roles = checkGrantable(invitation.roles, actor, language);
  await fillNextNames(db);
  return withOrganization(db, organizationId, async (tx) => {
    const organization = await getOrganization(tx, organizationId, origin);
    // Two concurrent invitations of one address must create one account.
    await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 1))', [email]);
    await spendInvitation(tx, organizationId, email, {
      language,
      rateLimitScale: dependencies.rateLimitScale,
    });
    const known = await findUserByEmail(tx, email);
    const user = known ?? (await createAccount(tx, email, invitation, { ...origin, organizationId }));
    await lockNames(tx, [user.display_name ?? user.username, user.username]);
    const change = { organizationId, userId: user.id, actor, origin };
    const { actor: actorNow, held } = await lockRoles(tx, change, roles);
    checkGrantable(roles, actorNow, language);
    checkRevocable(held, roles, actorNow, language);
    checkReplacementConfirmed(held, roles, invitation.replacedRoles, language);
    await saveMembership(tx, organizationId, user.id, roles, origin);
    await endSessionsWithoutFactor(tx, organizationId, origin, user.id);
    const userExists = known !== undefined;
    // A member who has signed in before has nothing to accept.
    if (held?.invited_at === null) {
      if (hasSameRoles(held.roles, roles)) return { userExists, result: 'UNCHANGED' };
      const rolesBefore = held.roles;
      await notifyRoleChange(tx, dependencies, { user, organization, rolesBefore, roles, actor, language });
      return { userExists, result: 'ROLES_CHANGED' };
    }
    await recordInvited(tx, organizationId, user.id, { isMailed: true });
    await sendInvitation(tx, dependencies, { user, organization, roles, inviter: actor, language });
    await recordSecurity(tx, origin, {
      event: 'invitation.send',
      subject: { type: 'user', id: user.id },
      organizationId,
      details: { roles },
    });
    const result: InvitationResult = held ? 'SENT_AGAIN' : 'SENT';
    return { userExists, result };
  });
};
