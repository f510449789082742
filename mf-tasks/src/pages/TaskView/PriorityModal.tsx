import { type ChangePriority, type Priority, priorities, type Task } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import {
  Button,
  DetailList,
  Form,
  Notice,
  PriorityBadge,
  SelectField,
  TextArea,
  usePriorityLabels,
} from '@obieg/ui';
import { Modal, ModalActions } from '@obieg/ui/overlays';
import { notify, usePermissions } from '@obieg/web-kit';
import { useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { describeError } from '../../failures/describe-error';
import { useTaskMessages } from '../../i18n/messages';
import { useChangePriority } from '../../task/task.api';
import { FailureNotice } from './FailureNotice';

interface PriorityModalProps {
  task: Task;
  onClose: () => void;
}

interface PriorityFormProps extends PriorityModalProps {
  form: UseFormReturn<{ comment: string }>;
  save: (input: ChangePriority) => Promise<unknown>;
}

const PriorityForm = ({ task, onClose, form, save }: PriorityFormProps) => {
  const t = useTaskMessages();
  const labels = usePriorityLabels();
  const [failure, setFailure] = useState<string>();
  // Until the user selects a value, the field follows live updates of the task.
  const [selected, setSelected] = useState<Priority>();
  const priority = selected ?? task.priority;
  const { register, handleSubmit, formState } = form;
  const { isSubmitting } = formState;
  const change = handleSubmit(async (values) => {
    setFailure(undefined);
    const isChange = priority !== task.priority;
    const comment = values.comment.trim() || null;
    if (!isChange && comment === null) return onClose();
    try {
      await save({ priority, comment });
      notify.success(t(isChange ? 'task.prioritize.done' : 'task.prioritize.noted'));
      onClose();
    } catch (error) {
      setFailure(describeError(error, t));
    }
  });
  return (
    <Form onSubmit={(event) => void change(event)}>
      {failure === undefined ? null : <FailureNotice title={t('task.prioritize.failed')} reason={failure} />}
      <DetailList
        items={[
          { label: t('task.prioritize.current'), value: <PriorityBadge priority={task.priority} boxed /> },
        ]}
      />
      <SelectField
        value={priority}
        onChange={({ target }) => setSelected(target.value as Priority)}
        label={t('task.prioritize.priority')}
        options={priorities.map((value) => ({ value, label: labels[value] }))}
        data-autofocus
      />
      <TextArea
        {...register('comment')}
        label={t('task.optionalComment')}
        optional
        maxLength={limits.commentMaxLength}
        rows={2}
      />
      <ModalActions>
        <Button onClick={onClose} disabled={isSubmitting}>
          {t('task.cancel')}
        </Button>
        <Button type="submit" variant="primary" loading={isSubmitting}>
          {t('task.changePriority')}
        </Button>
      </ModalActions>
    </Form>
  );
};

/** Dialog that changes the priority. Callers without OPERATOR see an explanation instead (spec 3 §2, §6). */
const PriorityModal = ({ task, onClose }: PriorityModalProps) => {
  const t = useTaskMessages();
  const { hasOperatorPermission } = usePermissions();
  const { mutateAsync, isPending } = useChangePriority(task.publicTaskId);
  const form = useForm({ defaultValues: { comment: '' } });
  const comment = useWatch({ control: form.control, name: 'comment' });
  return (
    <Modal
      isOpen
      onClose={onClose}
      isBusy={isPending}
      isDirty={comment.trim() !== ''}
      title={t('task.changePriority')}
      width="narrow"
    >
      {hasOperatorPermission ? (
        <PriorityForm task={task} onClose={onClose} form={form} save={mutateAsync} />
      ) : (
        <Notice tone="warning">{t('task.prioritize.operatorsOnly')}</Notice>
      )}
    </Modal>
  );
};

export default PriorityModal;
