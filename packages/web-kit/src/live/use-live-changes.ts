import { liveRefetchIntervalMs } from '@obieg/contracts';
import { useEffect, useRef } from 'react';
import { useSession } from '../session/session.store';
import { connectLive } from './live-connection';
import { throttle } from './throttle';

interface LiveChangesOptions {
  /** Number of the open task. Absent for the task list. */
  task?: number;
  /** Follows the user's inbox instead. */
  isInbox?: boolean;
  isEnabled?: boolean;
}

/**
 * Calls back when data that the user sees has changed. Throttled to one call in `liveRefetchIntervalMs`. The callback
 * gets no details, so refetch.
 */
export const useLiveChanges = (
  onChange: () => void,
  { task, isInbox = false, isEnabled = true }: LiveChangesOptions = {},
): void => {
  const token = useSession()?.token;
  const latest = useRef(onChange);
  latest.current = onChange;
  const listenerToken = isEnabled ? token : undefined;
  useEffect(() => {
    if (listenerToken === undefined) return;
    const pace = task === undefined && !isInbox ? 'list' : 'task';
    const changes = throttle(liveRefetchIntervalMs[pace], () => latest.current());
    const disconnect = connectLive({ task, isInbox, onChange: changes.trigger });
    return () => {
      disconnect();
      changes.cancel();
    };
  }, [listenerToken, task, isInbox]);
};
