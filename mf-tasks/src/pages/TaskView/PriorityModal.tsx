import { zodResolver } from '@hookform/resolvers/zod';
import { priorities, prioritySchema, type Task } from '@obieg/contracts';
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
import { useForm } from 'react-hook-form';
import * as z from 'zod';
import { describeError } from '../../describe-error';
import { useTaskMessages } from '../../messages';
import { FailureNotice } from './FailureNotice';
import { useChangePriority } from './task.api';

interface PriorityModalProps {
  task: Task;
  onClose: () => void;
}

const schema = z.object({ priority: prioritySchema, comment: z.string() });

const PriorityForm = ({ task, onClose }: PriorityModalProps) => {
  const t = useTaskMessages();
  const labels = usePriorityLabels();
  const { mutateAsync } = useChangePriority(task.publicTaskId);
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { priority: task.priority, comment: '' },
  });
  const { isSubmitting } = formState;
  const change = handleSubmit(async ({ priority, comment }) => {
    setFailure(undefined);
    try {
      await mutateAsync({ priority, comment: comment.trim() || null });
      notify.success(t('task.prioritize.done'));
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
        {...register('priority')}
        label={t('task.prioritize.priority')}
        options={priorities.map((priority) => ({ value: priority, label: labels[priority] }))}
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

/** How urgent it is; who may not change it reads why (spec 3 §2, §6). */
const PriorityModal = ({ task, onClose }: PriorityModalProps) => {
  const t = useTaskMessages();
  const { hasOperatorPermission } = usePermissions();
  return (
    <Modal isOpen onClose={onClose} title={t('task.changePriority')} width="narrow">
      {hasOperatorPermission ? (
        <PriorityForm task={task} onClose={onClose} />
      ) : (
        <Notice tone="warning">{t('task.prioritize.operatorsOnly')}</Notice>
      )}
    </Modal>
  );
};

export default PriorityModal;
