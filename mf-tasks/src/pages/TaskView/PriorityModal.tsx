import { type Priority, priorities, type Task } from '@obieg/contracts';
import { DetailList, Notice, PriorityBadge, SelectField, usePriorityLabels } from '@obieg/ui';
import { ActionDialog, Modal, useAction } from '@obieg/ui/overlays';
import { describeError, notify, usePermissions } from '@obieg/web-kit';
import { useForm, useWatch } from 'react-hook-form';
import { useTaskMessages } from '../../i18n/messages';
import { useChangePriority } from '../../task/task.api';
import { OptionalComment } from './OptionalComment';

interface PriorityModalProps {
  task: Task;
  onClose: () => void;
}

interface PriorityFields {
  /** Until the user selects a value, the field follows live updates of the task. */
  selected: Priority | null;
  comment: string;
}

const PriorityDialog = ({ task, onClose }: PriorityModalProps) => {
  const t = useTaskMessages();
  const labels = usePriorityLabels();
  const { mutateAsync } = useChangePriority(task.publicTaskId);
  const action = useAction({ describeFailure: (error) => describeError(error), onDone: onClose });
  const { register, control, handleSubmit, setValue } = useForm<PriorityFields>({
    defaultValues: { selected: null, comment: '' },
  });
  const { selected, comment } = useWatch({ control });
  const change = async (fields: PriorityFields): Promise<void> => {
    const priority = fields.selected ?? task.priority;
    const isChange = priority !== task.priority;
    const note = fields.comment.trim() || null;
    if (!isChange && note === null) return;
    await mutateAsync({ priority, comment: note, expectedPriority: task.priority });
    notify.success(t(isChange ? 'task.prioritize.done' : 'task.prioritize.noted'));
  };
  return (
    <ActionDialog
      title={t('task.changePriority')}
      width="narrow"
      isDirty={comment?.trim() !== ''}
      action={action}
      onSubmit={handleSubmit((fields) => action.run(() => change(fields)))}
      submitLabel={t('task.changePriority')}
      failureTitle={t('task.prioritize.failed')}
      onClose={onClose}
    >
      <DetailList
        items={[
          { label: t('task.prioritize.current'), value: <PriorityBadge priority={task.priority} boxed /> },
        ]}
      />
      <SelectField
        value={selected ?? task.priority}
        onChange={({ target }) => setValue('selected', target.value as Priority)}
        label={t('task.prioritize.priority')}
        options={priorities.map((value) => ({ value, label: labels[value] }))}
        data-autofocus
      />
      <OptionalComment {...register('comment')} />
    </ActionDialog>
  );
};

/** Dialog that changes the priority. Callers without OPERATOR see an explanation instead (spec 3 §2, §6). */
const PriorityModal = (props: PriorityModalProps) => {
  const t = useTaskMessages();
  const { hasOperatorPermission } = usePermissions();
  if (hasOperatorPermission) return <PriorityDialog {...props} />;
  return (
    <Modal isOpen onClose={props.onClose} title={t('task.changePriority')} width="narrow">
      <Notice tone="warning">{t('task.prioritize.operatorsOnly')}</Notice>
    </Modal>
  );
};

export default PriorityModal;
