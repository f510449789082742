import type { Language } from '@obieg/contracts';
import { type Actor, problem, type Tx } from '@obieg/service-kit';
import { holdActor } from '../members/acting-member';
import { say } from '../messages/server-messages';
import type { Place } from './group-members.repo';

const namesShown = 5;

const quote = (language: Language, names: readonly string[]): string => {
  const shown = names
    .slice(0, namesShown)
    .map((name) => `"${name}"`)
    .join(', ');
  return names.length > namesShown ? say(language, 'andOthers', { names: shown }) : shown;
};

/**
 * Refuses to delete a group that something holds, and says what. Tasks are not counted out: whoever asks may not see
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
    children.length > 0 ? say(language, 'heldByChildren', { names: quote(language, children) }) : '',
    transitions.length > 0 ? say(language, 'heldByTransitions', { names: quote(language, transitions) }) : '',
    task ? say(language, 'heldByTasks') : '',
    reader ? say(language, 'heldByReaders') : '',
  ].filter((reason) => reason !== '');
  if (reasons.length > 0)
    throw problem.conflict('IN_USE', say(language, 'groupHeld', { reasons: reasons.join('; ') }));
};

/**
 * Members are managed by those who manage users and by the leaders of that very group. What lets the actor do so stays
 * until the transaction ends, and so does the place of the one whom they act on. @throws 403
 */
export const checkMayManageMembers = async (
  tx: Tx,
  { organizationId, groupId, userId, actor }: Place & { actor: Actor },
): Promise<void> => {
  const { permissions } = await holdActor(tx, { organizationId, actor }, 'BASE', [userId]);
  if (permissions.has('MANAGE_USERS')) return;
  // Both in one order: two leaders who suspend each other at once do not wait in a circle.
  const places = await tx('group_members')
    .where({ organization_id: organizationId, group_id: groupId })
    .whereRaw('user_id = any(?)', [[actor.userId, userId]])
    .orderBy('user_id')
    .forUpdate()
    .select('user_id', 'role');
  if (!places.some(({ user_id, role }) => user_id === actor.userId && role === 'LEADER'))
    throw problem.forbidden();
};
