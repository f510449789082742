import type { SaveWorkflowStatus, WorkflowStatus } from '@obieg/contracts';
import { http, useMutation, useQuery, useQueryClient } from '@obieg/web-kit';
import { pageOfOne, readAnew } from './read-anew';
import { deleteIfThere, fetchRevised, ifUnchanged } from './revised';

const key = ['workflow-statuses'] as const;
const path = '/workflow-status';

export const useStatusList = () =>
  useQuery({ queryKey: key, queryFn: async () => (await http.get<WorkflowStatus[]>(path)).data });

export const useStatus = (id: number) =>
  useQuery({
    queryKey: ['workflow-status', id],
    queryFn: () => fetchRevised<WorkflowStatus>(`${path}/${id}`),
    ...pageOfOne,
  });

/** Transitions carry names of statuses, so they are read anew, too. */
const useStatusChange = <Input, Output>(change: (input: Input) => Promise<Output>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => readAnew(client, key, ['status-transitions']),
  });
};

/** Creates a status, or saves the one with the id over the revision with the tag. */
export const useSaveStatus = (id: number | undefined) =>
  useStatusChange(async ({ status, tag }: { status: SaveWorkflowStatus; tag: string | undefined }) =>
    id === undefined ? http.post(path, status) : http.put(`${path}/${id}`, status, ifUnchanged(tag)),
  );

export const useDeleteStatus = () =>
  useStatusChange(({ id, tag }: { id: number; tag?: string | undefined }) =>
    deleteIfThere(`${path}/${id}`, tag),
  );
