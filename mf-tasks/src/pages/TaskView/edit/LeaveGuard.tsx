import { ConfirmDialog } from '@obieg/ui/overlays';
import { currentSession, useBlocker } from '@obieg/web-kit';
import { useTaskMessages } from '../../../messages';

/** Asks before a page with unsaved changes is left; who signs out is not held. */
export const LeaveGuard = ({ isDirty }: { isDirty: boolean }) => {
  const t = useTaskMessages();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && currentLocation.pathname !== nextLocation.pathname && currentSession() !== undefined,
  );
  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      title={t('task.edit.leaveTitle')}
      confirmLabel={t('task.edit.leave')}
      cancelLabel={t('task.edit.stay')}
      isDestructive={false}
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      {t('task.edit.leaveText')}
    </ConfirmDialog>
  );
};
