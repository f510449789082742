import { useLiveChanges } from '@obieg/web-kit';
import { useEffect, useRef, useState } from 'react';

interface ListChangesOptions {
  isFetching: boolean;
  /** Whether what is there may be read anew for a change that is perhaps not even in sight. */
  isReadable: boolean;
  readAnew: () => void;
}

/** Reads the list anew when something in it has changed; what is on its way is awaited first. */
export const useListChanges = ({ isFetching, isReadable, readAnew }: ListChangesOptions): void => {
  const isDue = useRef(false);
  const follow = (): void => {
    isDue.current = isFetching;
    if (!isFetching && isReadable) readAnew();
  };
  useLiveChanges(follow);
  useEffect(() => {
    if (isDue.current && !isFetching) follow();
  });
};

/** Whether a refresh that somebody has asked for is on its way: what is read unasked shows nothing of it. */
export const useAskedRefresh = (refetch: () => Promise<unknown>) => {
  const [isRefreshing, setIsRefreshing] = useState(false);
  const refresh = async (): Promise<void> => {
    setIsRefreshing(true);
    await refetch();
    setIsRefreshing(false);
  };
  return { isRefreshing, refresh: () => void refresh() };
};
