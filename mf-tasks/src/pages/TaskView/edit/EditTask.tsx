import { taskTextNames } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import {
  Button,
  Card,
  Form,
  FormActions,
  focusFirstProblem,
  Loading,
  RestoredDraftNotice,
  SkeletonLines,
  Stack,
  TextArea,
  TextField,
  useProblemFocus,
} from '@obieg/ui';
import { ConfirmDialog, VisibilitySelector } from '@obieg/ui/overlays';
import { AnswerField } from '@obieg/ui/questionnaire';
import { useNavigate } from '@obieg/web-kit';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { LeaveGuard } from '../../../browser/LeaveGuard';
import { useTaskMessages } from '../../../i18n/messages';
import { searchMembers, useGroups } from '../../../people/people.api';
import { TaskTextInput } from '../../../task/TaskTextInput';
import { useEditableParameters, type VersionedTask } from '../../../task/task.api';
import { LockOutDialog } from '../../../task-readers/LockOutDialog';
import { TaskReadersNotice } from '../../../task-readers/TaskReadersNotice';
import { useTaskReaders } from '../../../task-readers/task-readers.api';
import { useLockOutQuestion } from '../../../task-readers/use-lock-out-question';
import { includeCurrentValue } from '../../../transitions/include-current-value';
import { FailurePanel } from '../FailurePanel';
import { ScrollAnchor } from '../ScrollAnchor';
import { EditConflict } from './EditConflict';
import { type TaskEdit, useTaskEdit } from './use-task-edit';

const TextFields = ({ edit: { values, change, errors, isSaving } }: { edit: TaskEdit }) => {
  const t = useTaskMessages();
  return (
    <>
      <TextField
        label={t('task.changedField.title')}
        value={values.title}
        onChange={({ target }) => change({ title: target.value })}
        error={errors.title}
        maxLength={limits.taskTitleMaxLength}
        readOnly={isSaving}
        autoComplete="off"
        data-edit-title
      />
      {taskTextNames.map((name) => (
        <TaskTextInput
          key={name}
          name={name}
          value={values[name]}
          onChange={({ target }) => change({ [name]: target.value })}
          error={errors[name]}
          readOnly={isSaving}
        />
      ))}
    </>
  );
};

interface AnswersProps {
  edit: TaskEdit;
  parameters: ReturnType<typeof useEditableParameters>;
}

/** Fields of the editable answers. The current value stays available if the dictionary no longer contains it. */
const Answers = ({
  edit: { values, saved, change, errors },
  parameters: { data, isPending },
}: AnswersProps) => {
  if (isPending)
    return (
      <Loading>
        <SkeletonLines lines={2} />
      </Loading>
    );
  return data?.map((parameter) => {
    const { parameterId, displayName } = parameter;
    return (
      <AnswerField
        key={parameterId}
        parameter={includeCurrentValue(parameter, saved.answers[parameterId])}
        label={displayName}
        value={values.answers[parameterId] ?? ''}
        onChange={(answer) => change({ answers: { ...values.answers, [parameterId]: answer } })}
        error={errors[`answers.${parameterId}`]}
      />
    );
  });
};

interface EditTaskProps {
  current: VersionedTask;
  onDone: () => void;
  /** Called when saving starts. The page then removes an earlier error. */
  onSend: () => void;
}

const focusTitle = (form: HTMLFormElement | null): void =>
  form?.querySelector<HTMLElement>('[data-edit-title]')?.focus();

