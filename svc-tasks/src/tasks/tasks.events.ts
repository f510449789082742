import { recordEvent, type Tx } from '@obieg/service-kit';
import type { TaskRow } from './tasks.repo';

/** Records the event with the task's new state. `row` must be the row after the change. */
export const recordTaskChanged = (
  tx: Tx,
  row: Omit<TaskRow, 'id' | 'author_email'>,
  traceparent?: string,
): void =>
  recordEvent(tx, {
    type: 'obieg.tasks.task.changed',
    organizationId: row.organization_id,
    aggregateId: row.public_task_id,
    data: {
      organizationId: row.organization_id,
      publicTaskId: row.public_task_id,
      title: row.title,
      statusId: row.status_id,
      priority: row.priority,
      dueAt: row.due_at?.toISOString() ?? null,
      assignedUserId: row.assigned_user_id,
      assignedGroupId: row.assigned_group_id,
      parameterIds: Object.keys(row.answers).map(Number),
      createdAt: row.created_at.toISOString(),
      lastUpdatedAt: row.updated_at.toISOString(),
    },
    traceparent,
  });

/** Records the event with the groups that may read a task. Call it if they changed. */
export const recordVisibility = (
  tx: Tx,
  { organization_id, public_task_id }: Pick<TaskRow, 'organization_id' | 'public_task_id'>,
  groupIds: readonly number[],
  traceparent?: string,
): void =>
  recordEvent(tx, {
    type: 'obieg.tasks.task-visibility.changed',
    organizationId: organization_id,
    aggregateId: public_task_id,
    data: { organizationId: organization_id, publicTaskId: public_task_id, groupIds: [...new Set(groupIds)] },
    traceparent,
  });

export const recordTaskDeleted = (
  tx: Tx,
  { organization_id, public_task_id }: Pick<TaskRow, 'organization_id' | 'public_task_id'>,
  traceparent: string,
): void =>
  recordEvent(tx, {
    type: 'obieg.tasks.task.deleted',
    organizationId: organization_id,
    aggregateId: public_task_id,
    data: { organizationId: organization_id, publicTaskId: public_task_id },
    traceparent,
  });
