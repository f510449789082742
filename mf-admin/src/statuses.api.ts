import type { SaveWorkflowStatus, WorkflowStatus } from '@obieg/contracts';
import { http, useMutation, useQuery, useQueryClient } from '@obieg/web-kit';
import { deleteRevised, fetchRevised, ifUnchanged } from './revised';

const key = ['workflow-statuses'] as const;
const path = '/workflow-status';

export const useStatusList = () =>
  useQuery({ queryKey: key, queryFn: async () => (await http.get<WorkflowStatus[]>(path)).data });

export const useStatus = (id: number) =>
  useQuery({
    queryKey: [...key, id],
    queryFn: () => fetchRevised<WorkflowStatus>(`${path}/${id}`),
    // Never edited as it was a while ago.
    staleTime: 0,
  });

/** Transitions carry names of statuses, so they are read anew, too. */
const useStatusChange = <Input, Output>(change: (input: Input) => Promise<Output>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      void client.invalidateQueries({ queryKey: ['status-transitions'] });
      // The list is read before it is shown again, so that it does not first show what was before.
      await client.invalidateQueries({ queryKey: key, exact: true, refetchType: 'all' });
    },
  });
};

/** Creates a status, or saves the one with the id over the revision with the tag. */
export const useSaveStatus = (id: number | undefined) =>
  useStatusChange(async ({ status, tag }: { status: SaveWorkflowStatus; tag: string | undefined }) =>
    id === undefined ? http.post(path, status) : http.put(`${path}/${id}`, status, ifUnchanged(tag)),
  );

export const useDeleteStatus = () =>
  useStatusChange(({ id, tag }: { id: number; tag?: string | undefined }) =>
    deleteRevised(`${path}/${id}`, tag),
  );
