import type { Task } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { Text, TextArea, usePersonFormat } from '@obieg/ui';
import { ActionDialog, useAction } from '@obieg/ui/overlays';
import { describeError, notify } from '@obieg/web-kit';
import { useForm, useWatch } from 'react-hook-form';
import { useTaskMessages } from '../../../i18n/messages';
import { useAddComment } from '../../../task/task.api';
import { nameWithAddress } from '../name-with-address';

interface TellReporterProps {
  task: Task;
  onClose: () => void;
}

/**
 * Offers to tell the reporter of a closed duplicate, by a comment that the reporter sees. The proposed text does not
 * name the other task: the number of an unrestricted task opens it.
 */
const TellReporter = ({ task, onClose }: TellReporterProps) => {
  const t = useTaskMessages();
  const { publicTaskId, createdBy, createdByName } = task;
  const format = usePersonFormat();
  const reporter = nameWithAddress(task, createdByName, createdBy);
  const action = useAction({ describeFailure: (error) => describeError(error) });
  // Closes before the task is refetched.
  const { mutateAsync } = useAddComment(publicTaskId, () => {
    notify.success(t('duplicate.told'));
    onClose();
  });
  const proposal = t('duplicate.proposal');
  const { register, control, handleSubmit } = useForm({ defaultValues: { content: proposal } });
  const content = useWatch({ control, name: 'content' });
  const send = handleSubmit((fields) => action.run(() => mutateAsync({ ...fields, visibleToAuthor: true })));
  return (
    <ActionDialog
      title={t('duplicate.title')}
      isDirty={content !== proposal}
      action={action}
      onSubmit={send}
      submitLabel={t('duplicate.send')}
      submitIcon="send"
      isDisabled={content.trim() === ''}
      cancelLabel={t('duplicate.skip')}
      failureTitle={t('duplicate.failed')}
      onClose={onClose}
    >
      <Text>{t('duplicate.text', { reporter: reporter ? format(reporter) : '' })}</Text>
      <TextArea
        {...register('content')}
        label={t('task.comment')}
        maxLength={limits.commentMaxLength}
        rows={5}
        data-autofocus
      />
    </ActionDialog>
  );
};

export default TellReporter;
