import type { Language } from '@obieg/contracts';
import { type Actor, problem, type Tx } from '@obieg/service-kit';
import { say } from '../messages/server-messages';

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

/** Members are managed by those who manage users and by the leaders of that very group. @throws 403 */
export const checkMayManageMembers = async (
  tx: Tx,
  actor: Actor,
  organizationId: number,
  groupId: number,
): Promise<void> => {
  if (actor.permissions.has('MANAGE_USERS')) return;
  const leads = await tx('group_members')
    .where({ organization_id: organizationId, group_id: groupId, user_id: actor.userId, role: 'LEADER' })
    .first('user_id');
  if (!leads) throw problem.forbidden();
};
