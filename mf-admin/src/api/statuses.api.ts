import type { SaveWorkflowStatus, WorkflowStatus } from '@obieg/contracts';
import { http, useMutation, useQuery, useQueryClient } from '@obieg/web-kit';
import { deleteIfExists, fetchVersioned, ifMatch } from './optimistic-concurrency';
import { detailQueryOptions, refetchLists } from './query-cache';

const key = ['workflow-statuses'] as const;
const path = '/workflow-status';

export const useStatusList = () =>
  useQuery({ queryKey: key, queryFn: async () => (await http.get<WorkflowStatus[]>(path)).data });

export const useStatus = (id: number) =>
  useQuery({
    queryKey: ['workflow-status', id],
    queryFn: () => fetchVersioned<WorkflowStatus>(`${path}/${id}`),
    ...detailQueryOptions,
  });

/** Also refetches the transitions, which contain status names. */
const useStatusChange = <Input, Output>(change: (input: Input) => Promise<Output>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => refetchLists(client, key, ['status-transitions']),
  });
};

/** Creates a status if `id` is undefined. Otherwise updates it if its revision still matches the ETag. */
export const useSaveStatus = (id: number | undefined) =>
  useStatusChange(async ({ status, etag }: { status: SaveWorkflowStatus; etag: string | undefined }) =>
    id === undefined ? http.post(path, status) : http.put(`${path}/${id}`, status, ifMatch(etag)),
  );

export const useDeleteStatus = () =>
  useStatusChange(({ id, etag }: { id: number; etag?: string | undefined }) =>
    deleteIfExists(`${path}/${id}`, etag),
  );
