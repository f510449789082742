import { limits, presentName, type TaskReaders, type TaskReadersQuery } from '@obieg/contracts';
import { type Database, groupPathIn, problem, type Tx, withOrganization } from '@obieg/service-kit';
import { checkIsMember, checkMayAssign } from '../assignments/assign-task';
import { readDraftAssignee } from '../assignments/draft-assignee';
import type { SignedInCaller } from '../callers/caller';
import { checkMayEdit } from '../changes/edit-task';
import { findTargetGroup } from '../groups/target-group';
import type { FormerAssignee } from '../history/history.repo';
import { addressHintIn, nameIn } from '../members/members.repo';
import { translate } from '../messages/server-messages';
import { isPersonAuthor, personSeesTask } from '../policy/person-access';
import { isVisibleToMember } from '../policy/tasks.policy';
import { type OpenedTask, openTask } from '../tasks/open-task';
import { listTaskReaderIds, type TaskRow } from '../tasks/tasks.repo';
import { getRunnableTransition } from '../transitions/run-transition';
import { getConfiguration } from '../workflow-model/configuration.repo';

/**
 * SQL: the task with the readers and the assignee that a change would save. `task_readers` hides the table of this name, so that the rules
 * that later show the task judge the change.
 */
const draftTask = `
  task_readers as (
    select organization_id, id as task_id, 'USER' as kind, unnest(cast(:visibleUserIds as bigint[])) as reader_id
      from tasks where id = :taskId
    union all
    select organization_id, id, 'GROUP', unnest(cast(:visibleGroupIds as bigint[])) from tasks where id = :taskId),
  draft as (
    select organization_id, id, author_user_id, author_email, assigned_user_id as former_user_id,
           cast(:assignedUserId as bigint) as assigned_user_id, cast(:assignedGroupId as bigint) as assigned_group_id,
           cast(:isRestricted as boolean) as is_restricted
      from tasks where id = :taskId)`;

/** SQL: the people to name, each judged once. Without visible users and groups, only the author is named. */
const judged = `
  select u.id as user_id, ${nameIn('u', 'm')} as name, ${addressHintIn('u', 'm')} as address_hint,
         coalesce(${isPersonAuthor}, false) as is_author, ${personSeesTask} as reads
    from draft t
    cross join lateral (
      select r.reader_id as user_id from task_readers r where r.kind = 'USER'
      union select t.assigned_user_id where t.is_restricted
      union select t.former_user_id where t.is_restricted
      union select t.author_user_id
      union select a.id from users a where t.author_user_id is null and lower(a.email) = t.author_email) person
    join users u on u.id = person.user_id
    join memberships m on m.organization_id = t.organization_id and m.user_id = u.id`;

const readersQuery = `
  with ${draftTask}, judged as (${judged})
  select t.author_email, coalesce(${isVisibleToMember}, false) as caller,
         (select coalesce(json_agg(json_build_object('userId', j.user_id, 'name', j.name,
              'addressHint', j.address_hint, 'isAuthor', j.is_author, 'reads', j.reads)
              order by j.name collate "pl-x-icu", j.user_id), '[]') from judged j) as people,
         (select coalesce(json_agg(json_build_object('groupId', g.id, 'groupName', ${groupPathIn('g')})
              order by g.name collate "pl-x-icu", g.id), '[]')
            from groups g
           where g.organization_id = t.organization_id and g.deleted_at is null and t.is_restricted
             and (g.id = t.assigned_group_id or g.id = any(cast(:visibleGroupIds as bigint[])))) as groups
    from draft t`;

interface JudgedPerson {
  userId: number;
  name: string;
  addressHint: string | null;
  isAuthor: boolean;
  reads: boolean;
}

interface ReadersRow {
  author_email: string | null;
  caller: boolean;
  people: JudgedPerson[];
  groups: TaskReaders['groups'];
}

const presentAuthor = (
  { author_email: email, people }: ReadersRow,
  callerId: number,
  isRestricted: boolean,
): TaskReaders['author'] => {
  const account = people.find(({ isAuthor }) => isAuthor);
  if (account?.userId === callerId) return null;
  if (account)
    return {
      name: presentName(account.name, true),
      addressHint: account.addressHint,
      reads: account.reads,
    };
  // Such an author finds the task only by its number, as a visitor.
  return email === null ? null : { name: email, addressHint: null, reads: !isRestricted };
};

