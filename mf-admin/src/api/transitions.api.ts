import type { SaveStatusTransition, StatusTransition } from '@obieg/contracts';
import { http, keepPreviousData, useMutation, useQuery, useQueryClient } from '@obieg/web-kit';
import { deleteIfExists, fetchVersioned, ifMatch } from './optimistic-concurrency';
import { detailQueryOptions, refetchLists } from './query-cache';

const key = ['status-transitions'] as const;
const path = '/status-transitions';

export const useTransitionList = () =>
  useQuery({ queryKey: key, queryFn: async () => (await http.get<StatusTransition[]>(path)).data });

export const useTransition = (id: number) =>
  useQuery({
    queryKey: ['status-transition', id],
    queryFn: () => fetchVersioned<StatusTransition>(`${path}/${id}`),
    ...detailQueryOptions,
  });

const useTransitionChange = <Input, Output>(change: (input: Input) => Promise<Output>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => refetchLists(client, key),
  });
};

/** Creates a transition if `id` is undefined. Otherwise updates it if its revision still matches the ETag. */
export const useSaveTransition = (id: number | undefined) =>
  useTransitionChange(
    ({ transition, etag }: { transition: SaveStatusTransition; etag: string | undefined }) =>
      id === undefined ? http.post(path, transition) : http.put(`${path}/${id}`, transition, ifMatch(etag)),
  );

export const useDeleteTransition = () => useTransitionChange((id: number) => deleteIfExists(`${path}/${id}`));

/** Returns whether another transition uses the name. Sends no request for an empty name. */
export const useIsTransitionNameUsed = (name: string, ownId: number | undefined): boolean => {
  const { data, isEnabled } = useQuery({
    queryKey: ['status-transition-name', name, ownId],
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
