import type { Task } from '@obieg/contracts';
import { Button, formatForInput, Group, TextField, useUiTimeZone } from '@obieg/ui';
import { ActionDialog, useAction } from '@obieg/ui/overlays';
import { notify } from '@obieg/web-kit';
import { useForm, useWatch } from 'react-hook-form';
import { atEndOfWork } from '../../../due/suggested-dates';
import { describeError } from '../../../failures/describe-error';
import { useTaskMessages } from '../../../i18n/messages';
import { useChangeDueDate } from '../../../task/task.api';
import { OptionalComment } from '../OptionalComment';

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

interface DueFields {
  /** Until the user enters a date, the field follows live updates of the task. */
  entered: string | null;
  comment: string;
}

/** Dialog that sets or removes the due date, in the reader's time zone. */
const DueModal = ({ task, onClose }: DueModalProps) => {
  const t = useTaskMessages();
  const timeZone = useForeignTimeZone();
  const { mutateAsync } = useChangeDueDate(task.publicTaskId);
  const action = useAction({ describeFailure: (error) => describeError(error, t), onDone: onClose });
  const { register, control, handleSubmit, setValue } = useForm<DueFields>({
    defaultValues: { entered: null, comment: '' },
  });
  const { entered, comment } = useWatch({ control });
  const saved = task.dueAt ? formatForInput(task.dueAt) : '';
  const due = entered ?? saved;
  const enter = (value: string): void => setValue('entered', value);

  const save = async (value: string, note: string): Promise<void> => {
    if (value === saved && note === '') return;
    const dueAt =
      value === saved ? (task.dueAt ?? null) : value === '' ? null : new Date(value).toISOString();
    await mutateAsync({ dueAt, comment: note || null });
    notify.success(t(dueAt === null ? 'due.removed' : 'due.saved'));
  };
  const submit = (value: string) =>
    handleSubmit((fields) => action.run(() => save(value, fields.comment.trim())));
  return (
    <ActionDialog
      title={t('due.change')}
      width="narrow"
      isDirty={comment?.trim() !== '' || due !== saved}
      action={action}
      onSubmit={submit(due)}
      submitLabel={t('due.save')}
      isDisabled={due === ''}
      extraActions={
        task.dueAt ? (
          <Button onClick={() => void submit('')()} disabled={action.isRunning}>
            {t('due.remove')}
          </Button>
        ) : null
      }
      failureTitle={t('due.failed')}
      onClose={onClose}
    >
      <TextField
        type="datetime-local"
        {...range}
        label={t('due.label')}
        help={timeZone ? t('due.zone', { timeZone }) : undefined}
        value={due}
        onChange={({ target }) => enter(target.value)}
        data-autofocus
      />
      <Group gap="xs">
        {(['today', 'tomorrow', 'week'] as const).map((day) => (
          <Button key={day} size="small" onClick={() => enter(formatForInput(atEndOfWork(day)))}>
            {t(`due.suggest.${day}`)}
          </Button>
        ))}
      </Group>
      <OptionalComment {...register('comment')} />
    </ActionDialog>
  );
};

export default DueModal;
