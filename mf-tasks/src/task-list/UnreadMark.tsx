import { VisuallyHidden } from '@obieg/ui';
import { useTaskMessages } from '../i18n/messages';
import classes from './task-list.module.css';

/** Unread news of a task, see the inbox. */
export const UnreadMark = () => {
  const t = useTaskMessages();
  return (
    <span className={classes['unread']} title={t('list.unread')}>
      <VisuallyHidden>{t('list.unread')}: </VisuallyHidden>
    </span>
  );
};
