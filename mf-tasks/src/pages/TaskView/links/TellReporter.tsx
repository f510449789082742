import type { Task } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { Button, Form, Text, TextArea } from '@obieg/ui';
import { Modal, ModalActions } from '@obieg/ui/overlays';
import { notify } from '@obieg/web-kit';
import { type FormEvent, useState } from 'react';
import { describeError } from '../../../failures/describe-error';
import { useTaskMessages } from '../../../i18n/messages';
import { useAddComment } from '../../../task/task.api';
import { FailureNotice } from '../FailureNotice';

interface TellReporterProps {
  task: Task;
  onClose: () => void;
}

/**
 * Offers to tell the reporter of a closed duplicate, by a comment that the reporter sees. The proposed text does not
 * name the other task: the number of an unrestricted task opens it.
 */
const TellReporter = ({ task: { publicTaskId, createdBy }, onClose }: TellReporterProps) => {
  const t = useTaskMessages();
  const [content, setContent] = useState(t('duplicate.proposal'));
  const [failure, setFailure] = useState<string>();
  const { mutateAsync, isPending } = useAddComment(publicTaskId, () => {
    notify.success(t('duplicate.told'));
    onClose();
  });
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setFailure(undefined);
    try {
      await mutateAsync({ content, visibleToAuthor: true });
    } catch (error) {
      setFailure(describeError(error, t));
    }
  };
  return (
    <Modal
      isOpen
      onClose={onClose}
      isBusy={isPending}
      isDirty={content !== t('duplicate.proposal')}
      title={t('duplicate.title')}
    >
      <Form onSubmit={(event) => void send(event)}>
        {failure === undefined ? null : <FailureNotice title={t('duplicate.failed')} reason={failure} />}
        <Text>{t('duplicate.text', { reporter: createdBy ?? '' })}</Text>
        <TextArea
          value={content}
          onChange={({ target }) => setContent(target.value)}
          label={t('task.comment')}
          maxLength={limits.commentMaxLength}
          rows={5}
          data-autofocus
        />
        <ModalActions>
          <Button onClick={onClose} disabled={isPending}>
            {t('duplicate.skip')}
          </Button>
          <Button
            type="submit"
            variant="primary"
            icon="send"
            loading={isPending}
            disabled={content.trim() === ''}
          >
            {t('duplicate.send')}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
};

export default TellReporter;
