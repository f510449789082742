import type { ReleaseHistoryEntry, ReleaseRequest, RemoteDelivery, RollbackRequest } from '@obieg/contracts';
import { http, readList, useMutation, useQuery, useQueryClient } from '@obieg/web-kit';
import { ownKey } from '../query-keys';
import { ifMatch } from './optimistic-concurrency';

const listKey = ownKey('delivery');
const historyKey = (id: string) => ownKey('delivery-history', id);

/** React Query pauses the interval while the tab is hidden. */
const refreshIntervalMs = 5_000;

/** Loads the state of all remotes and of the shell, and refreshes it while the page is visible. */
export const useDeliveries = () =>
  useQuery({
    queryKey: listKey,
    queryFn: async ({ signal }) =>
      readList(await http.get<{ remotes: RemoteDelivery[] }>('/delivery/remotes', { signal }), 'remotes')
        .remotes,
    staleTime: 0,
    refetchInterval: refreshIntervalMs,
  });

/** Loads who released what, newest first. */
export const useReleaseHistory = (id: string) =>
  useQuery({
    queryKey: historyKey(id),
    queryFn: async ({ signal }) =>
      readList(
        await http.get<{ history: ReleaseHistoryEntry[] }>(`/delivery/remotes/${id}/history`, { signal }),
        'history',
      ).history,
    staleTime: 0,
  });

/** A call that changes which versions pages get. */
export type DeliveryRequest =
  | { path: 'release'; body: ReleaseRequest }
  | { path: 'promote'; body: Record<string, never> }
  | { path: 'rollback'; body: RollbackRequest };

interface DeliveryChange {
  request: DeliveryRequest;
  /** The revision that the user confirmed. The server returns 412 if it is not the current one. */
  revision: number;
}

/** Changes a release. Refetches the list after success and after a failure, which may mean that the list is old. */
export const useChangeDelivery = (id: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ request, revision }: DeliveryChange) =>
      http.post(`/delivery/remotes/${id}/${request.path}`, request.body, ifMatch(`"${revision}"`)),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: listKey }),
        client.invalidateQueries({ queryKey: historyKey(id) }),
      ]),
  });
};
