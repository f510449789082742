import { currentSession, signOut, takeReturnUrl, useNavigate } from '@obieg/web-kit';
import { useEffect, useRef, useState } from 'react';
import { exchangeCode } from '../../auth.api';

/** Reads the hand-over code from the URL fragment and removes it, so that a copied URL does not contain it. */
const takeHandOverCode = (): string | undefined => {
  const code = new URLSearchParams(location.hash.slice(1)).get('code') ?? undefined;
  if (code) history.replaceState(history.state, '', location.pathname + location.search);
  return code;
};

/**
 * Signs out the current user (spec 1 §4). If the URL contains a hand-over code from the main domain, exchanges it
 * for a new session.
 *
 * @returns whether the exchange is in progress.
 */
export const useSessionHandOver = (): boolean => {
  const navigate = useNavigate();
  const [code] = useState(takeHandOverCode);
  const [isExchanging, setIsExchanging] = useState(code !== undefined);
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    if (currentSession()) signOut();
    if (code === undefined) return;
    exchangeCode(code).then(
      () => navigate(takeReturnUrl(), { replace: true }),
      // The code is expired or used: show the regular sign-in.
      () => setIsExchanging(false),
    );
  }, [code, navigate]);
  return isExchanging;
};
