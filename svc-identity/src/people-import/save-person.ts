import type { ImportProblem, OrganizationRoleCode, PeopleImportField } from '@obieg/contracts';
import { type Actor, isProblem, type Tx } from '@obieg/service-kit';
import { addMember } from '../groups/group-members.repo';
import { queueMemberMail } from '../invitations/member-mails.repo';
import {
  createAccount,
  findMembership,
  findUserByEmail,
  type LockedMembership,
  recordInvited,
  saveMembership,
  type UserRow,
} from '../members/members.repo';
import { isUsernameTaken, lockNames } from '../members/names.repo';
import { checkGrantable, checkRevocable, hasSameRoles, lockRoles } from '../members/role-rules';
import { endSessionsWithoutFactor } from '../second-factor/policy';
import type { Origin } from '../security-log/origin';
import type { ImportTextName } from './import-texts';
import { describeProblem, headingOf, type ImportInput, type PersonDraft } from './read-person';

export interface SaveContext {
  organizationId: number;
  actor: Actor;
  origin: Origin;
  input: ImportInput;
}

type Saved = 'CREATED' | 'CHANGED' | 'UNCHANGED';
type Refused = { problems: ImportProblem[] };

const refuse = (
  { origin: { language }, input }: SaveContext,
  field: PeopleImportField,
  name: ImportTextName,
): Refused => ({ problems: [describeProblem({ language, input }, field, name)] });

/** Prevents the deletion of the groups until the transaction ends. @returns whether all of them are there */
const lockGroups = async (
  tx: Tx,
  { organizationId }: SaveContext,
  groupIds: readonly number[],
): Promise<boolean> => {
  if (groupIds.length === 0) return true;
  const locked = await tx('groups')
    .where({ organization_id: organizationId })
    .whereRaw('id = any(?)', [[...groupIds]])
    .orderBy('id')
    .forKeyShare()
    .select('id');
  return locked.length === groupIds.length;
};

const addToGroups = async (
  tx: Tx,
  { organizationId, origin }: SaveContext,
  userId: number,
  groupIds: readonly number[],
): Promise<boolean> => {
  if (groupIds.length === 0) return false;
  const held: number[] = await tx('group_members')
    .where({ organization_id: organizationId, user_id: userId })
    .pluck('group_id');
  const added = groupIds.filter((id) => !held.includes(id));
  for (const groupId of added) await addMember(tx, { organizationId, groupId, userId }, 'MEMBER', origin);
  return added.length > 0;
};

/** Queues the mail about what has changed for the person. Nobody else gets one. */
const queueMail = (
  tx: Tx,
  { organizationId, actor, origin: { language } }: SaveContext,
  userId: number,
  rolesBefore: OrganizationRoleCode[] | null,
): Promise<void> =>
  queueMemberMail(tx, {
    organization_id: organizationId,
    user_id: userId,
    actor_id: actor.userId,
    language,
    roles_before: rolesBefore,
  });

const join = async (
  tx: Tx,
  context: SaveContext,
  user: UserRow,
  { roles, groupIds, isInvited }: PersonDraft & { roles: OrganizationRoleCode[] },
): Promise<Saved> => {
  const { organizationId, origin } = context;
  await saveMembership(tx, organizationId, user.id, roles, origin);
  await endSessionsWithoutFactor(tx, organizationId, origin, user.id);
  // Also without a mail: a member who has never signed in is no administrator to rely on.
  await recordInvited(tx, organizationId, user.id, { isMailed: isInvited });
  await addToGroups(tx, context, user.id, groupIds);
  if (isInvited) await queueMail(tx, context, user.id, null);
  return 'CREATED';
};

const change = async (
  tx: Tx,
  context: SaveContext,
  held: LockedMembership,
  { roles, groupIds }: Pick<PersonDraft, 'roles' | 'groupIds'>,
): Promise<Saved> => {
  const { organizationId, origin } = context;
  const userId = held.user_id;
  const hasNewRoles = roles !== undefined && !hasSameRoles(held.roles, roles);
  if (hasNewRoles) {
    await saveMembership(tx, organizationId, userId, roles, origin);
    await endSessionsWithoutFactor(tx, organizationId, origin, userId);
    // A mail to a member who waits for the invitation would precede it.
    if (held.invited_at === null) await queueMail(tx, context, userId, held.roles);
  }
  const hasNewGroups = await addToGroups(tx, context, userId, groupIds);
  return hasNewRoles || hasNewGroups ? 'CHANGED' : 'UNCHANGED';
};

const findOrCreateUser = async (
  tx: Tx,
  context: SaveContext,
  known: UserRow | undefined,
  { email, username, displayName }: PersonDraft,
): Promise<UserRow | undefined> => {
  if (known) return known;
  if (username !== undefined) {
    await lockNames(tx, [username]);
    if (await isUsernameTaken(tx, username)) return undefined;
  }
  return createAccount(tx, email, { username, displayName }, context.origin);
};

/**
 * Makes the person of a row a member, or changes the member, by the rules of an invitation. Takes the locks in its
 * order, with the groups before the memberships as when a member is added to one. The transaction must end without
 * effect if the row is refused.
 *
 * @throws 403 if the actor no longer manages users
 */
export const savePerson = async (
  tx: Tx,
  context: SaveContext,
  draft: PersonDraft,
): Promise<Saved | Refused> => {
  const { organizationId, actor, origin, input } = context;
  const { language } = origin;
  await tx.raw('select pg_advisory_xact_lock(hashtextextended(?, 1))', [draft.email]);
  const known = await findUserByEmail(tx, draft.email);
  const present = known && (await findMembership(tx, organizationId, known.id));
  const isMember = present !== undefined && present.roles.length > 0;
  if (isMember && !input.changesMembers) return 'UNCHANGED';
  const roles = draft.roles ?? (isMember ? present.roles : input.roles);
  if (roles.length === 0) return refuse(context, 'roles', 'rolesMissing');
  const user = await findOrCreateUser(tx, context, known, draft);
  if (!user) return refuse(context, 'username', 'usernameTaken');
  await lockNames(tx, [user.display_name ?? user.username, user.username]);
  if (!(await lockGroups(tx, context, draft.groupIds))) return refuse(context, 'groups', 'groupGone');
  const { actor: actorNow, held } = await lockRoles(
    tx,
    { organizationId, userId: user.id, actor, origin },
    roles,
  );
  checkGrantable(roles, actorNow, language);
  if (!held) return join(tx, context, user, { ...draft, roles });
  if (draft.roles) checkRevocable(held, draft.roles, actorNow, language);
  return change(tx, context, held, draft);
};

/** Reasons of a call that concern one row here. */
export const findRowRefusal = (context: SaveContext, error: unknown): Refused | undefined => {
  if (!isProblem(error) || error.code !== 'LAST_ADMIN') return undefined;
  return { problems: [{ field: headingOf(context.input, 'roles'), message: error.message }] };
};
