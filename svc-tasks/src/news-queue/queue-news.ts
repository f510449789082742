import { type NotificationReason, notificationReasons } from '@obieg/contracts';
import { type Queue, sendWithCommit, type Tx } from '@obieg/service-kit';
import type { InsertedTask, TaskRow } from '../tasks/tasks.repo';

/** `SIGHT_CHANGED` sends nothing. It refreshes the open inboxes that contain the task. */
export type NewsKind = NotificationReason | 'SIGHT_CHANGED';

/** News of other kinds wait for the newer version that queued them. */
export const newsKinds: readonly NewsKind[] = [...notificationReasons, 'SIGHT_CHANGED'];

export const newsQueue: Queue = {
  name: 'news',
  table: 'notification_queue',
  oldest: 'select min(created_at) from (select created_at from notification_queue limit 10000) waiting',
  reset: ['attempts', 'due_at'],
};

interface News {
  kind: NewsKind;
  /** The person who causes the news gets no notification. Null for visitors. */
  actorUserId: number | null;
  /** The user, group or comment that the news is about. */
  subjectId?: number;
  /** The comment that mentions the user. */
  commentId?: number;
  /** The new status. */
  status?: { name: string; type: string };
}

const insertNews = `insert into notification_queue
    (organization_id, public_task_id, kind, actor_user_id, subject_id, comment_id, status_name, status_type)
  values (app_organization_id(), :publicTaskId, :kind, :actorUserId, :subjectId, :commentId, :statusName, :statusType)`;

/**
 * Queues news of a task with the commit of the change. The deliverer finds the recipients, so that a large group does
 * not slow down the change.
 */
export const queueNews = (
  tx: Tx,
  { public_task_id: publicTaskId }: Pick<TaskRow, 'public_task_id'>,
  { kind, actorUserId, subjectId, commentId, status }: News,
): void =>
  sendWithCommit(
    tx,
    tx.raw(insertNews, {
      publicTaskId,
      kind,
      actorUserId,
      subjectId: subjectId ?? null,
      commentId: commentId ?? null,
      statusName: status?.name ?? null,
      statusType: status?.type ?? null,
    }),
  );

type Assigned = Pick<InsertedTask, 'public_task_id' | 'assigned_user_id' | 'assigned_group_id'>;

/** Queues the news of an assignment. A task without assignee sends none. */
export const queueAssignment = (tx: Tx, task: Assigned, actorUserId: number | null): void => {
  const { assigned_user_id: userId, assigned_group_id: groupId } = task;
  if (userId !== null) queueNews(tx, task, { kind: 'ASSIGNED', actorUserId, subjectId: userId });
  else if (groupId !== null)
    queueNews(tx, task, { kind: 'ASSIGNED_TO_GROUP', actorUserId, subjectId: groupId });
};
