import { Text } from '@obieg/ui';
import { Modal } from '@obieg/ui/overlays';
import { useTaskMessages } from '../../../i18n/messages';
import { CommentQuery } from './CommentQuery';
import { useCommentMail } from './comments.api';
import type { CommentPartProps } from './EditComment';

const MailText = ({ taskId, comment }: Omit<CommentPartProps, 'onClose'>) => {
  const t = useTaskMessages();
  return (
    <CommentQuery
      query={useCommentMail(taskId, comment)}
      describeFailure={(reason) => t('task.comments.mailFailed', { reason })}
    >
      {({ text }) => <Text preserveLines>{text}</Text>}
    </CommentQuery>
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
