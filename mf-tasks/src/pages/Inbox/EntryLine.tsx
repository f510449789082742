import type { Notification } from '@obieg/contracts';
import { DateTime, Icon, type IconName, PersonName, StatusBadge } from '@obieg/ui';
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
  TARGET_SOON: 'clock',
  TARGET_MISSED: 'warning',
  REPORTER_UPDATE: 'info',
  APPROVAL_REQUESTED: 'check',
  OTHER: 'info',
};

/** Stands for the person in a translated sentence. No translation and no name contains it. */
const personMark = '\u0000';

/** One line of news: why it came, what it says, when. */
export const EntryLine = ({ entry }: { entry: Notification }) => {
  const t = useTaskMessages();
  const { reason, actorName, actorAddressHint, groupName, comment, status } = entry;
  const sentence = t(`inbox.reasons.${reason}`, { person: personMark, group: groupName ?? '' });
  const [before, after] = sentence.split(personMark);
  return (
    <li className={classes['entry']} data-unread={entry.readAt === null || undefined}>
      <Icon name={icons[reason] ?? icons.OTHER} size={14} />
      <span className={classes['what']}>
        {before}
        {after === undefined ? null : (
          <>
            <PersonName name={actorName ?? t('inbox.someone')} addressHint={actorAddressHint} />
            {after}
          </>
        )}
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
