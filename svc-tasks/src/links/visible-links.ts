import { linkTypes } from '@obieg/contracts';
import type { Actor } from '@obieg/service-kit';
import { linkPrincipals } from '../policy/principals';
import { preparedReader } from '../policy/reader-sql';
import { isListedFor } from '../policy/tasks.policy';

interface VisibleLinks {
  /** SQL: further conditions for the link `l`, its `r.link_id`, and the task `t` at its other end. */
  conditions?: readonly string[];
  max: number;
}

/** SQL: what the link `l` says about the task at its other end, seen from its own. */
const relation = (ownId: string): string => `case when l.source_task_id = ${ownId} then l.type
  else case l.type when 'BLOCKS' then 'BLOCKED_BY' when 'DUPLICATES' then 'DUPLICATED_BY'
    when 'PARENT_OF' then 'CHILD_OF' else l.type end end`;

/** SQL: the links of a task that have a row of the principal `p`. */
const storedLinks = (ownId: string): string =>
  `(select r.link_id from link_readers r where r.task_id = ${ownId} and r.principal = p.principal order by r.link_id)`;

/**
 * SQL: the links of a task to those whose readers have changed, and now include the principal `p`. Their rows in
 * `link_readers` are older until `applyLinkReaderChanges` has written them.
 */
const changedLinks = (ownId: string): string => `(
  select l.id as link_id
    from (select distinct c.task_id from link_reader_changes c where c.principal = p.principal) c
    cross join lateral (
      select l.id from task_links l
       where l.type in (${linkTypes.map((type) => `'${type}'`).join(', ')})
         and least(l.source_task_id, l.target_task_id) = least(${ownId}, c.task_id)
         and greatest(l.source_task_id, l.target_task_id) = greatest(${ownId}, c.task_id) offset 0) l
   order by l.id)`;

/**
 * SQL: the oldest links of a task to tasks that a list of the caller contains: `id`, `relation` and `other_id`. Reads no
 * link to another task. Needs `readerCte`. Each `offset 0` keeps the planner from reading a table in another order.
 *
 * @param ownId SQL: the id of the task
 */
export const selectVisibleLinks = (
  actor: Actor,
  ownId: string,
  { conditions = [], max }: VisibleLinks,
): string => {
  const selectOf = (links: string): string => `
    select l.id, l.relation, l.other_id
      from ${links} r
      cross join lateral (
        select l.id, ${relation(ownId)} as relation,
               case when l.source_task_id = ${ownId} then l.target_task_id else l.source_task_id end as other_id
          from task_links l where l.id = r.link_id offset 0) l
      cross join lateral (
        select t.* from tasks t where t.id = l.other_id and t.deleted_at is null offset 0) t
     where ${[isListedFor(actor, preparedReader), ...conditions].join(' and ')}
     order by r.link_id limit ${max}`;
  return `
    select distinct v.id, v.relation, v.other_id
      from unnest(${linkPrincipals(actor)}) p (principal)
      cross join lateral ((${selectOf(storedLinks(ownId))}) union all (${selectOf(changedLinks(ownId))})) v
     order by v.id limit ${max}`;
};
