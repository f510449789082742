import type { GroupSummary, Task } from '@obieg/contracts';
import { groupPathOf } from '@obieg/contracts/group-path';
import { Button, DetailList, Notice, useAnswerFormat, usePersonFormat } from '@obieg/ui';
import { useEffect, useRef } from 'react';
import { useTaskMessages } from '../../../i18n/messages';
import classes from '../task-view.module.css';
import type { EditField, EditValues } from './edit-values';
import type { TaskEdit } from './use-task-edit';

interface EditConflictProps {
  edit: TaskEdit;
  task: Task;
  groups: readonly GroupSummary[];
  onDiscardMine: () => void;
  onKeepMine: () => void;
}

/** Returns functions for the label and the formatted value of a field. */
const useFieldTexts = (task: Task, groups: readonly GroupSummary[]) => {
  const t = useTaskMessages();
  const format = useAnswerFormat();
  const formatPerson = usePersonFormat();
  const labels: Record<string, string> = {
    title: t('task.changedField.title'),
    description: t('task.changedField.description'),
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
    if (field === 'title' || field === 'description') return values[field];
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

/** Shows the values that another user saved during the edit next to the user's own, and offers to keep either. */
export const EditConflict = ({ edit, task, groups, onDiscardMine, onKeepMine }: EditConflictProps) => {
  const t = useTaskMessages();
  const { getLabel, getText } = useFieldTexts(task, groups);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    // A long notice starts at the top of the screen.
    box.current?.scrollIntoView?.({ block: 'start' });
  }, []);
  return (
    <div ref={box} tabIndex={-1} data-conflict="" className={classes['conflict']}>
      <Notice
        tone="warning"
        title={t('task.edit.conflict')}
        actions={
          <>
            <Button onClick={onDiscardMine}>{t('task.edit.takeSaved')}</Button>
            <Button onClick={onKeepMine}>{t('task.edit.keepMine')}</Button>
          </>
        }
      >
        <p>{t('task.edit.conflictHelp')}</p>
        <DetailList
          items={edit.conflictingFields.map((field) => ({
            id: field,
            label: getLabel(field),
            value: (
              <span className={classes['conflictValues']}>
                <span>{t('task.edit.savedValue', { value: getText(field, edit.saved) })}</span>
                {edit.changedFields.includes(field) ? (
                  <span>{t('task.edit.myValue', { value: getText(field, edit.values) })}</span>
                ) : null}
              </span>
            ),
          }))}
        />
      </Notice>
    </div>
  );
};
