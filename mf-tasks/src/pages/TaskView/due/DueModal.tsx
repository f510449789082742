import type { Task } from '@obieg/contracts';
import { Button, DetailList, DueDate, formatForInput, useUiTimeZone } from '@obieg/ui';
import { ActionDialog, useAction } from '@obieg/ui/overlays';
import { describeError, notify } from '@obieg/web-kit';
import { useForm, useWatch } from 'react-hook-form';
import { DueInput } from '../../../due/DueInput';
import { useTaskMessages } from '../../../i18n/messages';
import { useChangeDueDate } from '../../../task/task.api';
import { OptionalComment } from '../OptionalComment';

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
  const action = useAction({ describeFailure: (error) => describeError(error), onDone: onClose });
  const { register, control, handleSubmit, setValue } = useForm<DueFields>({
    defaultValues: { entered: null, comment: '' },
  });
  const { entered, comment } = useWatch({ control });
  const saved = task.dueAt ? formatForInput(task.dueAt) : '';
  const due = entered ?? saved;

  const save = async (value: string, note: string): Promise<void> => {
    if (value === saved && note === '') return;
    const dueAt =
      value === saved ? (task.dueAt ?? null) : value === '' ? null : new Date(value).toISOString();
    await mutateAsync({ dueAt, comment: note || null, expectedDueAt: task.dueAt ?? null });
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
      <DetailList
        items={[
          {
            label: t('due.current'),
            value: task.dueAt ? (
              <DueDate dueAt={task.dueAt} statusType={task.statusType} isExact />
            ) : (
              t('due.none')
            ),
          },
        ]}
      />
      <DueInput
        value={due}
        onChange={(value) => setValue('entered', value)}
        help={timeZone ? t('due.zone', { timeZone }) : undefined}
      />
      <OptionalComment {...register('comment')} />
    </ActionDialog>
  );
};

export default DueModal;
