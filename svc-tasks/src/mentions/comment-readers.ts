import type { CommentReaders, CommentReadersQuery } from '@obieg/contracts';
import { type Database, problem, type Tx, withOrganization } from '@obieg/service-kit';
import { viewingMemberIds } from '../groups/effective-groups';
import { translate } from '../messages/server-messages';
import type { SignedInCaller } from '../people/caller';
import { type OpenedTask, openTask } from '../tasks/open-task';
import { isAuthorUnverified } from '../tasks/tasks.policy';
import { isPersonAuthor, personReadsComment, personSeesTask } from './person-access';

/** SQL: a comment `c` that the caller has not sent yet. */
export const draftComment = `(select cast(:writerId as bigint) as author_user_id,
  cast(:visibleToAuthor as boolean) as is_visible_to_author,
  cast(:visibleUserIds as bigint[]) as visible_user_ids,
  cast(:visibleGroupIds as bigint[]) as visible_group_ids) c`;

export const draftBindings = (
  { actor }: SignedInCaller,
  task: OpenedTask['row'],
  draft: CommentReadersQuery,
) => ({
  writerId: actor.userId,
  taskId: task.id,
  visibleToAuthor: draft.visibleToAuthor,
  visibleUserIds: draft.visibleUserIds,
  visibleGroupIds: draft.visibleGroupIds,
});
type Bindings = ReturnType<typeof draftBindings>;

const reads = `(${personSeesTask} and ${personReadsComment})`;

/** A group with more members counts as one that not all of them read. Bounds the work of one call. */
const membersCheckedMax = 300;

/**
 * SQL: people who are named in the comment; without any, the people who see the restricted task. Only members of the
 * organization, because `users` has the accounts of all.
 */
const selectUsers = `
  select u.id as "userId", u.username as "userName", ${isPersonAuthor} as is_author, ${reads} as reads
    from tasks t
    cross join ${draftComment}
    cross join lateral (
      select unnest(c.visible_user_ids) as user_id
      union select r.reader_id from task_readers r
             where cardinality(c.visible_user_ids) + cardinality(c.visible_group_ids) = 0
               and r.organization_id = t.organization_id and r.task_id = t.id and r.kind = 'USER'
      union select t.assigned_user_id
             where cardinality(c.visible_user_ids) + cardinality(c.visible_group_ids) = 0) person
    join users u on u.id = person.user_id
    join memberships m on m.organization_id = t.organization_id and m.user_id = u.id
   where t.id = :taskId and u.id <> :writerId
   order by u.username collate "pl-x-icu", u.id`;

/** SQL: groups that are named in the comment; without any reader, the groups that see the restricted task. */
const selectGroups = `
  select g.id as "groupId", g.name as "groupName", reach.some_read, reach.all_read
    from tasks t
    cross join ${draftComment}
    join groups g on g.organization_id = t.organization_id and g.deleted_at is null and (
         g.id = any(c.visible_group_ids)
      or cardinality(c.visible_user_ids) + cardinality(c.visible_group_ids) = 0 and (
           g.id = t.assigned_group_id
        or exists (select 1 from task_readers r
             where r.organization_id = t.organization_id and r.task_id = t.id and r.kind = 'GROUP'
               and r.reader_id = g.id)))
    cross join lateral (
      select coalesce(bool_or(${reads}), false) as some_read,
             coalesce(bool_and(${reads}), false) and count(*) <= ${membersCheckedMax} as all_read
        from (select distinct user_id from (${viewingMemberIds.replaceAll(':groupId', 'g.id')}) one
               limit ${membersCheckedMax + 1}) person
        join users u on u.id = person.user_id
        join memberships m on m.organization_id = t.organization_id and m.user_id = u.id) reach
   where t.id = :taskId
   order by g.name collate "pl-x-icu", g.id`;

