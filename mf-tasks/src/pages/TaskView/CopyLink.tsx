import { IconButton } from '@obieg/ui';
import { notify } from '@obieg/web-kit';
import { useTaskMessages } from '../../i18n/messages';

interface CopyLinkProps {
  taskId: number;
  onFailure: (message: string) => void;
}

/** Copies the task's URL without query parameters. */
export const CopyLink = ({ taskId, onFailure }: CopyLinkProps) => {
  const t = useTaskMessages();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(`${location.origin}/task/${taskId}`);
      notify.success(t('task.linkCopied'));
    } catch {
      // Without permission, or on a page without HTTPS.
      onFailure(t('task.linkNotCopied'));
    }
  };
  return <IconButton icon="link" label={t('task.copyLink')} onClick={() => void copy()} />;
};
