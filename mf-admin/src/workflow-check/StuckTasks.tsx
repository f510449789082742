import { Notice, Text } from '@obieg/ui';
import { useAdminMessages } from '../i18n/messages';
import { useStuckCounts } from './workflow-check.api';
import classes from './workflow-check.module.css';

/** Says how many open tasks are stuck now. Shows nothing without any, because the page works without it. */
export const StuckTasks = () => {
  const t = useAdminMessages();
  const { data } = useStuckCounts();
  if (!data) return null;
  const { stuck, unchecked } = data;
  const names = unchecked.map(({ statusName }) => statusName).join(', ');
  const uncheckedText = names ? t('taskImpact.uncheckedNow', { names }) : '';
  if (stuck.length === 0) return uncheckedText ? <Text muted>{uncheckedText}</Text> : null;
  const count = stuck.reduce((total, { tasks }) => total + tasks, 0);
  return (
    <Notice tone="danger" title={t('taskImpact.stuckNow', { count })} announce={false}>
      <ul className={classes['stuck']}>
        {stuck.map(({ statusId, statusName, tasks }) => (
          <li key={statusId}>{t('taskImpact.stuckIn', { status: statusName, number: String(tasks) })}</li>
        ))}
      </ul>
      <Text size="small" muted>
        {uncheckedText} {t('taskImpact.onlyVisible')}
      </Text>
    </Notice>
  );
};
