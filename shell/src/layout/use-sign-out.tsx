import { hasDrafts, logFailure, signOut } from '@obieg/web-kit';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { hasUnsavedInput } from '../delivery/unsaved-input';
import type { SignOutDialogProps } from './SignOutDialog';

const loadDialog = async () => {
  const [{ SignOutDialog }, { registerCommandMessages }] = await Promise.all([
    import(/* webpackChunkName: "shell-sign-out" */ './SignOutDialog'),
    import(/* webpackChunkName: "shell-sign-out" */ '../commands/messages'),
  ]);
  await registerCommandMessages();
  return SignOutDialog;
};

const logLost = (error: unknown): void =>
  logFailure('the question before signing out could not be loaded', error);

/**
 * Returns the action of the sign-out button. It asks first if it would discard unsent text. The question loads after
 * the page. Signing out works without it, because the computer may belong to others.
 */
export const useSignOut = (): { askToSignOut: () => void; dialog: ReactNode } => {
  const [Dialog, setDialog] = useState<ComponentType<SignOutDialogProps>>();
  useEffect(() => {
    loadDialog().catch(logLost);
  }, []);
  const ask = async (): Promise<void> => {
    try {
      const loaded = await loadDialog();
      setDialog(() => loaded);
    } catch (error) {
      logLost(error);
      signOut();
    }
  };
  return {
    askToSignOut: () => {
      if (hasDrafts() || hasUnsavedInput()) void ask();
      else signOut();
    },
    dialog: Dialog ? <Dialog onCancel={() => setDialog(undefined)} /> : null,
  };
};