/** SQL: the account of the task's author, and the address of an author without one. */
const selectAuthor = `
  select t.author_email as email, ${isAuthorUnverified} as is_unverified, account.*
    from tasks t
    cross join ${draftComment}
    left join lateral (
      select u.id as user_id, u.username, ${reads} as reads
        from users u join memberships m on m.organization_id = t.organization_id and m.user_id = u.id
        cross join lateral (select u.id as user_id) person
       where (u.id = t.author_user_id or t.author_user_id is null and lower(u.email) = t.author_email
              and m.is_email_verified)) account on true
   where t.id = :taskId`;

interface AuthorRow {
  email: string | null;
  is_unverified: boolean;
  user_id: number | null;
  username: string | null;
  reads: boolean | null;
}
type UserRow = CommentReaders['users'][number] & { is_author: boolean };
interface GroupRow {
  groupId: number;
  groupName: string;
  some_read: boolean;
  all_read: boolean;
}

const query = async <Row>(tx: Tx, sql: string, bindings: Bindings): Promise<Row[]> =>
  (await tx.raw<{ rows: Row[] }>(sql, bindings)).rows;

const presentAuthor = (
  { email, is_unverified, user_id, username, reads }: AuthorRow,
  { writerId, visibleToAuthor }: Bindings,
  isRestrictedTask: boolean,
): CommentReaders['author'] => {
  if (user_id !== null) return user_id === writerId ? null : { name: username ?? '', reads: reads === true };
  // Such an author finds the task only by its number, as a visitor.
  return email === null
    ? null
    : { name: email, reads: is_unverified && visibleToAuthor && !isRestrictedTask };
};

const presentGroup = ({
  groupId,
  groupName,
  some_read,
  all_read,
}: GroupRow): CommentReaders['groups'][number] => ({
  groupId,
  groupName,
  reach: all_read ? 'ALL' : some_read ? 'SOME' : 'NONE',
});

const listReaders = async (
  tx: Tx,
  { is_restricted: isRestrictedTask }: OpenedTask['row'],
  bindings: Bindings,
): Promise<CommentReaders> => {
  const isRestricted = bindings.visibleUserIds.length + bindings.visibleGroupIds.length > 0;
  const [authorRow] = await query<AuthorRow>(tx, selectAuthor, bindings);
  const allMembers = !isRestricted && !isRestrictedTask;
  const users = allMembers ? [] : await query<UserRow>(tx, selectUsers, bindings);
  const groups = allMembers ? [] : await query<GroupRow>(tx, selectGroups, bindings);
  return {
    success: true,
    allMembers,
    groups: groups.map(presentGroup).filter(({ reach }) => isRestricted || reach !== 'NONE'),
    users: users
      .filter(({ is_author, reads: isReader }) => !is_author && (isRestricted || isReader))
      .map(({ userId, userName, reads: isReader }) => ({ userId, userName, reads: isReader })),
    author: authorRow ? presentAuthor(authorRow, bindings, isRestrictedTask) : null,
    visitors:
      !isRestrictedTask && bindings.visibleToAuthor && (!isRestricted || authorRow?.is_unverified === true),
  };
};

/** A comment of the author, which has no named readers. The author gets no names of members. */
const describeForAuthor = ({ is_restricted }: OpenedTask['row']): CommentReaders => ({
  success: true,
  allMembers: !is_restricted,
  groups: [],
  users: [],
  author: null,
  visitors: !is_restricted,
});

/**
 * Names who would see a comment of the caller with this visibility. The answer follows from the rules that later show
 * the comment.
 *
 * @throws 404 if the task is invisible, 403 if the caller may not comment
 */
export const listCommentReaders = (
  db: Database,
  caller: SignedInCaller,
  publicTaskId: number,
  draft: CommentReadersQuery,
): Promise<CommentReaders> =>
  withOrganization(db, caller.tenantScope, async (tx) => {
    const { row, view } = await openTask(tx, caller, publicTaskId);
    if (view === 'visitor') throw problem.forbidden(translate(caller.language, 'commentForbidden'));
    return view === 'author'
      ? describeForAuthor(row)
      : listReaders(tx, row, draftBindings(caller, row, draft));
  });
