import { ConfirmDialog } from '@obieg/ui/overlays';
import { useTaskMessages } from '../../../i18n/messages';

interface AskOpenGapsProps {
  gaps: readonly string[];
  onSend: () => void;
  onClose: () => void;
}

/** A lazy part: asks before a comment is sent in which a canned reply left gaps. */
const AskOpenGaps = ({ gaps, onSend, onClose }: AskOpenGapsProps) => {
  const t = useTaskMessages();
  return (
    <ConfirmDialog
      isOpen
      isDestructive={false}
      title={t('replies.gapsTitle')}
      confirmLabel={t('replies.gapsSend')}
      cancelLabel={t('replies.gapsBack')}
      onConfirm={onSend}
      onCancel={onClose}
    >
      {t('replies.gapsText', { gaps: gaps.join(', ') })}
    </ConfirmDialog>
  );
};

export default AskOpenGaps;
