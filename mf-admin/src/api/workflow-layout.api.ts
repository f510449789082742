import type { StatusPosition, TaskStatusCounts, WorkflowLayout } from '@obieg/contracts';
import { captureSession, http, useMutation, useQuery, useQueryClient } from '@obieg/web-kit';

const key = ['workflow-layout'] as const;
const path = '/workflow-layout';

/** Where the organization placed its statuses in the picture. */
export const useWorkflowLayout = () =>
  useQuery({ queryKey: key, queryFn: async () => (await http.get<WorkflowLayout>(path)).data });

/** Saves positions with an optimistic update. Runs one save at a time, each based on the result of the previous one. */
export const useSaveLayout = () => {
  const client = useQueryClient();
  const saveKey = [...key, 'save'];
  return useMutation({
    mutationKey: saveKey,
    scope: { id: saveKey.join('/') },
    mutationFn: async (positions: readonly StatusPosition[]) => {
      const revision = client.getQueryData<WorkflowLayout>(key)?.revision ?? 0;
      return (await http.put<WorkflowLayout>(path, { revision, positions })).data;
    },
    onMutate: async (positions) => {
      const isSameSession = captureSession();
      await client.cancelQueries({ queryKey: key, exact: true });
      client.setQueryData<WorkflowLayout>(key, (known) => known && { ...known, positions: [...positions] });
      return { isSameSession };
    },
    onSuccess: (saved, _positions, { isSameSession }) => {
      if (!isSameSession()) return;
      // A later save has already moved statuses on: only its base changes.
      const isLast = client.isMutating({ mutationKey: saveKey }) === 1;
      client.setQueryData<WorkflowLayout>(key, (known) =>
        isLast || !known ? saved : { ...known, revision: saved.revision },
      );
    },
    // After a conflict, the picture shows what the other manager saved.
    onError: () => client.invalidateQueries({ queryKey: key, exact: true }),
  });
};

/** Counts the tasks of each status that the caller may see. */
export const useStatusCounts = () =>
  useQuery({
    queryKey: ['task-status-counts'],
    queryFn: async () => (await http.get<TaskStatusCounts>('/tasks/status-counts')).data.counts,
    // Tasks move all the time.
    staleTime: 0,
  });
