import { DateTime, IconButton, StatusBadge, VisuallyHidden } from '@obieg/ui';
import { ActionMenu } from '@obieg/ui/overlays';
import { Link } from '@obieg/web-kit';
import type { Ref } from 'react';
import { useTaskMessages } from '../../i18n/messages';
import { EntryLine } from './EntryLine';
import { addressOf, type InboxGroup, isUnread } from './group-entries';
import type { InboxView } from './inbox.api';
import classes from './inbox.module.css';
import { listSnoozeChoices, type SnoozeChoice } from './snooze-times';

/** More lines of one task are counted. */
const shownEntries = 3;

export interface RowActions {
  onRead: (group: InboxGroup) => void;
  onUnread: (group: InboxGroup) => void;
  onUnsnooze: (group: InboxGroup) => void;
  onDone: (group: InboxGroup) => void;
  onSnooze: (group: InboxGroup, choice: SnoozeChoice) => void;
}

interface InboxRowProps extends RowActions {
  group: InboxGroup;
  view: InboxView;
  /** Ref of the link, which the keys move between. */
  link: Ref<HTMLAnchorElement>;
  onFocus: () => void;
  isSnoozing: boolean;
  onSnoozing: (isSnoozing: boolean) => void;
}

/** The news of one task, with a link to the place that they are about. */
export const InboxRow = ({
  group,
  view,
  link,
  onFocus,
  isSnoozing,
  onSnoozing,
  onRead,
  onUnread,
  onUnsnooze,
  onDone,
  onSnooze,
}: InboxRowProps) => {
  const t = useTaskMessages();
  const { task, entries } = group;
  const hasUnread = isUnread(group);
  const more = entries.length - shownEntries;
  const of = (key: string): string => t(key, { title: task.title });
  return (
    <li className={classes['row']} data-unread={hasUnread || undefined} onFocus={onFocus}>
      <div className={classes['text']}>
        <div className={classes['head']}>
          <Link ref={link} to={addressOf(group)} className={classes['title']}>
            {hasUnread ? <VisuallyHidden>{t('inbox.unreadMark')} </VisuallyHidden> : null}
            {task.title}
          </Link>
          <StatusBadge type={task.statusType}>{task.statusName}</StatusBadge>
          <span className={classes['number']}>#{task.publicTaskId}</span>
        </div>
        <ul className={classes['entries']}>
          {entries.slice(0, shownEntries).map((entry) => (
            <EntryLine key={entry.id} entry={entry} />
          ))}
        </ul>
        {more > 0 ? <p className={classes['more']}>{t('inbox.earlier', { count: more })}</p> : null}
        {view === 'snoozed' && entries[0] ? (
          <p className={classes['more']}>
            {t('inbox.returns')} <DateTime value={entries[0].shownAt} />
          </p>
        ) : null}
      </div>
      <div className={classes['actions']}>
        {view === 'snoozed' ? (
          <IconButton icon="bell" label={of('inbox.unsnooze')} onClick={() => onUnsnooze(group)} />
        ) : (
          <IconButton
            icon={hasUnread ? 'visible' : 'hidden'}
            label={of(hasUnread ? 'inbox.markRead' : 'inbox.markUnread')}
            onClick={() => (hasUnread ? onRead(group) : onUnread(group))}
          />
        )}
        <ActionMenu
          icon="clock"
          label={of('inbox.snooze')}
          opened={isSnoozing}
          onOpenedChange={onSnoozing}
          items={listSnoozeChoices(new Date()).map((choice) => ({
            label: t(`inbox.snoozeUntil.${choice}`),
            onSelect: () => onSnooze(group, choice),
          }))}
        />
        <IconButton icon="check" label={of('inbox.done')} onClick={() => onDone(group)} />
      </div>
    </li>
  );
};
