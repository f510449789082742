import { type LinkType, limits, type TaskLink } from '@obieg/contracts';
import type { Actor, Tx } from '@obieg/service-kit';
import type { Knex } from 'knex';
import { pathOfSharedNameIn } from '../groups/group-names';
import { addressHintIn, joinMember, nameIn } from '../members/members.repo';
import { isReaderRead, readerCte } from '../policy/reader-sql';
import { isOpened, requestedTask } from '../policy/requested-task';
import { hasBasePermission, readerBindings } from '../policy/tasks.policy';
import { isoTime } from '../tasks/task-summary';
import type { TaskRow } from '../tasks/tasks.repo';
import { selectVisibleLinks } from './visible-links';

type TaskId = Pick<TaskRow, 'id'>;

const assigneeName = (isMember: boolean): string =>
  `coalesce(${nameIn('au', 'am')}, ${isMember ? `${pathOfSharedNameIn('ag')}, ` : ''}ag.name)`;

const linkJson = (
  isMember: boolean,
): string => `json_build_object('linkId', l.id, 'relation', l.relation, 'task', json_build_object(
  'publicTaskId', t.public_task_id, 'title', t.title, 'statusName', s.name, 'statusType', s.status_type,
  'priority', t.priority, 'dueAt', ${isoTime('t.due_at')}, 'assigneeName', ${assigneeName(isMember)},
  'assigneeAddressHint', ${addressHintIn('au', 'am')}))`;

/**
 * Selects the links of a task, one `link` a row: the oldest ones, up to a maximum. Leaves out tasks that a list of the
 * reader does not contain.
 */
export const selectLinks = (knex: Knex, publicTaskId: number, actor: Actor, linkId?: number): Knex.Raw => {
  const isMember = hasBasePermission(actor);
  const links = selectVisibleLinks(actor, 'me.id', {
    conditions: linkId === undefined ? [] : ['r.link_id = :linkId'],
    max: limits.linksShownMax,
  });
  return knex.raw(
    `with ${readerCte},
     me as materialized (
       select t.id from ${requestedTask} where ${isOpened(isMember)})
     select ${linkJson(isMember)} as link
       from me
       cross join lateral (${links}) l
       join tasks t on t.id = l.other_id
       join statuses s on s.organization_id = t.organization_id and s.id = t.status_id
       left join users au on au.id = t.assigned_user_id ${joinMember('au', 'am')}
       left join groups ag on ag.organization_id = t.organization_id and ag.id = t.assigned_group_id
      where ${isReaderRead}
      order by l.id`,
    { ...readerBindings(actor), publicTaskId, ...(linkId === undefined ? {} : { linkId }) },
  );
};

/**
 * Those of the tasks that are open and have an open subtask or an open task that blocks them, as far as the reader may
 * see it. The caller must check that the reader may see the tasks themselves.
 */
export const findTasksWithOpenWork = async (
  tx: Tx,
  actor: Actor,
  publicTaskIds: readonly number[],
): Promise<ReadonlySet<number>> => {
  const isOpen = (task: string): string =>
    `exists (select 1 from statuses s where s.id = ${task}.status_id and s.status_type <> 'FINAL')`;
  const openWork = selectVisibleLinks(actor, 'me.id', {
    conditions: [`l.relation in ('PARENT_OF', 'BLOCKED_BY')`, isOpen('t')],
    max: 1,
  });
  const { rows } = await tx.raw<{ rows: { public_task_id: number }[] }>(
    `with ${readerCte}
     select me.public_task_id
       from tasks me
      where ${isReaderRead} and me.public_task_id = any(cast(:publicTaskIds as bigint[])) and me.deleted_at is null
        and ${isOpen('me')} and exists (${openWork})`,
    { ...readerBindings(actor), publicTaskIds: [...publicTaskIds] },
  );
  return new Set(rows.map((row) => row.public_task_id));
};

