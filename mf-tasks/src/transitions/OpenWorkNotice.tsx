import { Notice } from '@obieg/ui';
import { useTaskMessages } from '../i18n/messages';
import type { OpenWork } from './open-work';
import classes from './transitions.module.css';

/** More names do not help the reader to decide. */
const shownMax = 5;

const TaskNames = ({ heading, tasks }: { heading: string; tasks: OpenWork['blocking'] }) => {
  const t = useTaskMessages();
  if (tasks.length === 0) return null;
  const others = tasks.length - shownMax;
  return (
    <>
      <p className={classes['workHeading']}>{heading}</p>
      <ul className={classes['work']}>
        {tasks.slice(0, shownMax).map(({ publicTaskId, title, statusName }) => (
          <li key={publicTaskId}>
            {title} #{publicTaskId} ({statusName})
          </li>
        ))}
        {others > 0 ? <li>{t('task.openWork.others', { count: others })}</li> : null}
      </ul>
    </>
  );
};

/** Says which tasks are still open when the transition finishes this one. The user decides. */
export const OpenWorkNotice = ({ work: { blocking, subtasks } }: { work: OpenWork }) => {
  const t = useTaskMessages();
  if (blocking.length + subtasks.length === 0) return null;
  return (
    <Notice tone="warning" title={t('task.openWork.title')}>
      <TaskNames heading={t('task.openWork.blocking')} tasks={blocking} />
      <TaskNames heading={t('task.openWork.subtasks')} tasks={subtasks} />
    </Notice>
  );
};
