import { ConfirmDialog } from '@obieg/ui/overlays';
import { currentSession, useBlocker } from '@obieg/web-kit';
import { useEffect, useEffectEvent } from 'react';
import { useTaskMessages } from '../i18n/messages';

interface LeaveGuardProps {
  /** Called on navigation, not on render, so that a form can navigate right after it saved. */
  hasChanges: () => boolean;
  /** The changes stay as a draft. Without one, closing the tab asks, too. */
  isDraftKept: boolean;
  /** What leaving does, instead of losing changes. */
  question?: { title: string; text: string };
}

/** Asks before the user leaves a page with unsaved changes. Signing out has asked itself. */
export const LeaveGuard = ({ hasChanges, isDraftKept, question }: LeaveGuardProps) => {
  const t = useTaskMessages();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && currentSession() !== undefined && hasChanges(),
  );
  const confirmUnload = useEffectEvent((event: BeforeUnloadEvent): void => {
    if (!isDraftKept && hasChanges()) event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: BeforeUnloadEvent): void => confirmUnload(event);
    addEventListener('beforeunload', listen);
    return () => removeEventListener('beforeunload', listen);
  }, []);
  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      title={question?.title ?? t('leave.title')}
      confirmLabel={t('leave.leave')}
      cancelLabel={t('leave.stay')}
      isDestructive={!isDraftKept}
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      {question?.text ?? t(isDraftKept ? 'leave.draftKept' : 'leave.changesLost')}
    </ConfirmDialog>
  );
};