const checkCounts = ({ language }: SignedInCaller, draft: TaskReadersQuery): void => {
  const errors = (['visibleUserIds', 'visibleGroupIds'] as const)
    .filter((field) => draft[field].length > limits.visibilityMax)
    .map((field) => ({ field, message: translate(language, 'tooManyReaders') }));
  if (errors.length > 0) throw problem.validation(errors);
};

interface Draft {
  visibleUserIds: number[];
  visibleGroupIds: number[];
  assignee: FormerAssignee;
  isRestricted: boolean;
}

const currentAssignee = ({
  assigned_user_id: userId,
  assigned_group_id: groupId,
}: TaskRow): FormerAssignee => (userId === null ? { userId, groupId } : { userId, groupId: null });

/** The task as an edit of its visible users and groups would save it. @throws 403, 422 */
const draftEdit = (caller: SignedInCaller, opened: OpenedTask, query: TaskReadersQuery): Draft => {
  checkMayEdit(caller, opened);
  checkCounts(caller, query);
  const { visibleUserIds, visibleGroupIds } = query;
  return {
    visibleUserIds,
    visibleGroupIds,
    assignee: currentAssignee(opened.row),
    isRestricted: visibleUserIds.length + visibleGroupIds.length > 0,
  };
};

/** The task as an assignment would save it. @throws 403, 422 */
const draftAssignment = async (
  tx: Tx,
  caller: SignedInCaller,
  { row, view }: OpenedTask,
  draftAssignee: string,
): Promise<Draft> => {
  checkIsMember(caller, view);
  const assignee = readDraftAssignee(draftAssignee, caller.actor);
  await checkMayAssign(tx, caller, row, assignee);
  return { ...(await listTaskReaderIds(tx, row)), assignee, isRestricted: row.is_restricted };
};

/** The task as a transition would leave it. @throws 403, 409, 422 */
const draftTransition = async (
  tx: Tx,
  caller: SignedInCaller,
  { row, view }: OpenedTask,
  transitionId: number,
): Promise<Draft> => {
  if (view !== 'member') throw problem.forbidden(translate(caller.language, 'transitionForbidden'));
  const configuration = await getConfiguration(tx, caller);
  const transition = await getRunnableTransition(tx, { configuration, row }, caller, transitionId);
  const groupId = await findTargetGroup(tx, transition);
  return {
    ...(await listTaskReaderIds(tx, row)),
    assignee: groupId === null ? currentAssignee(row) : { userId: null, groupId },
    isRestricted: row.is_restricted,
  };
};

const draftChange = async (
  tx: Tx,
  caller: SignedInCaller,
  opened: OpenedTask,
  query: TaskReadersQuery,
): Promise<Draft> => {
  if (query.assignee !== undefined) return draftAssignment(tx, caller, opened, query.assignee);
  if (query.transitionId !== undefined) return draftTransition(tx, caller, opened, query.transitionId);
  return draftEdit(caller, opened, query);
};

/**
 * Names who would see a task with these visible users and groups, with this assignee or after this transition.
 *
 * @throws 404 if the task is invisible, 403 if the caller may not save this, 409 if the transition is no longer offered,
 *   422 for more readers than a task can have, and for an assignee or a transition that does not exist
 */
export const listTaskReaders = (
  db: Database,
  caller: SignedInCaller,
  publicTaskId: number,
  query: TaskReadersQuery,
): Promise<TaskReaders> =>
  withOrganization(db, caller.tenantScope, async (tx) => {
    const opened = await openTask(tx, caller, publicTaskId);
    const draft = await draftChange(tx, caller, opened, query);
    const { assignee, isRestricted, visibleUserIds, visibleGroupIds } = draft;
    const { userId: readerId } = caller.actor;
    const { rows } = await tx.raw<{ rows: [ReadersRow] }>(readersQuery, {
      visibleUserIds,
      visibleGroupIds,
      assignedUserId: assignee.userId,
      assignedGroupId: assignee.groupId,
      readerId,
      isRestricted,
      taskId: opened.row.id,
    });
    const [row] = rows;
    return {
      success: true,
      caller: row.caller,
      allMembers: !isRestricted,
      groups: row.groups,
      users: row.people
        .filter(({ userId, isAuthor }) => isRestricted && userId !== readerId && !isAuthor)
        .map(({ userId, name, addressHint, reads }) => ({ userId, userName: name, addressHint, reads })),
      author: presentAuthor(row, readerId, isRestricted),
    };
  });
