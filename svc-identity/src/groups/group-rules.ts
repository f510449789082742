import type { Language } from '@obieg/contracts';
import { type Actor, problem, type Tx } from '@obieg/service-kit';
import { lockActor } from '../members/acting-member';
import { translate } from '../messages/server-messages';
import type { Place } from './group-members.repo';

const namesShown = 5;

/** SQL: repeats the policy's condition in a form for which PostgreSQL can use an index. */
export const here = (table: string): string => `${table}.organization_id = app_organization_id()`;

const quote = (language: Language, names: readonly string[]): string => {
  const shown = names
    .slice(0, namesShown)
    .map((name) => `"${name}"`)
    .join(', ');
  return names.length > namesShown ? translate(language, 'andOthers', { names: shown }) : shown;
};

interface GroupUses {
  id: number;
  children: string[];
  transitions: string[];
  has_tasks: boolean;
  has_readers: boolean;
}

/** Tasks are not counted, because the caller may not see all of them. */
const readUses = async (tx: Tx, groupIds: readonly number[]): Promise<GroupUses[]> => {
  const { rows } = await tx.raw<{ rows: GroupUses[] }>(
    `select used.id,
            array(select c.name from groups c where ${here('c')} and c.parent_group_id = used.id order by c.name limit :max) as children,
            array(select t.transition_name from transition_groups t where ${here('t')} and t.group_id = used.id
                   order by t.transition_name limit :max) as transitions,
            exists (select 1 from task_groups t where ${here('t')} and t.group_id = used.id) as has_tasks,
            exists (select 1 from visible_task_groups t where ${here('t')} and t.group_id = used.id) as has_readers
       from unnest(cast(:groupIds as bigint[])) used (id)`,
    { groupIds: [...groupIds], max: namesShown + 1 },
  );
  return rows;
};

const describeUses = (
  language: Language,
  { children, transitions, has_tasks, has_readers }: GroupUses,
): string | undefined => {
  const reasons = [
    children.length > 0 ? translate(language, 'heldByChildren', { names: quote(language, children) }) : '',
    transitions.length > 0
      ? translate(language, 'heldByTransitions', { names: quote(language, transitions) })
      : '',
    has_tasks ? translate(language, 'heldByTasks') : '',
    has_readers ? translate(language, 'heldByReaders') : '',
  ].filter((reason) => reason !== '');
  return reasons.length > 0 ? translate(language, 'groupHeld', { reasons: reasons.join('; ') }) : undefined;
};

/** Returns why groups cannot be deleted, by id. Groups that can be deleted are absent. */
export const describeDeletionRefusals = async (
  tx: Tx,
  groupIds: readonly number[],
  language: Language,
): Promise<Map<number, string>> => {
  const refusals = new Map<number, string>();
  if (groupIds.length === 0) return refusals;
  for (const uses of await readUses(tx, groupIds)) {
    const refusal = describeUses(language, uses);
    if (refusal) refusals.set(uses.id, refusal);
  }
  return refusals;
};

/** Refuses to delete a group that is in use and names the uses. @throws 409 IN_USE */
export const checkUnused = async (tx: Tx, groupId: number, language: Language): Promise<void> => {
  const refusal = (await describeDeletionRefusals(tx, [groupId], language)).get(groupId);
  if (refusal) throw problem.conflict('IN_USE', refusal);
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
