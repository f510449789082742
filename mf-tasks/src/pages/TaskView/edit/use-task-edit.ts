import { type EditableParameter, editTaskSchema } from '@obieg/contracts';
import { useUiTimeZone } from '@obieg/ui';
import { useValueProblemTexts } from '@obieg/ui/questionnaire';
import { type ApiError, describeError, isApiError, isPreconditionFailed, notify } from '@obieg/web-kit';
import { checkValue } from '@obieg/workflow-rules';
import { useEffect, useReducer } from 'react';
import { useTaskMessages } from '../../../i18n/messages';
import { useEditTask, type VersionedTask } from '../../../task/task.api';
import { deleteEditDraft, readEditDraft, saveEditDraft } from './edit-draft';
import {
  beginEdit,
  type EditErrors,
  type EditState,
  isDirty,
  listChanges,
  listConflicts,
  reduceEdit,
} from './edit-state';
import {
  buildEditRequest,
  type EditField,
  type EditValues,
  findChangedFields,
  mergeValues,
  toEditValues,
} from './edit-values';

/** Maps API fields to form fields. */
const serverFields: Record<string, EditField> = { visibleUserIds: 'users', visibleGroupIds: 'groupIds' };
const readFieldErrors = ({ fieldErrors }: ApiError): EditErrors =>
  Object.fromEntries(
    fieldErrors.map(({ field, message }) => [
      serverFields[field.split('.')[0] ?? ''] ?? field.replace(/^workflowParameters\./, 'answers.'),
      message,
    ]),
  );

/** Returns a function that finds the invalid fields. */
const useValidation = () => {
  const t = useTaskMessages();
  const problemTexts = useValueProblemTexts();
  const timeZone = useUiTimeZone();
  return (values: EditValues, saved: EditValues, parameters: readonly EditableParameter[]): EditErrors => {
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
};

/** Saves the edit. On 412 it retries once, joined with what another user has saved, unless the form has a conflict. */
const saveWithRetry = async (
  { save, refetchTask }: ReturnType<typeof useEditTask>,
  edit: EditState,
  version: VersionedTask,
  isRetry = false,
): Promise<'done' | 'joined' | 'conflict'> => {
  const saved = toEditValues(version.task);
  const values = mergeValues(edit.base.values, edit.values, saved);
  const request = buildEditRequest(saved, values, edit.comment);
  try {
    await save({ edit: request, etag: version.etag });
    return findChangedFields(edit.values, values).length > 0 ? 'joined' : 'done';
  } catch (error) {
    if (!isPreconditionFailed(error)) throw error;
    const newest = await refetchTask();
    if (isRetry || !newest) throw error;
    if (listConflicts(edit, toEditValues(newest.task)).length > 0) return 'conflict';
    return saveWithRetry({ save, refetchTask }, edit, newest, true);
  }
};

interface TaskEditOptions {
  current: VersionedTask;
  onDone: () => void;
}

/**
 * The edit mode: its state, its draft, and saving.
 * Changes outside the form (status, assignee, priority) are no conflict; saving keeps them.
 */
export const useTaskEdit = ({ current: { task, etag }, onDone }: TaskEditOptions) => {
  const t = useTaskMessages();
  const { publicTaskId: taskId } = task;
  const saved = { etag, values: toEditValues(task) };
  const [state, dispatch] = useReducer(reduceEdit, undefined, () => beginEdit(saved, readEditDraft(taskId)));
  const validate = useValidation();
  const api = useEditTask(taskId);
  const { base, values, comment, phase } = state;
  const isSaving = phase !== 'editing';
  const isChanged = isDirty(state);
  useEffect(() => {
    if (isChanged) saveEditDraft(taskId, { base, values, comment });
    else deleteEditDraft(taskId);
  }, [isChanged, taskId, base, values, comment]);

  const leave = (): void => {
    deleteEditDraft(taskId);
    onDone();
  };
  /** @returns whether the edit is saved */
  const submit = async (parameters: readonly EditableParameter[]): Promise<boolean> => {
    if (isSaving) return false;
    const errors = validate(values, saved.values, parameters);
    if (Object.keys(errors).length > 0 || listConflicts(state, saved.values).length > 0) {
      dispatch({ type: 'reject', errors });
      return false;
    }
    dispatch({ type: 'save' });
    try {
      // The ETag of the start of the edit, not of a later refetch.
      const result = await saveWithRetry(api, state, { task, etag: base.etag ?? etag });
      dispatch({ type: result === 'conflict' ? 'conflict' : 'done' });
      if (result === 'conflict') return false;
      notify.success(t(result === 'joined' ? 'task.edit.joined' : 'task.edit.done'));
      leave();
      return true;
    } catch (error) {
      dispatch({
        type: 'fail',
        failure: t('task.edit.failed', { reason: describeError(error) }),
        errors: isApiError(error) ? readFieldErrors(error) : undefined,
      });
      return false;
    }
  };
  return {
    ...state,
    isDirty: isChanged,
    isSaving,
    saved: saved.values,
    changedFields: listChanges(state),
    /** Empty while saving, because a refetch may already contain the user's own change. */
    conflictingFields: isSaving ? [] : listConflicts(state, saved.values),
    change: (changes: Partial<EditValues>): void => dispatch({ type: 'change', changes }),
    setComment: (text: string): void => dispatch({ type: 'comment', text }),
    dismissFailure: (): void => dispatch({ type: 'dismiss-failure' }),
    /** Joins the changes with the saved version, which wins in the given fields. */
    resolve: (theirs: readonly EditField[]): void => dispatch({ type: 'resolve', saved, theirs }),
    discardRestored: (): void => dispatch({ type: 'discard-draft', saved }),
    submit,
    /** Leaves the edit mode and deletes the draft. */
    discard: leave,
  };
};
export type TaskEdit = ReturnType<typeof useTaskEdit>;
