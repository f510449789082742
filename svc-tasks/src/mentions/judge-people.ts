import type { CommentReaders } from '@obieg/contracts';
import { groupPathIn, type Tx } from '@obieg/service-kit';
import { inViewingRoles } from '../groups/effective-groups';
import { addressHintIn, nameIn } from '../members/members.repo';
import { personInGroups } from '../policy/person-access';
import { type DraftBindings, draftComment } from './draft-comment';

/** Bounds the work of one call to 0.1 s. A group with people beyond it counts as one that some read. */
const peopleJudgedMax = 1_000;

/** SQL: the groups that let people see the restricted task, and those that let them read the comment. */
const reasonGroups = `
  select 'COMMENT' as reason, unnest(cast(:visibleGroupIds as bigint[])) as id
  union select 'TASK', r.reader_id from task_readers r where r.task_id = :taskId and r.kind = 'GROUP'
  union select 'TASK', t.assigned_group_id from tasks t where t.id = :taskId and t.assigned_group_id is not null`;

/** SQL: the people named in the comment; without any reader, those who see the restricted task. */
const namedUsers = `
  select unnest(cast(:visibleUserIds as bigint[])) as user_id
  union select r.reader_id from task_readers r
         where not :isRestricted and r.task_id = :taskId and r.kind = 'USER'
  union select t.assigned_user_id from tasks t where not :isRestricted and t.id = :taskId`;

/** SQL: whose members the answer describes: groups of the comment; without any reader, of the restricted task. */
const describedReason = `case when :isRestricted then 'COMMENT' else 'TASK' end`;

/** SQL: all groups of a reason if the person is in one of them. The rules ask only whether there is one. */
const idsIf = (condition: string, reason: string): string =>
  `case when ${condition} then array(select id from reason_groups where reason = '${reason}') else '{}' end`;

/**
 * SQL: judges each person once, with the rules that later show the comment, and sums up the own members of each group.
 * The work grows with the groups plus their memberships, not with the pairs of a group and everybody below it. Only
 * members of the organization, because `users` has the accounts of all.
 */
const judge = `
  with recursive reason_groups as materialized (${reasonGroups}),
  named_users as (${namedUsers}),
  below as (
    select r.reason, g.organization_id, g.id, g.parent_group_id, g.name
      from reason_groups r join groups g on g.id = r.id and g.deleted_at is null
    union
    select b.reason, g.organization_id, g.id, g.parent_group_id, g.name
      from below b
      join groups g on g.organization_id = b.organization_id and g.parent_group_id = b.id and g.deleted_at is null),
  people as (
    select user_id, bool_or(is_named) as is_named, bool_or(reason = 'TASK') as views_task,
           bool_or(reason = 'COMMENT') as views_comment,
           array_agg(group_id) filter (where reason = ${describedReason}) as group_ids
      from (select b.reason, m.group_id, m.user_id, false as is_named
              from below b
              join group_members m on m.organization_id = b.organization_id and m.group_id = b.id
               and m.role in ${inViewingRoles}
             union all select null, null, user_id, true from named_users) one
     group by user_id),
  described as (
    select *, row_number() over (order by is_named desc, user_id) <= ${peopleJudgedMax} as is_judged
      from people where is_named or group_ids is not null),
  judged as materialized (
    select u.id as user_id, ${nameIn('u', 'm')} as username, ${addressHintIn('u', 'm')} as address_hint, person.is_named, person.group_ids, ${personInGroups.isAuthor} as is_author,
           case when person.is_judged then ${personInGroups.seesTask} and ${personInGroups.readsComment} end as reads
      from (select *, ${idsIf('views_task', 'TASK')} as task_group_ids,
                   ${idsIf('views_comment', 'COMMENT')} as comment_group_ids from described) person
      join users u on u.id = person.user_id
      cross join tasks t
      join memberships m on m.organization_id = t.organization_id and m.user_id = u.id
      cross join ${draftComment}
     where t.id = :taskId),
  own as (
    select group_id, bool_or(coalesce(reads, true)) as some_read, bool_and(coalesce(reads, false)) as all_read
      from judged cross join unnest(group_ids) group_id
     group by group_id)
  select (select coalesce(json_agg(json_build_object('userId', j.user_id, 'userName', j.username,
              'addressHint', j.address_hint,
              'isAuthor', coalesce(j.is_author, false), 'reads', coalesce(j.reads, false))
              order by j.username collate "pl-x-icu", j.user_id), '[]')
            from judged j where j.is_named and j.user_id <> :writerId) as users,
         (select coalesce(json_agg(json_build_object('groupId', b.id, 'parentId', b.parent_group_id,
              'groupName', case when b.is_named then ${groupPathIn('b')} else b.name end, 'isNamed', b.is_named,
              'someRead', o.some_read, 'allRead', o.all_read)
              order by b.name collate "pl-x-icu", b.id), '[]')
            from (select *, id in (select id from reason_groups where reason = below.reason) as is_named
                    from below) b
            left join own o on o.group_id = b.id
           where b.reason = ${describedReason}) as groups`;

type JudgedUser = CommentReaders['users'][number] & { isAuthor: boolean };
type JudgedGroup = CommentReaders['groups'][number];

/** A group with the judgement of its own members; null without any. */
interface GroupRow {
  groupId: number;
  parentId: number | null;
  groupName: string;
  isNamed: boolean;
  someRead: boolean | null;
  allRead: boolean | null;
}

/** Adds the members of child groups to their parents, from the leaves up. */
const addChildren = (rows: readonly GroupRow[]): void => {
  const byId = new Map(rows.map((row) => [row.groupId, row]));
  const parentOf = ({ parentId }: GroupRow): GroupRow | undefined =>
    parentId === null ? undefined : byId.get(parentId);
  const childCounts = new Map<GroupRow, number>();
  for (const row of rows) {
    const parent = parentOf(row);
    if (parent) childCounts.set(parent, (childCounts.get(parent) ?? 0) + 1);
  }
  const complete = rows.filter((row) => !childCounts.has(row));
  for (const row of complete) {
    const parent = parentOf(row);
    if (!parent) continue;
    if (row.someRead !== null) {
      parent.someRead = parent.someRead === true || row.someRead;
      parent.allRead = parent.allRead !== false && row.allRead === true;
    }
    const left = (childCounts.get(parent) ?? 0) - 1;
    childCounts.set(parent, left);
    // The loop continues with what it appends.
    if (left === 0) complete.push(parent);
  }
};

const presentGroup = ({ groupId, groupName, someRead, allRead }: GroupRow): JudgedGroup => ({
  groupId,
  groupName,
  reach: allRead ? 'ALL' : someRead ? 'SOME' : 'NONE',
});

/** Judges who of the named people and groups would read the comment. */
export const judgePeople = async (
  tx: Tx,
  bindings: DraftBindings & { isRestricted: boolean },
): Promise<{ users: JudgedUser[]; groups: JudgedGroup[] }> => {
  const { rows } = await tx.raw<{ rows: [{ users: JudgedUser[]; groups: GroupRow[] }] }>(judge, bindings);
  const [{ users, groups }] = rows;
  addChildren(groups);
  return { users, groups: groups.filter(({ isNamed }) => isNamed).map(presentGroup) };
};