/** Edit mode of the task page (spec 3 §2, §4, §5). */
const EditTask = ({ current, onDone, onSend }: EditTaskProps) => {
  const t = useTaskMessages();
  const navigate = useNavigate();
  const edit = useTaskEdit({ current, onDone });
  const parameters = useEditableParameters(current.task.publicTaskId);
  const groups = useGroups();
  const form = useRef<HTMLFormElement>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  const isVisibilityChanged = edit.changedFields.some((field) => field === 'users' || field === 'groupIds');
  const { users, groupIds } = edit.values;
  const { readers, ...access } = useTaskReaders(
    current.task.publicTaskId,
    isVisibilityChanged
      ? { visibleUserIds: users.map(({ id }) => id), visibleGroupIds: groupIds }
      : undefined,
  );
  const hasConflict = edit.conflictingFields.length > 0;
  useEffect(() => focusTitle(form.current), []);
  /** The pressed button disappears, so the title gets the focus. */
  const choose =
    <Input extends unknown[]>(choice: (...input: Input) => void) =>
    (...input: Input): void => {
      choice(...input);
      focusTitle(form.current);
    };
  const focusFirstError = useProblemFocus(() => focusFirstProblem(form.current, '[data-conflict]'));
  const save = async (): Promise<boolean> => {
    onSend();
    const isSaved = await edit.submit(parameters.data ?? []);
    focusFirstError();
    return isSaved;
  };
  const lockOut = useLockOutQuestion({
    ...access,
    onSave: async (isLockedOut) => {
      // The task is no longer found, so the list of tasks replaces its page.
      if ((await save()) && isLockedOut) void navigate('/tasks');
    },
  });
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!edit.isSaving) lockOut.submit();
  };
  return (
    <Card title={t('task.edit.title')}>
      <Form ref={form} onSubmit={handleSubmit} aria-label={t('task.edit.title')}>
        {edit.restoredAt === undefined ? null : (
          <RestoredDraftNotice savedAt={edit.restoredAt} onDiscard={choose(edit.discardRestored)} />
        )}
        {hasConflict ? (
          <EditConflict edit={edit} task={current.task} groups={groups} onResolve={choose(edit.resolve)} />
        ) : null}
        <TextFields edit={edit} />
        <Answers edit={edit} parameters={parameters} />
        {/* The parameters above load later and would move these fields. */}
        <ScrollAnchor>
          <Stack gap="var(--ob-space-4)">
            <VisibilitySelector
              value={{ users: edit.values.users, groupIds: edit.values.groupIds }}
              onChange={({ users, groupIds }) => edit.change({ users: [...users], groupIds: [...groupIds] })}
              groups={groups}
              searchUsers={searchMembers}
              knownGroups={current.task.visibleGroups.map(({ groupId, groupName }) => ({
                id: groupId,
                name: groupName,
              }))}
              errors={edit.errors}
            />
            {readers ? <TaskReadersNotice readers={readers} /> : null}
            <TextArea
              label={t('task.edit.comment')}
              optional
              value={edit.comment}
              onChange={({ target }) => edit.setComment(target.value)}
              maxLength={limits.commentMaxLength}
              readOnly={edit.isSaving}
              rows={2}
            />
          </Stack>
        </ScrollAnchor>
        {edit.failure === undefined ? null : (
          <FailurePanel message={edit.failure} onDismiss={edit.dismissFailure} />
        )}
        <FormActions>
          <Button
            disabled={edit.isSaving}
            onClick={() => (edit.isDirty ? setIsLeaving(true) : edit.discard())}
          >
            {t('task.cancel')}
          </Button>
          <Button type="submit" variant="primary" loading={edit.isSaving || lockOut.isWaiting}>
            {t('task.edit.save')}
          </Button>
        </FormActions>
      </Form>
      <ConfirmDialog
        isOpen={isLeaving}
        title={t('task.edit.discardTitle')}
        confirmLabel={t('task.edit.discard')}
        cancelLabel={t('task.edit.goOn')}
        onConfirm={edit.discard}
        onCancel={() => setIsLeaving(false)}
      >
        {t('task.edit.discardText')}
      </ConfirmDialog>
      <LockOutDialog question={lockOut} />
      <LeaveGuard hasChanges={() => edit.isDirty && !edit.isSaving} isDraftKept />
    </Card>
  );
};

export default EditTask;
