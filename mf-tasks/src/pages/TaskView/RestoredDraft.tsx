import { Button, DateTime, Notice } from '@obieg/ui';
import { useTaskMessages } from '../../messages';

interface RestoredDraftProps {
  savedAt: string;
  onDrop: () => void;
}

/** What somebody had begun before a reload is here again. */
export const RestoredDraft = ({ savedAt, onDrop }: RestoredDraftProps) => {
  const t = useTaskMessages();
  return (
    <Notice actions={<Button onClick={onDrop}>{t('task.draft.drop')}</Button>}>
      {t('task.draft.restored')} <DateTime value={savedAt} />
    </Notice>
  );
};
