import type { Approval, WorkflowConfiguration } from '@obieg/contracts';
import { sendWithCommit, type Tx } from '@obieg/service-kit';
import { queueNews } from '../news-queue/queue-news';
import type { TaskRow } from '../tasks/tasks.repo';

/** SQL: opens a round for the tasks `t` that follow. */
export const insertRounds = `insert into approval_rounds
    (organization_id, task_id, status_id, approver_group_ids, is_author_excluded)
  select t.organization_id, t.id, cast(:statusId as bigint), cast(:approverGroupIds as bigint[]),
         cast(:isAuthorExcluded as boolean)
    from tasks t`;

export const roundBindings = (
  statusId: number,
  { approverGroupIds, isAuthorExcluded }: Approval,
): { statusId: number; approverGroupIds: number[]; isAuthorExcluded: boolean } => ({
  statusId,
  approverGroupIds,
  isAuthorExcluded,
});

/** Marks the open round of a task, when the transaction commits. */
export const endRound = (
  tx: Tx,
  { public_task_id: publicTaskId }: Pick<TaskRow, 'public_task_id'>,
  state: 'APPROVED' | 'REJECTED' | 'CANCELLED',
): void =>
  sendWithCommit(
    tx,
    tx.raw(
      `update approval_rounds r set state = :state, ended_at = now() from tasks t
        where t.public_task_id = :publicTaskId and r.organization_id = t.organization_id and r.task_id = t.id
          and r.state = 'OPEN'`,
      { publicTaskId, state },
    ),
  );

interface Entered {
  configuration: WorkflowConfiguration;
  /** Null for a new task. */
  fromStatusId: number | null;
  toStatusId: number;
  /** Gets no news. Null for visitors. */
  actorUserId: number | null;
}

/**
 * Cancels the open round of the status that a task leaves, opens one if the entered status has an approval, and asks its
 * approvers. Call it with each change of status: it costs nothing unless a status has an approval.
 */
export const enterStatus = (
  tx: Tx,
  task: Pick<TaskRow, 'public_task_id'>,
  { configuration, fromStatusId, toStatusId, actorUserId }: Entered,
): void => {
  const find = (id: number | null) => configuration.statuses.find((status) => status.id === id);
  const to = find(toStatusId);
  if (find(fromStatusId)?.approval || (fromStatusId !== null && to?.approval))
    endRound(tx, task, 'CANCELLED');
  if (!to?.approval) return;
  sendWithCommit(
    tx,
    tx.raw(`${insertRounds} where t.public_task_id = :publicTaskId`, {
      publicTaskId: task.public_task_id,
      ...roundBindings(to.id, to.approval),
    }),
  );
  queueNews(tx, task, {
    kind: 'APPROVAL_REQUESTED',
    actorUserId,
    status: { name: to.name, type: to.statusType },
  });
};
