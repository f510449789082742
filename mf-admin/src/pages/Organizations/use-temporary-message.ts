import { limits } from '@obieg/contracts/limits';
import { useEffect, useState } from 'react';

export interface Message {
  tone: 'success' | 'danger';
  text: string;
}

/** Returns a message that disappears after 3 seconds (spec 1 §4), and its setter. */
export const useTemporaryMessage = () => {
  const [message, setMessage] = useState<Message>();
  useEffect(() => {
    if (!message) return;
    // A newer message may be set but not rendered yet; do not clear that one.
    const clear = (): void => setMessage((current) => (current === message ? undefined : current));
    const timer = setTimeout(clear, limits.messageMs);
    return () => clearTimeout(timer);
  }, [message]);
  return [message, setMessage] as const;
};
