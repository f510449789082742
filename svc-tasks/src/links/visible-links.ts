import type { Actor } from '@obieg/service-kit';
import { linkPrincipals } from '../policy/principals';
import { preparedReader } from '../policy/reader-sql';
import { isListedFor } from '../policy/tasks.policy';

interface VisibleLinks {
  /** SQL: further conditions for the link `l` and the task `t` at its other end. */
  conditions?: readonly string[];
  max: number;
}

/** SQL: what the link `l` says about the task at its other end, seen from its own. */
const relation = (ownId: string): string => `case when l.source_task_id = ${ownId} then l.type
  else case l.type when 'BLOCKS' then 'BLOCKED_BY' when 'DUPLICATES' then 'DUPLICATED_BY'
    when 'PARENT_OF' then 'CHILD_OF' else l.type end end`;

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
): string => `
  select distinct v.id, v.relation, v.other_id
    from unnest(${linkPrincipals(actor)}) p (principal)
    cross join lateral (
      select l.id, l.relation, l.other_id
        from link_readers r
        cross join lateral (
          select l.id, ${relation(ownId)} as relation,
                 case when l.source_task_id = ${ownId} then l.target_task_id else l.source_task_id end as other_id
            from task_links l where l.id = r.link_id offset 0) l
        cross join lateral (
          select t.* from tasks t where t.id = l.other_id and t.deleted_at is null offset 0) t
       where ${[`r.task_id = ${ownId}`, 'r.principal = p.principal', isListedFor(actor, preparedReader), ...conditions].join(' and ')}
       order by r.link_id limit ${max}) v
   order by v.id limit ${max}`;
