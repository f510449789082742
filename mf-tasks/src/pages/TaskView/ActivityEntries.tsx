import type { AssignmentHistoryEntry, ChangeHistoryEntry, StatusHistoryEntry, Task } from '@obieg/contracts';
import {
  DateTime,
  type IconName,
  LinkedText,
  PersonName,
  PersonNames,
  type Priority,
  StatusBadge,
  Text,
  TimelineEntry,
  useAnswerFormat,
  usePersonFormat,
  usePriorityLabels,
} from '@obieg/ui';
import type { ReactNode } from 'react';
import { useTaskMessages } from '../../i18n/messages';
import { withColon } from '../../i18n/with-colon';
import { CommentEntry } from './comments/CommentEntry';
import type { ActivityEntry } from './merge-activity';
import { nameWithAddress } from './name-with-address';
import classes from './task-view.module.css';

const OptionalComment = ({ children }: { children: string | null }) =>
  children ? (
    <Text preserveLines>
      <LinkedText>{children}</LinkedText>
    </Text>
  ) : null;

interface EntryProps<Change> {
  task: Task;
  change: Change;
}

interface Author {
  changedByEmail: string | null;
  changedByName?: string | null | undefined;
}

/** Returns a function that names who caused an entry: the name, for members with the address. */
const useAuthorFormat = (task: Task) => {
  const format = usePersonFormat();
  return ({ changedByName, changedByEmail }: Author): string | undefined => {
    const person = nameWithAddress(task, changedByName, changedByEmail);
    return person && format(person);
  };
};

const StatusEntry = ({ task, change }: EntryProps<StatusHistoryEntry>) => {
  const t = useTaskMessages();
  const nameAuthor = useAuthorFormat(task);
  const person = nameAuthor(change) ?? t('task.reporter');
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

const AssignmentEntry = ({ task, change }: EntryProps<AssignmentHistoryEntry>) => {
  const t = useTaskMessages();
  const nameAuthor = useAuthorFormat(task);
  const person = nameAuthor(change) ?? t('task.unknown');
  return (
    <TimelineEntry
      icon={change.assignmentType === 'GROUP' ? 'groups' : 'user'}
      at={change.changedAt}
      summary={
        <>
          {t('task.changedAssignment', { person })}{' '}
          <strong>
            <PersonName
              name={change.assignedToGroupPath ?? change.assignedToName ?? t('task.unassigned')}
              addressHint={change.assignedToAddressHint}
            />
          </strong>
        </>
      }
    >
      <OptionalComment>{change.comment}</OptionalComment>
    </TimelineEntry>
  );
};

const FilesEntry = ({ task, entry }: { task: Task; entry: Extract<ActivityEntry, { kind: 'files' }> }) => {
  const t = useTaskMessages();
  const nameAuthor = useAuthorFormat(task);
  const { author, names, at } = entry;
  const isOne = names.length === 1;
  const added = t('task.addedFiles', {
    person: nameAuthor(author) ?? t('task.unknown'),
    count: names.length,
  });
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

/** A deletion of a file, which the server records as a change of the task. */
const RemovedFileEntry = ({ task, change }: EntryProps<ChangeHistoryEntry>) => {
  const t = useTaskMessages();
  const nameAuthor = useAuthorFormat(task);
  return (
    <TimelineEntry
      icon="delete"
      at={change.changedAt}
      summary={
        <>
          {t('task.removedFile', { person: nameAuthor(change) ?? t('task.unknown') })}{' '}
          <strong>{change.changes[0]?.before}</strong>
        </>
      }
    />
  );
};

const isRemovedFile = ({ changes: [first] }: ChangeHistoryEntry): boolean =>
  first?.field === 'attachment' && first.after === null;

const changeIcons: Partial<Record<ChangeHistoryEntry['changeType'], IconName>> = {
  PRIORITY: 'adjustments',
  DUE: 'clock',
};

const DecisionEntry = ({ task, change }: EntryProps<ChangeHistoryEntry>) => {
  const t = useTaskMessages();
  const nameAuthor = useAuthorFormat(task);
  const [decision] = change.changes;
  const person = nameAuthor(change) ?? t('task.unknown');
  const key = decision?.after === 'REJECTED' ? 'task.rejected' : 'task.approved';
  return (
    <TimelineEntry
      icon={decision?.after === 'REJECTED' ? 'clear' : 'check'}
      at={change.changedAt}
      summary={decision?.label ? t(`${key}For`, { person, approver: decision.label }) : t(key, { person })}
    >
      <OptionalComment>{change.comment}</OptionalComment>
    </TimelineEntry>
  );
};

const ChangeEntry = ({ task, change }: EntryProps<ChangeHistoryEntry>) => {
  const t = useTaskMessages();
  const nameAuthor = useAuthorFormat(task);
  const format = useAnswerFormat();
  const priorityLabels = usePriorityLabels();
  // Only a renamed dictionary value edits a task without an author.
  const author = change.changeType === 'EDIT' ? 'task.workflowChange' : 'task.unknown';
  const person = nameAuthor(change) ?? t(author);
  /** Formats a raw value: a priority code or a stored answer. */
  const show = (
    { field, parameterType, addressHints = {} }: ChangeHistoryEntry['changes'][number],
    value: string | null,
  ): ReactNode => {
    if (value === null || value === '') return t('task.nothing');
    if (field === 'dueAt') return <DateTime value={value} />;
    if (field === 'visibleUsers')
      return (
        <PersonNames people={value.split(', ').map((name) => ({ name, addressHint: addressHints[name] }))} />
      );
    if (field === 'priority') return priorityLabels[value as Priority] ?? value;
    return parameterType ? format(parameterType, value) : value;
  };
  return (
    <TimelineEntry
      icon={changeIcons[change.changeType] ?? 'edit'}
      at={change.changedAt}
      summary={t(`task.changeType.${change.changeType}`, { person })}
    >
      {change.changes.length > 0 ? (
        <ul className={classes['changes']}>
          {change.changes.map((one) => (
            <li key={`${one.field} ${one.parameterId ?? one.label}`}>
              {one.field === 'OTHER' ? (
                t('task.changedField.OTHER')
              ) : (
                <>
                  <span>{withColon(one.label ?? t(`task.changedField.${one.field}`))}</span>{' '}
                  {one.before ? <del>{show(one, one.before)}</del> : <span>{t('task.nothing')}</span>}
                  <span aria-hidden="true"> → </span>
                  <ins>{show(one, one.after)}</ins>
                </>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      <OptionalComment>{change.comment}</OptionalComment>
    </TimelineEntry>
  );
};

/** An entry of the activity. Only comments have a box. */
export const ActivityItem = ({
  task,
  entry,
  isLinked,
}: {
  task: Task;
  entry: ActivityEntry;
  isLinked: boolean;
}) => {
  switch (entry.kind) {
    case 'comment':
      return <CommentEntry task={task} comment={entry.comment} isLinked={isLinked} />;
    case 'status':
      return <StatusEntry task={task} change={entry.change} />;
    case 'assignment':
      return <AssignmentEntry task={task} change={entry.change} />;
    case 'change':
      if (entry.change.changeType === 'APPROVAL') return <DecisionEntry task={task} change={entry.change} />;
      return isRemovedFile(entry.change) ? (
        <RemovedFileEntry task={task} change={entry.change} />
      ) : (
        <ChangeEntry task={task} change={entry.change} />
      );
    case 'files':
      return <FilesEntry task={task} entry={entry} />;
  }
};
