import { type AssigneesResponse, limits, type UserSummary } from '@obieg/contracts';
import { type Database, groupPathIn, problem, type Tx, withOrganization } from '@obieg/service-kit';
import type { SignedInCaller } from '../callers/caller';
import { actingMemberIdsOf, isLeader } from '../groups/effective-groups';
import { addressHintIn, nameIn } from '../members/members.repo';
import { rolesWithBase } from '../members/references';
import { translate } from '../messages/server-messages';
import { foldText } from '../search/sql-fold';
import { openTask } from '../tasks/open-task';
import type { TaskRow } from '../tasks/tasks.repo';
import { responsibleGroupOf } from './responsible-group';

type Scope = Pick<AssigneesResponse, 'scope' | 'group'>;

const findScope = async (tx: Tx, { actor }: SignedInCaller, task: TaskRow): Promise<Scope> => {
  if (actor.permissions.has('OPERATOR')) return { scope: 'ANYBODY', group: null };
  const groupId = responsibleGroupOf(task);
  if (groupId === null || !(await isLeader(tx, groupId, actor.userId))) return { scope: 'SELF', group: null };
  const group = await tx('groups as g')
    .where({ id: groupId })
    .first(tx.raw(`${groupPathIn('g')} as name`));
  return { scope: 'GROUP', group: { groupId, groupName: group?.name ?? '' } };
};

/** Finds people with BASE, sorted by name. Returns one more than the limit, to detect that there are more. */
const findUsers = async (tx: Tx, { group }: Scope, searchTerm: string): Promise<UserSummary[]> => {
  const { rows } = await tx.raw<{ rows: UserSummary[] }>(
    `select u.id, ${nameIn('u', 'm')} as username, u.email, ${addressHintIn('u', 'm')} as "addressHint"
       from memberships m join users u on u.id = m.user_id
      where m.roles && :rolesWithBase and not u.is_integration
        and strpos(${foldText("u.username || ' ' || u.email")}, ${foldText(':searchTerm')}) > 0
        ${group ? `and u.id in (${actingMemberIdsOf(':groupId')})` : ''}
      order by u.username collate "pl-x-icu", u.id limit :fetched`,
    {
      rolesWithBase,
      searchTerm: searchTerm.normalize(),
      groupId: group?.groupId,
      fetched: limits.userSearchResults + 1,
    },
  );
  return rows;
};

/**
 * Lists the users to whom the caller may assign the task, by a part of the name or e-mail address (spec 3 §6).
 * Returns only users that `assignTask` accepts.
 */
export const listAssignees = (
  db: Database,
  caller: SignedInCaller,
  publicTaskId: number,
  searchTerm = '',
): Promise<AssigneesResponse> =>
  withOrganization(db, caller.tenantScope, async (tx) => {
    const { row, view } = await openTask(tx, caller, publicTaskId);
    if (view !== 'member') throw problem.forbidden(translate(caller.language, 'assignForbidden'));
    const scope = await findScope(tx, caller, row);
    const isSearchNeeded = scope.scope === 'GROUP' || (scope.scope === 'ANYBODY' && searchTerm !== '');
    const found = isSearchNeeded ? await findUsers(tx, scope, searchTerm) : [];
    return {
      success: true,
      ...scope,
      users: found.slice(0, limits.userSearchResults),
      limitReached: found.length > limits.userSearchResults,
    };
  });
