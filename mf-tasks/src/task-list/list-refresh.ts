import { useLiveChanges } from '@obieg/web-kit';
import { useEffect, useRef, useState } from 'react';

interface LiveRefetchOptions {
  isFetching: boolean;
  /** False if the list is too long to refetch for a change that may not be visible. */
  canRefetch: boolean;
  refetch: () => void;
}

/** Refetches the list after a live change. Waits for a request in progress first. */
export const useLiveRefetch = ({ isFetching, canRefetch, refetch }: LiveRefetchOptions): void => {
  const isPending = useRef(false);
  const refetchOrWait = (): void => {
    isPending.current = isFetching;
    if (!isFetching && canRefetch) refetch();
  };
  useLiveChanges(refetchOrWait);
  useEffect(() => {
    if (isPending.current && !isFetching) refetchOrWait();
  });
};

/** Manual refresh with its loading state. Automatic refetches show no loading state. */
export const useManualRefresh = (refetch: () => Promise<unknown>) => {
  const [isRefreshing, setIsRefreshing] = useState(false);
  const refresh = async (): Promise<void> => {
    setIsRefreshing(true);
    await refetch();
    setIsRefreshing(false);
  };
  return { isRefreshing, refresh: () => void refresh() };
};
