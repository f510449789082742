import type { TaskListItem } from '@obieg/contracts';
import { GroupInline, PersonInline } from '@obieg/ui';
import { useTaskMessages } from '../i18n/messages';
import classes from './task-list.module.css';

/** The assigned user or group of a task in a list or on a card. */
export const AssigneeInline = ({ task }: { task: TaskListItem }) => {
  const t = useTaskMessages();
  const { assignedUserName, assignedUserAddressHint, assignedGroupName, assignedGroupPath } = task;
  if (assignedUserName) return <PersonInline name={assignedUserName} addressHint={assignedUserAddressHint} />;
  if (assignedGroupName) return <GroupInline name={assignedGroupName} path={assignedGroupPath} />;
  return <span className={classes['quiet']}>{t('list.unassigned')}</span>;
};
