import type {
  AssignmentHistoryEntry,
  ChangeHistoryEntry,
  Comment,
  StatusHistoryEntry,
} from '@obieg/contracts';
import {
  Badge,
  LinkedText,
  type Priority,
  StatusBadge,
  Text,
  TimelineEntry,
  usePriorityLabels,
} from '@obieg/ui';
import { formatAnswer } from '@obieg/ui/questionnaire';
import { useLanguage } from '@obieg/web-kit';
import { useTaskMessages } from '../../messages';
import { withColon } from '../../with-colon';
import type { ActivityEntry } from './merge-activity';
import classes from './task-view.module.css';

const OptionalComment = ({ children }: { children: string | null }) =>
  children ? (
    <Text preserveLines>
      <LinkedText>{children}</LinkedText>
    </Text>
  ) : null;

const CommentBadges = ({
  comment: { visibleToAuthor, visibleUsers, visibleGroups },
}: {
  comment: Comment;
}) => {
  const t = useTaskMessages();
  const readers = [
    ...visibleUsers.map(({ userName }) => userName),
    ...visibleGroups.map(({ groupName }) => groupName),
  ];
  if (!visibleToAuthor && readers.length === 0) return null;
  return (
    <span className={classes['entryBadges']}>
      {readers.length > 0 ? <Badge icon="lock">{readers.join(', ')}</Badge> : null}
      {visibleToAuthor ? <Badge icon="visible">{t('task.visibleToAuthor')}</Badge> : null}
    </span>
  );
};

const CommentEntry = ({ comment }: { comment: Comment }) => {
  const t = useTaskMessages();
  return (
    <TimelineEntry
      icon="comment"
      summary={comment.authorEmail ?? t('task.unknown')}
      at={comment.createdAt}
      badges={<CommentBadges comment={comment} />}
      boxed
    >
      <OptionalComment>{comment.content}</OptionalComment>
    </TimelineEntry>
  );
};

const StatusEntry = ({ change }: { change: StatusHistoryEntry }) => {
  const t = useTaskMessages();
  const person = change.changedByEmail ?? t('task.reporter');
  return (
    <TimelineEntry
      icon="transitions"
      at={change.changedAt}
      summary={
        <>
          {change.transitionName
            ? t('task.ranTransition', { person, transition: change.transitionName })
            : t('task.changedStatus', { person })}{' '}
          <StatusBadge type={change.statusType}>{change.statusName}</StatusBadge>
        </>
      }
    >
      <OptionalComment>{change.comment}</OptionalComment>
    </TimelineEntry>
  );
};

const AssignmentEntry = ({ change }: { change: AssignmentHistoryEntry }) => {
  const t = useTaskMessages();
  const person = change.changedByEmail ?? t('task.unknown');
  return (
    <TimelineEntry
      icon={change.assignmentType === 'GROUP' ? 'groups' : 'user'}
      at={change.changedAt}
      summary={
        <>
          {t('task.changedAssignment', { person })}{' '}
          <strong>{change.assignedToName ?? t('task.unassigned')}</strong>
        </>
      }
    >
      <OptionalComment>{change.comment}</OptionalComment>
    </TimelineEntry>
  );
};

const FilesEntry = ({ entry }: { entry: Extract<ActivityEntry, { kind: 'files' }> }) => {
  const t = useTaskMessages();
  const { person, names, at } = entry;
  const isOne = names.length === 1;
  const added = t('task.addedFiles', { person: person ?? t('task.unknown'), count: names.length });
  const list = names.join(', ');
  return (
    <TimelineEntry
      icon="file"
      at={at}
      summary={
        isOne ? (
          <>
            {added} <strong>{list}</strong>
          </>
        ) : (
          added
        )
      }
    >
      {isOne ? null : list}
    </TimelineEntry>
  );
};

const ChangeEntry = ({ change }: { change: ChangeHistoryEntry }) => {
  const t = useTaskMessages();
  const language = useLanguage();
  const priorityLabels = usePriorityLabels();
  const person = change.changedByEmail ?? t('task.unknown');
  /** Formats a raw value: a priority code or a stored answer. */
  const show = (
    { field, parameterType }: ChangeHistoryEntry['changes'][number],
    value: string | null,
  ): string => {
    if (value === null || value === '') return t('task.nothing');
    if (field === 'priority') return priorityLabels[value as Priority] ?? value;
    return parameterType ? formatAnswer(parameterType, value, language) : value;
  };
  return (
    <TimelineEntry
      icon={change.changeType === 'PRIORITY' ? 'adjustments' : 'edit'}
      at={change.changedAt}
      summary={t(`task.changeType.${change.changeType}`, { person })}
    >
      {change.changes.length > 0 ? (
        <ul className={classes['changes']}>
          {change.changes.map((one) => (
            <li key={`${one.field} ${one.parameterId ?? one.label}`}>
              <span>{withColon(one.label ?? t(`task.changedField.${one.field}`))}</span>{' '}
              {one.before ? <del>{show(one, one.before)}</del> : <span>{t('task.nothing')}</span>}
              <span aria-hidden="true"> → </span>
              <ins>{show(one, one.after)}</ins>
            </li>
          ))}
        </ul>
      ) : null}
      <OptionalComment>{change.comment}</OptionalComment>
    </TimelineEntry>
  );
};

/** An entry of the activity. Only comments have a box. */
export const ActivityItem = ({ entry }: { entry: ActivityEntry }) => {
  switch (entry.kind) {
    case 'comment':
      return <CommentEntry comment={entry.comment} />;
    case 'status':
      return <StatusEntry change={entry.change} />;
    case 'assignment':
      return <AssignmentEntry change={entry.change} />;
    case 'change':
      return <ChangeEntry change={entry.change} />;
    case 'files':
      return <FilesEntry entry={entry} />;
  }
};
