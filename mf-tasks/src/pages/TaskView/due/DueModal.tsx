import type { Task } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { Button, Form, formatForInput, Group, TextArea, TextField, useUiTimeZone } from '@obieg/ui';
import { Modal, ModalActions } from '@obieg/ui/overlays';
import { notify } from '@obieg/web-kit';
import { type FormEvent, useState } from 'react';
import { atEndOfWork } from '../../../due/suggested-dates';
import { describeError } from '../../../failures/describe-error';
import { useTaskMessages } from '../../../i18n/messages';
import { useChangeDueDate } from '../../../task/task.api';
import { FailureNotice } from '../FailureNotice';

/** The server accepts these years. */
const range = { min: '2000-01-01T00:00', max: '2199-12-31T23:59' };

/** Named if it differs from the organization's, because the field shows the reader's clock. */
const useForeignTimeZone = (): string | undefined => {
  const organizationZone = useUiTimeZone();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return organizationZone === undefined || organizationZone === timeZone ? undefined : timeZone;
};

interface DueModalProps {
  task: Task;
  onClose: () => void;
}

/** Dialog that sets or removes the due date, in the reader's time zone. */
const DueModal = ({ task, onClose }: DueModalProps) => {
  const t = useTaskMessages();
  const timeZone = useForeignTimeZone();
  const { mutateAsync, isPending } = useChangeDueDate(task.publicTaskId);
  const saved = task.dueAt ? formatForInput(task.dueAt) : '';
  // Until the user enters a date, the field follows live updates of the task.
  const [entered, setEntered] = useState<string>();
  const [comment, setComment] = useState('');
  const [failure, setFailure] = useState<string>();
  const due = entered ?? saved;

  const save = async (value: string): Promise<void> => {
    setFailure(undefined);
    if (value === saved && comment.trim() === '') return onClose();
    const dueAt =
      value === saved ? (task.dueAt ?? null) : value === '' ? null : new Date(value).toISOString();
    try {
      await mutateAsync({ dueAt, comment: comment.trim() || null });
      notify.success(t(dueAt === null ? 'due.removed' : 'due.saved'));
      onClose();
    } catch (error) {
      setFailure(describeError(error, t));
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save(due);
  };
  return (
    <Modal
      isOpen
      onClose={onClose}
      isBusy={isPending}
      isDirty={comment.trim() !== '' || due !== saved}
      title={t('due.change')}
      width="narrow"
    >
      <Form onSubmit={submit}>
        {failure === undefined ? null : <FailureNotice title={t('due.failed')} reason={failure} />}
        <TextField
          type="datetime-local"
          {...range}
          label={t('due.label')}
          help={timeZone ? t('due.zone', { timeZone }) : undefined}
          value={due}
          onChange={({ target }) => setEntered(target.value)}
          data-autofocus
        />
        <Group gap="xs">
          {(['today', 'tomorrow', 'week'] as const).map((day) => (
            <Button key={day} size="small" onClick={() => setEntered(formatForInput(atEndOfWork(day)))}>
              {t(`due.suggest.${day}`)}
            </Button>
          ))}
        </Group>
        <TextArea
          value={comment}
          onChange={({ target }) => setComment(target.value)}
          label={t('task.optionalComment')}
          optional
          maxLength={limits.commentMaxLength}
          rows={2}
        />
        <ModalActions>
          <Button onClick={onClose} disabled={isPending}>
            {t('task.cancel')}
          </Button>
          {task.dueAt ? (
            <Button onClick={() => void save('')} disabled={isPending}>
              {t('due.remove')}
            </Button>
          ) : null}
          <Button type="submit" variant="primary" loading={isPending} disabled={due === ''}>
            {t('due.save')}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
};

export default DueModal;