export const findLink = async (
  tx: Tx,
  publicTaskId: number,
  actor: Actor,
  linkId: number,
): Promise<TaskLink | undefined> => {
  const { rows } = (await selectLinks(tx, publicTaskId, actor, linkId)) as { rows: { link: TaskLink }[] };
  return rows[0]?.link;
};

export interface LinkRow {
  id: number;
  source_task_id: number;
  target_task_id: number;
}

/** The link of a type between two tasks, in either direction. */
export const findPair = (tx: Tx, type: LinkType, one: TaskId, other: TaskId): Promise<LinkRow | undefined> =>
  tx('task_links')
    .where({ type })
    .whereRaw('least(source_task_id, target_task_id) = ?', [Math.min(one.id, other.id)])
    .whereRaw('greatest(source_task_id, target_task_id) = ?', [Math.max(one.id, other.id)])
    .first('id', 'source_task_id', 'target_task_id');

/** Whether a task has the maximum number of links to tasks that the actor may see. */
export const hasMaximumLinks = async (tx: Tx, actor: Actor, { id }: TaskId): Promise<boolean> => {
  const max = limits.linksPerTaskMax;
  const { rows } = await tx.raw<{ rows: { is_full: boolean }[] }>(
    `with ${readerCte}
     select count(*) >= ${max} as is_full from (${selectVisibleLinks(actor, 'cast(:id as bigint)', { max })}) l
      where ${isReaderRead}`,
    { ...readerBindings(actor), id },
  );
  return rows[0]?.is_full === true;
};

/** Lets only one transaction of the organization add a parent, so that two of them cannot form a cycle. */
export const lockParents = async (tx: Tx, organizationId: number): Promise<void> => {
  await tx.raw(`select pg_advisory_xact_lock(hashtextextended('task parents', ?))`, [organizationId]);
};

export interface Ancestors {
  ids: ReadonlySet<number>;
  /** Number of levels, up to one more than the maximum. */
  levels: number;
}

/**
 * A task's parent, its parent and so on, as far as the actor may see them. A task can have several: callers add a
 * parent if they do not see another one. For the same reason, an actor who sees more can see a cycle.
 */
export const findAncestors = async (tx: Tx, actor: Actor, { id }: TaskId): Promise<Ancestors> => {
  const parentsOf = (childId: string): string =>
    selectVisibleLinks(actor, childId, {
      conditions: [`l.relation = 'CHILD_OF'`],
      max: limits.linksShownMax,
    });
  const { rows } = await tx.raw<{ rows: { id: number; level: number }[] }>(
    `with recursive ${readerCte}, ancestors as (
       select p.other_id as id, 1 as level from (${parentsOf('cast(:id as bigint)')}) p
       union
       select p.other_id, a.level + 1
         from ancestors a cross join lateral (${parentsOf('a.id')}) p
        where a.level <= :max
     ) select id, level from ancestors where ${isReaderRead}`,
    { ...readerBindings(actor), id, max: limits.taskAncestorsMax },
  );
  return { ids: new Set(rows.map((row) => row.id)), levels: Math.max(0, ...rows.map(({ level }) => level)) };
};

export const insertLink = async (
  tx: Tx,
  link: { organization_id: number; type: LinkType; created_by_user_id: number } & Omit<LinkRow, 'id'>,
): Promise<number> => {
  const [row] = await tx('task_links').insert(link).returning<{ id: number }[]>('id');
  return (row as { id: number }).id;
};

/** Undefined if the link does not exist. */
export const deleteLink = async (
  tx: Tx,
  id: number,
): Promise<{ type: LinkType; source_task_id: number } | undefined> => {
  const [row] = await tx('task_links').where({ id }).delete().returning(['type', 'source_task_id']);
  return row;
};

/** True if a concurrent transaction added the same link. */
export const isLinkTaken = (error: unknown): boolean =>
  (error as { constraint?: string }).constraint === 'task_links_pair_key';
