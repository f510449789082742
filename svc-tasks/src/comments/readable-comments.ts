import { limits } from '@obieg/contracts';
import type { Actor, Tx } from '@obieg/service-kit';
import { isReadableCommentOfOpened } from '../policy/comments.policy';
import { commentPrincipals } from '../policy/principals';
import { readerCte } from '../policy/reader-sql';
import { isOpened, requestedTask } from '../policy/requested-task';
import { hasBasePermission, readerBindings } from '../policy/tasks.policy';

interface Choice {
  /** SQL: a condition for the id of a comment, `r.comment_id`. */
  condition: string;
  max: number;
}

/**
 * SQL: the queries of a `with`. `readable` has the `id` of the oldest chosen comments of the task `:publicTaskId` that
 * the caller may read; none if the caller may not open the task. Reads no other comment. Each `offset 0` keeps the
 * planner from reading a table in another order. Needs `readerBindings`.
 */
export const readableCommentsCte = (actor: Actor | undefined, { condition, max }: Choice): string => `
  ${readerCte},
  readable as materialized (
    select k.id
      from ${requestedTask}
      cross join lateral (
        select distinct e.id
          from unnest(${commentPrincipals(actor)}) p (principal)
          cross join lateral (
            select r.comment_id as id
              from comment_readers r
              cross join lateral (select c.* from comments c where c.id = r.comment_id offset 0) c
             where r.task_id = t.id and r.principal = p.principal and ${condition}
               and ${isReadableCommentOfOpened(actor)}
             order by r.comment_id limit ${max}) e
         order by e.id limit ${max}) k
     where ${isOpened(hasBasePermission(actor))})`;

/** Whether the task has the maximum number of comments that the caller may read. */
export const hasMaximumComments = async (tx: Tx, actor: Actor, publicTaskId: number): Promise<boolean> => {
  const max = limits.commentsPerTaskMax;
  const { rows } = await tx.raw<{ rows: { is_full: boolean }[] }>(
    `with ${readableCommentsCte(actor, { condition: 'true', max })} select count(*) >= ${max} as is_full from readable`,
    { ...readerBindings(actor), publicTaskId },
  );
  return rows[0]?.is_full === true;
};
