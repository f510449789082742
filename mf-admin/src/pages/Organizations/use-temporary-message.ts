import { limits } from '@obieg/contracts/limits';
import { useEffect, useState } from 'react';

export interface Message {
  tone: 'success' | 'danger';
  text: string;
}

/** Disappears after 3 seconds (spec 1 §4). */
export const useTemporaryMessage = () => {
  const [message, setMessage] = useState<Message>();
  useEffect(() => {
    if (!message) return;
    // The next one may have come, and not be shown yet.
    const forget = (): void => setMessage((current) => (current === message ? undefined : current));
    const timer = setTimeout(forget, limits.messageMs);
    return () => clearTimeout(timer);
  }, [message]);
  return [message, setMessage] as const;
};
