import type { SaveStatusTransition, StatusTransition } from '@obieg/contracts';
import { http, keepPreviousData, useQuery } from '@obieg/web-kit';
import { ownKey } from '../query-keys';
import { createEntityApi } from './entity-api';
import { listKeys } from './list-keys';

const path = '/status-transitions';

export const {
  useList: useTransitionList,
  useOne: useTransition,
  useSave: useSaveTransition,
  load: loadTransition,
  useDelete: useDeleteTransition,
} = createEntityApi<StatusTransition, SaveStatusTransition>({
  path,
  listKey: listKeys.transitions,
  detailKey: 'status-transition',
});

/** Returns whether another transition uses the name. Sends no request for an empty name. */
export const useIsTransitionNameUsed = (name: string, ownId: number | undefined): boolean => {
  const { data, isEnabled } = useQuery({
    queryKey: ownKey('status-transition-name', name, ownId),
    queryFn: async ({ signal }) =>
      (
        await http.get<{ exists: boolean }>(`${path}/check-name`, {
          params: { name, excludeId: ownId },
          signal,
        })
      ).data.exists,
    enabled: name !== '',
    // Any user may have taken the name since the last check.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  return isEnabled && data === true;
};
