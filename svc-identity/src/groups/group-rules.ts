import type { Language } from '@obieg/contracts';
import { type Actor, problem, type Tx } from '@obieg/service-kit';
import { lockActor } from '../members/acting-member';
import { translate } from '../messages/server-messages';
import type { Place } from './group-members.repo';

const namesShown = 5;

const quote = (language: Language, names: readonly string[]): string => {
  const shown = names
    .slice(0, namesShown)
    .map((name) => `"${name}"`)
    .join(', ');
  return names.length > namesShown ? translate(language, 'andOthers', { names: shown }) : shown;
};

/**
 * Refuses to delete a group that is in use and names the uses. Tasks are not counted, because the caller may not see
 * all of them. @throws 409 IN_USE
 */
export const checkUnused = async (
  tx: Tx,
  organizationId: number,
  groupId: number,
  language: Language,
): Promise<void> => {
  const children: string[] = await tx('groups')
    .where({ organization_id: organizationId, parent_group_id: groupId })
    .orderBy('name')
    .limit(namesShown + 1)
    .pluck('name');
  const transitions: string[] = await tx('transition_groups')
    .where({ group_id: groupId })
    .orderBy('transition_name')
    .limit(namesShown + 1)
    .pluck('transition_name');
  const task = await tx('task_groups').where({ group_id: groupId }).first('group_id');
  const reader = await tx('visible_task_groups').where({ group_id: groupId }).first('group_id');
  const reasons = [
    children.length > 0 ? translate(language, 'heldByChildren', { names: quote(language, children) }) : '',
    transitions.length > 0
      ? translate(language, 'heldByTransitions', { names: quote(language, transitions) })
      : '',
    task ? translate(language, 'heldByTasks') : '',
    reader ? translate(language, 'heldByReaders') : '',
  ].filter((reason) => reason !== '');
  if (reasons.length > 0)
    throw problem.conflict('IN_USE', translate(language, 'groupHeld', { reasons: reasons.join('; ') }));
};

/**
 * Checks that the actor manages users or leads this group. Locks what grants the permission and the target's
 * membership until the transaction ends. @throws 403
 */
export const checkMayManageMembers = async (
  tx: Tx,
  { organizationId, groupId, userId, actor }: Place & { actor: Actor },
): Promise<void> => {
  const { permissions } = await lockActor(tx, { organizationId, actor }, 'BASE', [userId]);
  if (permissions.has('MANAGE_USERS')) return;
  // One order for both, so that two leaders who suspend each other do not deadlock.
  const places = await tx('group_members')
    .where({ organization_id: organizationId, group_id: groupId })
    .whereRaw('user_id = any(?)', [[actor.userId, userId]])
    .orderBy('user_id')
    .forUpdate()
    .select('user_id', 'role');
  if (!places.some(({ user_id, role }) => user_id === actor.userId && role === 'LEADER'))
    throw problem.forbidden();
};
