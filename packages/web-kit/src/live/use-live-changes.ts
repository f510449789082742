import { livePaceMs } from '@obieg/contracts';
import { useEffect, useRef } from 'react';
import { useSession } from '../session/session.store';
import { atMostEvery } from './at-most-every';
import { connectLive } from './live-connection';

interface LiveChangesOptions {
  /** Number of the one that is open; absent: all that the list of tasks shows. */
  task?: number;
  isEnabled?: boolean;
}

/**
 * Calls back when something that the signed-in person sees has changed, at once and then at most once in
 * `livePaceMs`. It says not what: ask anew.
 */
export const useLiveChanges = (
  onChange: () => void,
  { task, isEnabled = true }: LiveChangesOptions = {},
): void => {
  const token = useSession()?.token;
  const latest = useRef(onChange);
  latest.current = onChange;
  const listenerToken = isEnabled ? token : undefined;
  useEffect(() => {
    if (listenerToken === undefined) return;
    const changes = atMostEvery(livePaceMs[task === undefined ? 'list' : 'task'], () => latest.current());
    const disconnect = connectLive({ task, onChange: changes.ask });
    return () => {
      disconnect();
      changes.cancel();
    };
  }, [listenerToken, task]);
};
