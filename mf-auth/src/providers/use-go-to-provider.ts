import type { OfferedProvider } from '@obieg/contracts';
import { getRejectionReason } from '@obieg/web-kit';
import { useState } from 'react';
import { useAuthMessages } from '../i18n/messages';
import { goToProvider } from './provider.api';

/** Starts a sign-in at a provider. The page stays busy until the browser has left it. */
export const useGoToProvider = () => {
  const t = useAuthMessages();
  const [goingTo, setGoingTo] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const go = async ({ id, name }: OfferedProvider, loginHint?: string): Promise<void> => {
    setFailure(undefined);
    setGoingTo(id);
    try {
      await goToProvider(id, loginHint);
    } catch (error) {
      setFailure(getRejectionReason(error) ?? t('provider.failed', { name }));
      setGoingTo(undefined);
    }
  };
  return { go, goingTo, failure };
};
