import { type EditableParameter, editTaskSchema, isBlank } from '@obieg/contracts';
import { useUiTimeZone } from '@obieg/ui';
import { useValueProblemTexts } from '@obieg/ui/questionnaire';
import { type ApiError, isApiError, notify } from '@obieg/web-kit';
import { checkValue } from '@obieg/workflow-rules';
import { useEffect, useState } from 'react';
import { describeError } from '../../../failures/describe-error';
import { useTaskMessages } from '../../../i18n/messages';
import { isPreconditionFailed, useEditTask, type VersionedTask } from '../../../task/task.api';
import { deleteEditDraft, readEditDraft, saveEditDraft } from './edit-draft';
import {
  buildEditRequest,
  type EditField,
  type EditValues,
  findChangedFields,
  findConflicts,
  mergeValues,
  toEditValues,
} from './edit-values';

export type EditErrors = Partial<Record<EditField, string>>;

/** Maps API fields to form fields. */
const serverFields: Record<string, EditField> = { visibleUserIds: 'users', visibleGroupIds: 'groupIds' };
const readFieldErrors = ({ fieldErrors }: ApiError): EditErrors =>
  Object.fromEntries(
    fieldErrors.map(({ field, message }) => [
      serverFields[field.split('.')[0] ?? ''] ?? field.replace(/^workflowParameters\./, 'answers.'),
      message,
    ]),
  );

interface TaskEditOptions {
  current: VersionedTask;
  onDone: () => void;
  /** Undefined clears the error. */
  onFailure: (message: string | undefined) => void;
}

/**
 * State of the edit mode: values, draft, validation and conflicts with other users.
 * Changes outside the form (status, assignee, priority) are no conflict; saving keeps them.
 */
export const useTaskEdit = ({ current: { task, etag }, onDone, onFailure }: TaskEditOptions) => {
  const t = useTaskMessages();
  const problemTexts = useValueProblemTexts();
  const timeZone = useUiTimeZone();
  const { publicTaskId: taskId } = task;
  const [restored, setRestored] = useState(() => readEditDraft(taskId));
  const [base, setBase] = useState(() => restored?.base ?? { etag, values: toEditValues(task) });
  const [values, setValues] = useState(() => restored?.values ?? base.values);
  const [comment, setComment] = useState(restored?.comment ?? '');
  const [errors, setErrors] = useState<EditErrors>({});
  const [isSaving, setIsSaving] = useState(false);
  const { save, refetchTask } = useEditTask(taskId);

  const saved = toEditValues(task);
  const conflictingFields = findConflicts(base.values, values, saved);
  const isDirty = !isBlank(comment) || findChangedFields(base.values, values).length > 0;
  useEffect(() => {
    if (isDirty) saveEditDraft(taskId, { base, values, comment });
    else deleteEditDraft(taskId);
  }, [isDirty, taskId, base, values, comment]);

  const rebase = (now: EditValues): void => {
    setBase({ etag, values: saved });
    setValues(now);
    setErrors({});
    onFailure(undefined);
  };
  const validate = (parameters: readonly EditableParameter[]): EditErrors => {
    const isTitleValid = editTaskSchema.shape.title.safeParse(values.title).success;
    const answerErrors = parameters.flatMap((parameter) => {
      const answer = values.answers[parameter.parameterId] ?? '';
      // The server accepts an unchanged answer, even if it no longer satisfies the parameter.
      if (answer === saved.answers[parameter.parameterId]) return [];
      const checked = checkValue(parameter, answer, timeZone);
      return checked.isValid ? [] : [[`answers.${parameter.parameterId}`, problemTexts[checked.problem]]];
    });
    return {
      ...Object.fromEntries(answerErrors),
      ...(isTitleValid ? {} : { title: t('task.edit.titleRequired') }),
    };
  };

  /**
   * Saves the edit. On 412 it retries once with the new ETag, unless the form has a conflict.
   *
   * @returns false on a conflict.
   */
  const saveWithRetry = async (version: VersionedTask, isRetry = false): Promise<boolean> => {
    try {
      await save({ edit: buildEditRequest(toEditValues(version.task), values, comment), etag: version.etag });
      return true;
    } catch (error) {
      if (!isPreconditionFailed(error)) throw error;
      const newest = await refetchTask();
      if (isRetry || !newest) throw error;
      // The form now shows the conflict.
      if (findConflicts(base.values, values, toEditValues(newest.task)).length > 0) return false;
      return saveWithRetry(newest, true);
    }
  };
  const submit = async (parameters: readonly EditableParameter[]): Promise<void> => {
    const newErrors = validate(parameters);
    setErrors(newErrors);
    if (Object.keys(newErrors).length > 0 || conflictingFields.length > 0) return;
    onFailure(undefined);
    setIsSaving(true);
    try {
      // The ETag of the start of the edit, not of a later refetch.
      if (!(await saveWithRetry({ task, etag: base.etag ?? etag }))) return setIsSaving(false);
      deleteEditDraft(taskId);
      notify.success(t('task.edit.done'));
      onDone();
    } catch (error) {
      setIsSaving(false);
      if (isApiError(error)) setErrors(readFieldErrors(error));
      onFailure(t('task.edit.failed', { reason: describeError(error, t) }));
    }
  };
  return {
    values,
    /** Ignored while saving. */
    change: (changes: Partial<EditValues>): void => {
      if (isSaving) return;
      setValues({ ...values, ...changes });
      const touched = Object.keys(changes).filter((field) => field !== 'answers');
      const answered = Object.keys(changes.answers ?? {})
        .filter((id) => changes.answers?.[id] !== values.answers[id])
        .map((id) => `answers.${id}`);
      setErrors(
        Object.fromEntries(
          Object.entries(errors).filter(([field]) => ![...touched, ...answered].includes(field)),
        ),
      );
    },
    comment,
    setComment: (text: string): void => {
      if (!isSaving) setComment(text);
    },
    errors,
    isDirty,
    isSaving,
    submit,
    /** Leaves the edit mode and deletes the draft. */
    discard: (): void => {
      deleteEditDraft(taskId);
      onFailure(undefined);
      onDone();
    },
    restoredAt: restored?.savedAt,
    discardRestored: (): void => {
      if (isSaving) return;
      setRestored(undefined);
      setComment('');
      rebase(saved);
    },
    /**
     * Fields that another user has saved since the edit started. Empty while saving, because a refetch may already
     * contain the user's own change.
     */
    conflictingFields: isSaving ? [] : conflictingFields,
    /** Fields that the user has changed. */
    changedFields: findChangedFields(base.values, values),
    saved,
    keepMine: (): void => rebase(mergeValues(base.values, values, saved)),
    discardMine: (): void => rebase(saved),
  };
};
export type TaskEdit = ReturnType<typeof useTaskEdit>;
