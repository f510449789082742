import type { SecondStep } from '@obieg/contracts';
import { replaceSession, takeReturnUrl, useNavigate } from '@obieg/web-kit';
import { useEffect, useRef, useState } from 'react';
import { exchangeCode } from '../../sign-in/auth.api';

/** Reads the hand-over code from the URL fragment and removes it, so that a copied URL does not contain it. */
const takeHandOverCode = (): string | undefined => {
  const code = new URLSearchParams(location.hash.slice(1)).get('code') ?? undefined;
  if (code) history.replaceState(history.state, '', location.pathname + location.search);
  return code;
};

interface HandOver {
  isPending: boolean;
  /** Why the exchange failed. */
  error: unknown;
  /** Second step that the new session needs. */
  secondStep?: SecondStep;
}

/**
 * Signs out the current user (spec 1 §4). If the URL contains a hand-over code from the main domain, exchanges it
 * for a new session.
 */
export const useSessionHandOver = (): HandOver => {
  const navigate = useNavigate();
  const [code] = useState(takeHandOverCode);
  const [handOver, setHandOver] = useState<HandOver>({ isPending: code !== undefined, error: undefined });
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    replaceSession();
    if (code === undefined) return;
    exchangeCode(code).then(
      (secondStep) => {
        if (secondStep) setHandOver({ isPending: false, error: undefined, secondStep });
        else void navigate(takeReturnUrl(), { replace: true });
      },
      (error: unknown) => setHandOver({ isPending: false, error }),
    );
  }, [code, navigate]);
  return handOver;
};
