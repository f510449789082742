import { ConfirmDialog } from '@obieg/ui/overlays';
import { currentSession, useBlocker } from '@obieg/web-kit';
import { useTaskMessages } from '../../../i18n/messages';

/** Asks for confirmation before leaving a page with unsaved changes. Does not block signing out. */
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
