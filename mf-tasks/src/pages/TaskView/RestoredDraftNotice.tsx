import { Button, DateTime, Notice } from '@obieg/ui';
import { useTaskMessages } from '../../i18n/messages';

interface RestoredDraftNoticeProps {
  savedAt: string;
  onDiscard: () => void;
}

/** Notice that a draft of an earlier visit was restored. */
export const RestoredDraftNotice = ({ savedAt, onDiscard }: RestoredDraftNoticeProps) => {
  const t = useTaskMessages();
  return (
    <Notice actions={<Button onClick={onDiscard}>{t('task.draft.drop')}</Button>}>
      {t('task.draft.restored')} <DateTime value={savedAt} />
    </Notice>
  );
};
