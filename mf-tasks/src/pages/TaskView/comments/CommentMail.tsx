import { Button, Notice, QueryView, SkeletonLines, Text } from '@obieg/ui';
import { Modal } from '@obieg/ui/overlays';
import { describeError } from '@obieg/web-kit';
import { useTaskMessages } from '../../../i18n/messages';
import { useCommentMail } from './comments.api';
import type { CommentPartProps } from './EditComment';

const MailText = ({ taskId, comment }: Omit<CommentPartProps, 'onClose'>) => {
  const t = useTaskMessages();
  const query = useCommentMail(taskId, comment);
  return (
    <QueryView
      query={query}
      failure={(error) => (
        <Notice
          tone="danger"
          actions={
            <Button icon="refresh" loading={query.isFetching} onClick={() => void query.refetch()}>
              {t('task.refresh')}
            </Button>
          }
        >
          {t('task.comments.mailFailed', { reason: describeError(error) })}
        </Notice>
      )}
      skeleton={<SkeletonLines lines={3} />}
    >
      {({ text }) => <Text preserveLines>{text}</Text>}
    </QueryView>
  );
};

/** Dialog with the whole mail that a comment is from, with quotes and signature. */
const CommentMail = ({ onClose, ...part }: CommentPartProps) => {
  const t = useTaskMessages();
  return (
    <Modal isOpen onClose={onClose} title={t('task.comments.mail')}>
      <MailText {...part} />
    </Modal>
  );
};

export default CommentMail;
