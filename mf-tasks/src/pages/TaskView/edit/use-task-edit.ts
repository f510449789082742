import { type EditableParameter, editTaskSchema, isBlank } from '@obieg/contracts';
import { useValueProblemTexts } from '@obieg/ui/questionnaire';
import { type ApiError, isApiError, notify } from '@obieg/web-kit';
import { checkValue } from '@obieg/workflow-rules';
import { useEffect, useState } from 'react';
import { describeError } from '../../../describe-error';
import { useTaskMessages } from '../../../messages';
import { useEditTask, type VersionedTask } from '../task.api';
import { dropEditDraft, keepEditDraft, readEditDraft } from './edit-draft';
import {
  conflictsOf,
  describeEdit,
  differencesOf,
  type EditField,
  type EditValues,
  mergeValues,
  valuesOf,
} from './edit-values';

export type EditProblems = Partial<Record<EditField, string>>;

/** The server's names of what the form holds. */
const serverFields: Record<string, EditField> = { visibleUserIds: 'users', visibleGroupIds: 'groupIds' };
const problemsOf = ({ fieldErrors }: ApiError): EditProblems =>
  Object.fromEntries(
    fieldErrors.map(({ field, message }) => [
      serverFields[field.split('.')[0] ?? ''] ?? field.replace(/^workflowParameters\./, 'answers.'),
      message,
    ]),
  );

const isSavedInBetween = (error: unknown): boolean => isApiError(error) && error.status === 412;

interface TaskEditOptions {
  current: VersionedTask;
  onDone: () => void;
  /** Undefined takes back what was said before. */
  onFailure: (message: string | undefined) => void;
}

/**
 * An edit of a task: its fields, its draft, and what to do when somebody else saved in between. What others changed
 * beside the form's fields (status, assignee, priority) is no conflict: saving keeps it.
 */
export const useTaskEdit = ({ current: { task, etag }, onDone, onFailure }: TaskEditOptions) => {
  const t = useTaskMessages();
  const problemTexts = useValueProblemTexts();
  const { publicTaskId: taskId } = task;
  const [restored, setRestored] = useState(() => readEditDraft(taskId));
  const [base, setBase] = useState(() => restored?.base ?? { etag, values: valuesOf(task) });
  const [values, setValues] = useState(() => restored?.values ?? base.values);
  const [comment, setComment] = useState(restored?.comment ?? '');
  const [problems, setProblems] = useState<EditProblems>({});
  const [isSaving, setIsSaving] = useState(false);
  const { save, readAnew } = useEditTask(taskId);

  const saved = valuesOf(task);
  const savedByOthers = conflictsOf(base.values, values, saved);
  const isDirty = !isBlank(comment) || differencesOf(base.values, values).length > 0;
  useEffect(() => {
    if (isDirty) keepEditDraft(taskId, { base, values, comment });
    else dropEditDraft(taskId);
  }, [isDirty, taskId, base, values, comment]);

  const startFrom = (now: EditValues): void => {
    setBase({ etag, values: saved });
    setValues(now);
    setProblems({});
    onFailure(undefined);
  };
  const findProblems = (parameters: readonly EditableParameter[]): EditProblems => {
    const isTitleGood = editTaskSchema.shape.title.safeParse(values.title).success;
    const wrong = parameters.flatMap((parameter) => {
      const answer = values.answers[parameter.parameterId] ?? '';
      // An answer that stays as it was is always good.
      if (answer === saved.answers[parameter.parameterId]) return [];
      const checked = checkValue(parameter, answer);
      return checked.isValid ? [] : [[`answers.${parameter.parameterId}`, problemTexts[checked.problem]]];
    });
    return { ...Object.fromEntries(wrong), ...(isTitleGood ? {} : { title: t('task.edit.titleRequired') }) };
  };

  /** Once more over the newest state, where others changed nothing of what the form holds. */
  const saveOver = async (over: VersionedTask, isRetry = false): Promise<boolean> => {
    try {
      await save({ edit: describeEdit(valuesOf(over.task), values, comment), etag: over.etag });
      return true;
    } catch (error) {
      if (!isSavedInBetween(error)) throw error;
      const newest = await readAnew();
      if (isRetry || !newest) throw error;
      // What they changed of the form's fields is shown beside them now.
      if (conflictsOf(base.values, values, valuesOf(newest.task)).length > 0) return false;
      return saveOver(newest, true);
    }
  };
  const submit = async (parameters: readonly EditableParameter[]): Promise<void> => {
    const found = findProblems(parameters);
    setProblems(found);
    if (Object.keys(found).length > 0 || savedByOthers.length > 0) return;
    onFailure(undefined);
    setIsSaving(true);
    try {
      // Of the moment when the edit began, however often the page was read anew since.
      if (!(await saveOver({ task, etag: base.etag ?? etag }))) return setIsSaving(false);
      dropEditDraft(taskId);
      notify.success(t('task.edit.done'));
      onDone();
    } catch (error) {
      setIsSaving(false);
      if (isApiError(error)) setProblems(problemsOf(error));
      onFailure(t('task.edit.failed', { reason: describeError(error, t) }));
    }
  };
  return {
    values,
    /** What is being saved stays as it was sent. */
    change: (changes: Partial<EditValues>): void => {
      if (isSaving) return;
      setValues({ ...values, ...changes });
      const touched = Object.keys(changes).filter((field) => field !== 'answers');
      const answered = Object.keys(changes.answers ?? {})
        .filter((id) => changes.answers?.[id] !== values.answers[id])
        .map((id) => `answers.${id}`);
      setProblems(
        Object.fromEntries(
          Object.entries(problems).filter(([field]) => ![...touched, ...answered].includes(field)),
        ),
      );
    },
    comment,
    setComment: (text: string): void => {
      if (!isSaving) setComment(text);
    },
    problems,
    isDirty,
    isSaving,
    submit,
    /** Drops what was written, and the draft with it. */
    discard: (): void => {
      dropEditDraft(taskId);
      onFailure(undefined);
      onDone();
    },
    restoredAt: restored?.savedAt,
    dropRestored: (): void => {
      if (isSaving) return;
      setRestored(undefined);
      setComment('');
      startFrom(saved);
    },
    /** What somebody else has saved of the form's fields since the edit began; one's own save is not theirs. */
    savedByOthers: isSaving ? [] : savedByOthers,
    /** What was changed here; the rest follows what is saved. */
    changed: differencesOf(base.values, values),
    saved,
    keepMine: (): void => startFrom(mergeValues(base.values, values, saved)),
    takeSaved: (): void => startFrom(saved),
  };
};
export type TaskEdit = ReturnType<typeof useTaskEdit>;
