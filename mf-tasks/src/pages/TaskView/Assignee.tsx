import type { Task } from '@obieg/contracts';
import { Person, Text } from '@obieg/ui';
import { useTaskMessages } from '../../i18n/messages';

/** Name and email of the assigned user, or the path of the assigned group (spec 3 §2). */
export const Assignee = ({
  task: { assignedUserName, assignedUserEmail, assignedGroupName, assignedGroupPath },
}: {
  task: Task;
}) => {
  const t = useTaskMessages();
  if (assignedUserName) return <Person name={assignedUserName} email={assignedUserEmail} />;
  if (assignedGroupName) return <Person name={assignedGroupPath ?? assignedGroupName} />;
  return <Text muted>{t('task.unassigned')}</Text>;
};
