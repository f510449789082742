import type { SaveStatusTransition, StatusTransition } from '@obieg/contracts';
import { http, isApiError, useMutation, useQuery, useQueryClient } from '@obieg/web-kit';

const key = ['status-transitions'] as const;

export const useTransitionList = () =>
  useQuery({
    queryKey: key,
    queryFn: async () => (await http.get<StatusTransition[]>('/status-transitions')).data,
  });

/** A transition as somebody read it; the tag tells the server which state a change was made from. */
export interface ReadTransition {
  transition: StatusTransition;
  entityTag: string | undefined;
}

const fetchTransition = async (id: number): Promise<ReadTransition> => {
  const { data, headers } = await http.get<StatusTransition>(`/status-transitions/${id}`);
  const tag: unknown = headers['etag'];
  return { transition: data, entityTag: typeof tag === 'string' ? tag : undefined };
};

export const useTransition = (id: number) =>
  useQuery({ queryKey: [...key, id], queryFn: () => fetchTransition(id) });

/** The state that the server holds now, past what this page has read. */
export const useFreshTransition = () => {
  const client = useQueryClient();
  return (id: number): Promise<ReadTransition> =>
    client.fetchQuery({ queryKey: [...key, id], queryFn: () => fetchTransition(id), staleTime: 0 });
};

const useTransitionChange = <Input, Output>(change: (input: Input) => Promise<Output>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  });
};

interface Save {
  transition: SaveStatusTransition;
  /** Of what was read; without it whatever the server holds is overwritten. */
  entityTag: string | undefined;
}

/** Creates a transition, or saves the one with the id; rejects with 412 when somebody else saved it first. */
export const useSaveTransition = (id: number | undefined) =>
  useTransitionChange(
    async ({ transition, entityTag }: Save) =>
      (
        await (id === undefined
          ? http.post<StatusTransition>('/status-transitions', transition)
          : http.put<StatusTransition>(`/status-transitions/${id}`, transition, {
              headers: entityTag === undefined ? {} : { 'If-Match': entityTag },
            }))
      ).data,
  );

export const useDeleteTransition = () =>
  useTransitionChange(async (id: number): Promise<void> => {
    try {
      await http.delete(`/status-transitions/${id}`);
    } catch (error) {
      // Somebody else was quicker: it is gone, as was wanted.
      if (!isApiError(error) || error.status !== 404) throw error;
    }
  });

/** Whether another transition has the name; not asked for a blank one. */
export const useIsTransitionNameUsed = (name: string, ownId: number | undefined): boolean =>
  useQuery({
    queryKey: [...key, 'name', name, ownId],
    queryFn: async ({ signal }) =>
      (
        await http.get<{ exists: boolean }>('/status-transitions/check-name', {
          params: { name, excludeId: ownId },
          signal,
        })
      ).data.exists,
    enabled: name !== '',
  }).data ?? false;
