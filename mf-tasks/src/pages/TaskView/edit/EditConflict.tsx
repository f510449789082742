import type { GroupSummary, Task } from '@obieg/contracts';
import { Button, DetailList, Notice } from '@obieg/ui';
import { formatAnswer } from '@obieg/ui/questionnaire';
import { useLanguage } from '@obieg/web-kit';
import { useEffect, useRef } from 'react';
import { useTaskMessages } from '../../../messages';
import classes from '../task-view.module.css';
import type { EditField, EditValues } from './edit-values';
import type { TaskEdit } from './use-task-edit';

interface EditConflictProps {
  edit: TaskEdit;
  task: Task;
  groups: readonly GroupSummary[];
  onTakeSaved: () => void;
  onKeepMine: () => void;
}

/** In words: what a field is called, and what stands in it. */
const useFieldTexts = (task: Task, groups: readonly GroupSummary[]) => {
  const t = useTaskMessages();
  const language = useLanguage();
  const labels: Record<string, string> = {
    title: t('task.changedField.title'),
    description: t('task.changedField.description'),
    users: t('task.changedField.visibleUsers'),
    groupIds: t('task.changedField.visibleGroups'),
  };
  const answerOf = (field: EditField) =>
    task.parameterDetails.find(({ parameterId }) => field === `answers.${parameterId}`);
  const groupName = (id: number): string =>
    groups.find((group) => group.id === id)?.name ??
    task.visibleGroups.find(({ groupId }) => groupId === id)?.groupName ??
    `#${id}`;
  const textOf = (field: EditField, values: EditValues): string => {
    if (field === 'title' || field === 'description') return values[field];
    if (field === 'users') return values.users.map(({ username }) => username).join(', ');
    if (field === 'groupIds') return values.groupIds.map(groupName).join(', ');
    const answer = values.answers[field.slice('answers.'.length)] ?? '';
    return formatAnswer(answerOf(field)?.parameterType ?? 'TEXT', answer, language);
  };
  return {
    labelOf: (field: EditField): string => labels[field] ?? answerOf(field)?.parameterName ?? field,
    textOf: (field: EditField, values: EditValues): string => textOf(field, values) || t('task.nothing'),
  };
};

/** Somebody else saved in between: what they saved, beside what stands in the form, and which of the two is to be. */
export const EditConflict = ({ edit, task, groups, onTakeSaved, onKeepMine }: EditConflictProps) => {
  const t = useTaskMessages();
  const { labelOf, textOf } = useFieldTexts(task, groups);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    // From its beginning, also where it is longer than the screen.
    box.current?.scrollIntoView?.({ block: 'start' });
  }, []);
  return (
    <div ref={box} tabIndex={-1} data-conflict="" className={classes['conflict']}>
      <Notice
        tone="warning"
        title={t('task.edit.conflict')}
        actions={
          <>
            <Button onClick={onTakeSaved}>{t('task.edit.takeSaved')}</Button>
            <Button onClick={onKeepMine}>{t('task.edit.keepMine')}</Button>
          </>
        }
      >
        <p>{t('task.edit.conflictHelp')}</p>
        <DetailList
          items={edit.savedByOthers.map((field) => ({
            label: labelOf(field),
            value: (
              <span className={classes['conflictValues']}>
                <span>{t('task.edit.savedValue', { value: textOf(field, edit.saved) })}</span>
                {edit.changed.includes(field) ? (
                  <span>{t('task.edit.myValue', { value: textOf(field, edit.values) })}</span>
                ) : null}
              </span>
            ),
          }))}
        />
      </Notice>
    </div>
  );
};
