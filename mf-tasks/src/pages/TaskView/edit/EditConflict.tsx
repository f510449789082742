import { type ChangeHistoryEntry, type GroupSummary, mapTaskTexts, type Task } from '@obieg/contracts';
import { groupPathOf } from '@obieg/contracts/group-path';
import {
  Button,
  DateTime,
  focusFirstProblem,
  Notice,
  PersonName,
  Stack,
  Text,
  useAnswerFormat,
  usePersonFormat,
  useProblemFocus,
} from '@obieg/ui';
import { ConflictField } from '@obieg/ui/conflicts';
import { useEffect, useRef, useState } from 'react';
import { useConflictLanguage } from '../../../conflicts/use-joined-save';
import { useTaskMessages } from '../../../i18n/messages';
import { useTaskPart } from '../../../task/task.api';
import { nameWithAddress } from '../name-with-address';
import classes from '../task-view.module.css';
import { type EditField, type EditValues, isTextField } from './edit-values';
import type { TaskEdit } from './use-task-edit';

interface EditConflictProps {
  edit: TaskEdit;
  task: Task;
  groups: readonly GroupSummary[];
  /** Called with the fields whose saved value the user has chosen. */
  onResolve: (theirs: readonly EditField[]) => void;
}

/** Returns functions for the label and the formatted value of a field. */
const useFieldTexts = (task: Task, groups: readonly GroupSummary[]) => {
  const t = useTaskMessages();
  const format = useAnswerFormat();
  const formatPerson = usePersonFormat();
  const labels: Record<string, string> = {
    title: t('task.changedField.title'),
    ...mapTaskTexts((name) => t(`task.changedField.${name}`)),
    users: t('task.changedField.visibleUsers'),
    groupIds: t('task.changedField.visibleGroups'),
  };
  const findAnswer = (field: EditField) =>
    task.parameterDetails.find(({ parameterId }) => field === `answers.${parameterId}`);
  const groupName = (id: number): string => {
    const group = groups.find((one) => one.id === id);
    const known = task.visibleGroups.find(({ groupId }) => groupId === id)?.groupName;
    return group ? groupPathOf(group) : (known ?? `#${id}`);
  };
  const getText = (field: EditField, values: EditValues): string => {
    if (isTextField(field)) return values[field];
    if (field === 'users')
      return values.users
        .map(({ username, addressHint }) => formatPerson({ name: username, addressHint }))
        .join(', ');
    if (field === 'groupIds') return values.groupIds.map(groupName).join(', ');
    const answer = values.answers[field.slice('answers.'.length)] ?? '';
    return format(findAnswer(field)?.parameterType ?? 'TEXT', answer);
  };
  return {
    getLabel: (field: EditField): string => labels[field] ?? findAnswer(field)?.parameterName ?? field,
    getText: (field: EditField, values: EditValues): string => getText(field, values) || t('task.nothing'),
  };
};

const historyFields: Partial<Record<ChangeHistoryEntry['changes'][number]['field'], EditField>> = {
  title: 'title',
  ...mapTaskTexts((name) => name),
  visibleUsers: 'users',
  visibleGroups: 'groupIds',
};

/** Names the author of the newest saved change of each field, from the history of the task. */
const useFieldAuthors = ({ publicTaskId }: Task) => {
  const { data: history = [] } = useTaskPart(publicTaskId, 'changeHistory');
  const isField = (
    { field: changed, parameterId }: ChangeHistoryEntry['changes'][number],
    field: EditField,
  ): boolean =>
    changed === 'workflowParameters' ? field === `answers.${parameterId}` : historyFields[changed] === field;
  return (field: EditField): ChangeHistoryEntry | undefined =>
    history
      .filter(({ changes }) => changes.some((change) => isField(change, field)))
      .toSorted((one, other) => Date.parse(other.changedAt) - Date.parse(one.changedAt))[0];
};

const Author = ({ task, entry }: { task: Task; entry: ChangeHistoryEntry | undefined }) => {
  if (!entry) return null;
  const person = nameWithAddress(task, entry.changedByName, entry.changedByEmail);
  return (
    <Text size="small" muted>
      {person ? (
        <>
          <PersonName {...person} />
          {', '}
        </>
      ) : null}
      <DateTime value={entry.changedAt} />
    </Text>
  );
};

/** Shows both values of the fields that another user has changed, too, and lets the user choose for each. */
export const EditConflict = ({ edit, task, groups, onResolve }: EditConflictProps) => {
  const t = useTaskMessages();
  const language = useConflictLanguage();
  const { getLabel, getText } = useFieldTexts(task, groups);
  const findAuthor = useFieldAuthors(task);
  const box = useRef<HTMLDivElement>(null);
  const [theirs, setTheirs] = useState<Partial<Record<EditField, boolean>>>({});
  const [isMissing, setIsMissing] = useState(false);
  const focusMissing = useProblemFocus(() => focusFirstProblem(box.current));
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    // A long notice starts at the top of the screen.
    box.current?.scrollIntoView?.({ block: 'start' });
  }, []);
  const fields = edit.conflictingFields;
  const resolve = (): void => {
    if (fields.every((field) => theirs[field] !== undefined)) {
      onResolve(fields.filter((field) => theirs[field]));
      return;
    }
    setIsMissing(true);
    focusMissing();
  };
  return (
    <div ref={box} tabIndex={-1} data-conflict="" className={classes['conflict']}>
      <Notice
        tone="warning"
        title={t('task.edit.conflict')}
        actions={<Button onClick={resolve}>{t('task.edit.applyChoices')}</Button>}
      >
        <Stack gap="md">
          <Text>{t('task.edit.conflictHelp')}</Text>
          {fields.map((field) => {
            const isTheirs = theirs[field];
            return (
              <ConflictField
                key={field}
                language={language}
                label={getLabel(field)}
                author={<Author task={task} entry={findAuthor(field)} />}
                theirs={[getText(field, edit.saved)]}
                mine={[getText(field, edit.values)]}
                side={isTheirs === undefined ? undefined : isTheirs ? 'theirs' : 'mine'}
                isMissing={isMissing && isTheirs === undefined}
                onChoose={(side) => setTheirs({ ...theirs, [field]: side === 'theirs' })}
              />
            );
          })}
        </Stack>
      </Notice>
    </div>
  );
};
