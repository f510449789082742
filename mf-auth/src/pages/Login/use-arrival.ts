import { currentSession, signOut, takeReturnUrl, useNavigate } from '@obieg/web-kit';
import { useEffect, useRef, useState } from 'react';
import { exchangeCode } from '../../auth.api';

/** The code of a hand-over, taken out of the address so that nobody copies it along. */
const takeHandOverCode = (): string | undefined => {
  const code = new URLSearchParams(location.hash.slice(1)).get('code') ?? undefined;
  if (code) history.replaceState(history.state, '', location.pathname + location.search);
  return code;
};

/**
 * Coming to the login page ends the session that there was (spec 1 §4), then begins one where the main domain has
 * handed it over.
 *
 * @returns whether the second is still going on.
 */
export const useArrival = (): boolean => {
  const navigate = useNavigate();
  const [code] = useState(takeHandOverCode);
  const [isExchanging, setIsExchanging] = useState(code !== undefined);
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    if (currentSession()) signOut();
    if (code === undefined) return;
    exchangeCode(code).then(
      () => navigate(takeReturnUrl(), { replace: true }),
      // Too late or used: one signs in as usual.
      () => setIsExchanging(false),
    );
  }, [code, navigate]);
  return isExchanging;
};
