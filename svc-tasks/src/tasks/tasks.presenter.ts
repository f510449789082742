import type { Task, TaskListItem, WorkflowConfiguration } from '@obieg/contracts';
import { maskEmail } from './mask-email';
import type { View } from './tasks.policy';
import type { TaskReaders, TaskSummaryRow } from './tasks.repo';

export const presentListItem = (row: TaskSummaryRow): TaskListItem => ({
  publicTaskId: row.public_task_id,
  title: row.title,
  description: row.description,
  statusName: row.status_name,
  statusType: row.status_type,
  organizationName: row.organization_name ?? '',
  priority: row.priority,
  createdBy: row.author_email,
  createdAt: row.created_at.toISOString(),
  lastUpdatedAt: row.updated_at.toISOString(),
  assignedUserId: row.assigned_user_id,
  assignedUserName: row.assigned_user_name,
  assignedUserEmail: row.assigned_user_email,
  assignedGroupId: row.assigned_group_id,
  assignedGroupName: row.assigned_group_name,
  needsEmailVerification: row.author_user_id === null && !row.is_email_verified,
});

/** A visitor learns what the task is about and where it stands, and nobody's address. */
const anonymize = (item: TaskListItem): TaskListItem => ({
  ...item,
  createdBy: maskEmail(item.createdBy),
  assignedUserId: null,
  assignedUserName: item.assignedUserName,
  assignedUserEmail: maskEmail(item.assignedUserEmail),
});

export const presentTask = (
  row: TaskSummaryRow,
  view: View,
  readers: TaskReaders,
  { parameters }: WorkflowConfiguration,
): Task => {
  const item = presentListItem(row);
  const known = new Map(parameters.map((parameter) => [parameter.id, parameter]));
  return {
    ...(view === 'visitor' ? anonymize(item) : item),
    attachments: [],
    visibleUsers:
      view === 'member'
        ? readers.users.map(({ id, username, email }) => ({
            userId: id,
            userName: username,
            userEmail: email,
          }))
        : [],
    visibleGroups:
      view === 'member' ? readers.groups.map(({ id, name }) => ({ groupId: id, groupName: name })) : [],
    parameterDetails: Object.entries(row.answers)
      .map(([id, value]) => ({
        parameterId: Number(id),
        parameterName: known.get(Number(id))?.displayName ?? `#${id}`,
        parameterType: known.get(Number(id))?.parameterType ?? 'TEXT',
        parameterValue: value,
      }))
      .sort(
        (one, other) =>
          (known.get(one.parameterId)?.sortOrder ?? 0) - (known.get(other.parameterId)?.sortOrder ?? 0) ||
          one.parameterId - other.parameterId,
      ),
  };
};
