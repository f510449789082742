import type { Notification } from '@obieg/contracts';
import { DateTime, Icon, type IconName, StatusBadge } from '@obieg/ui';
import { useTaskMessages } from '../../i18n/messages';
import classes from './inbox.module.css';

const icons: Record<Notification['reason'], IconName> = {
  ASSIGNED: 'user',
  ASSIGNED_TO_GROUP: 'groups',
  MENTIONED: 'comment',
  COMMENTED: 'comment',
  STATUS_CHANGED: 'transitions',
  DUE_SOON: 'clock',
  OVERDUE: 'warning',
  REPORTER_UPDATE: 'info',
};

/** One line of news: why it came, what it says, when. */
export const EntryLine = ({ entry }: { entry: Notification }) => {
  const t = useTaskMessages();
  const { reason, actorName, groupName, comment, status } = entry;
  const values = { person: actorName ?? t('inbox.someone'), group: groupName ?? '' };
  return (
    <li className={classes['entry']} data-unread={entry.readAt === null || undefined}>
      <Icon name={icons[reason]} size={14} />
      <span className={classes['what']}>
        {t(`inbox.reasons.${reason}`, values)}
        {comment ? <span className={classes['excerpt']}> {comment.excerpt}</span> : null}
        {status ? (
          <>
            {' '}
            <StatusBadge type={status.type}>{status.name}</StatusBadge>
          </>
        ) : null}
      </span>
      <span className={classes['when']}>
        <DateTime value={entry.createdAt} format="relative" />
      </span>
    </li>
  );
};
