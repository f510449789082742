import { Button } from '../actions/Button';
import { DateTime } from '../data/DateTime';
import { Notice } from '../feedback/Notice';
import { useUiTexts } from '../provider/ui-context';

export interface RestoredDraftNoticeProps {
  /** ISO 8601. */
  savedAt: string;
  onDiscard: () => void;
}

/** Notice that a form shows a draft of an earlier visit. */
export const RestoredDraftNotice = ({ savedAt, onDiscard }: RestoredDraftNoticeProps) => {
  const texts = useUiTexts();
  return (
    <Notice actions={<Button onClick={onDiscard}>{texts.discardDraft}</Button>}>
      {texts.draftRestored} <DateTime value={savedAt} />
    </Notice>
  );
};
