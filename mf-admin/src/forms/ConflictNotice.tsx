import { Button, Notice } from '@obieg/ui';
import { useAdminMessages } from '../i18n/messages';

interface ConflictNoticeProps {
  /** Loads the other user's version and discards the local changes. */
  onReload: () => void;
  /** Saves the local changes over the other user's version. */
  onOverwrite: () => void;
  isRunning: boolean;
}

/** Reports that another user saved first. The user chooses between reloading and overwriting. */
export const ConflictNotice = ({ onReload, onOverwrite, isRunning }: ConflictNoticeProps) => {
  const t = useAdminMessages();
  return (
    <Notice
      tone="danger"
      title={t('outdated.title')}
      actions={
        <>
          <Button size="small" icon="refresh" disabled={isRunning} onClick={onReload}>
            {t('outdated.reload')}
          </Button>
          <Button size="small" variant="quiet" disabled={isRunning} onClick={onOverwrite}>
            {t('outdated.overwrite')}
          </Button>
        </>
      }
    >
      {t('outdated.text')}
    </Notice>
  );
};
