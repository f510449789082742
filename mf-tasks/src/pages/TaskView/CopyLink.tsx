import { IconButton } from '@obieg/ui';
import { notify } from '@obieg/web-kit';
import { useTaskMessages } from '../../messages';

interface CopyLinkProps {
  taskId: number;
  onFailure: (message: string) => void;
}

/** The task's address for somebody else, without whatever stands behind it here. */
export const CopyLink = ({ taskId, onFailure }: CopyLinkProps) => {
  const t = useTaskMessages();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(`${location.origin}/task/${taskId}`);
      notify.success(t('task.linkCopied'));
    } catch {
      // Forbidden by the browser, or an address that it does not trust.
      onFailure(t('task.linkNotCopied'));
    }
  };
  return <IconButton icon="link" label={t('task.copyLink')} onClick={() => void copy()} />;
};
