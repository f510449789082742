import { Button, Notice } from '@obieg/ui';
import { useAdminMessages } from './messages';

interface ConflictNoticeProps {
  /** Shows what the other one saved; what was typed here is gone. */
  onReload: () => void;
  /** Saves what was typed here over it. */
  onOverwrite: () => void;
  isRunning: boolean;
}

/** Somebody else saved first: nothing is overwritten and nothing typed is lost before one of the two is chosen. */
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
