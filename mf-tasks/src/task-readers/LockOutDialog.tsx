import { ConfirmDialog } from '@obieg/ui/overlays';
import { useTaskMessages } from '../i18n/messages';
import type { LockOutQuestion } from './use-lock-out-question';

interface LockOutDialogProps {
  question: LockOutQuestion;
  /** Number of tasks that the user loses, if the form changes several. */
  lostCount?: number;
}

/** Asks before the user loses access to the task, or to some of the tasks. */
export const LockOutDialog = ({ question: { isAsking, confirm, cancel }, lostCount }: LockOutDialogProps) => {
  const t = useTaskMessages();
  return (
    <ConfirmDialog
      isOpen={isAsking}
      title={lostCount === undefined ? t('task.lockOut.title') : t('task.lockOut.titleOfSeveral')}
      confirmLabel={t('task.lockOut.confirm')}
      cancelLabel={t('task.lockOut.goOn')}
      onConfirm={confirm}
      onCancel={cancel}
    >
      {lostCount === undefined ? t('task.lockOut.text') : t('task.lockOut.lost', { count: lostCount })}
    </ConfirmDialog>
  );
};
