import { Button, Notice, Stack } from '@obieg/ui';
import { ModalActions } from '@obieg/ui/overlays';
import { useTaskMessages } from '../../../i18n/messages';
import classes from './bulk.module.css';
import type { BulkRun } from './use-bulk-run';

/** Progress of a running action, or why it was interrupted. */
export const BulkRunStatus = ({ run, onClose }: { run: BulkRun; onClose: () => void }) => {
  const t = useTaskMessages();
  const { done, total, failure } = run;
  if (failure === undefined)
    return (
      <Stack gap="xs">
        <progress className={classes['progress']} max={total} value={done} aria-label={t('bulk.running')} />
        <p role="status">{t('bulk.progress', { done, total })}</p>
      </Stack>
    );
  return (
    <Stack gap="md">
      <Notice tone="danger" title={t('bulk.interrupted')}>
        {failure} {t('bulk.resumeHelp')}
      </Notice>
      <ModalActions>
        <Button onClick={onClose}>{t('bulk.close')}</Button>
        <Button variant="primary" onClick={run.resume}>
          {t('bulk.resume')}
        </Button>
      </ModalActions>
    </Stack>
  );
};
