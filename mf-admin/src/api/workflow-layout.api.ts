import type { StatusPosition, TaskStatusCounts, WorkflowLayout } from '@obieg/contracts';
import { joinRows } from '@obieg/ui/conflicts';
import { captureSession, http, isApiError, useMutation, useQuery, useQueryClient } from '@obieg/web-kit';
import { useRef } from 'react';
import { ownKey } from '../query-keys';

const key = ownKey('workflow-layout');
const path = '/workflow-layout';

/** Where the organization placed its statuses in the picture. */
export const useWorkflowLayout = () => useQuery({ queryKey: key, queryFn: () => fetchLayout() });

const fetchLayout = async (): Promise<WorkflowLayout> => (await http.get<WorkflowLayout>(path)).data;

const putLayout = async (layout: WorkflowLayout): Promise<WorkflowLayout> =>
  (await http.put<WorkflowLayout>(path, layout)).data;

const joinPositions = joinRows<StatusPosition>(({ statusId }) => String(statusId));

/** Saves positions, joined with those of other statuses that another manager saved first. @throws 409 for the same status */
const saveJoined = async (base: WorkflowLayout, positions: StatusPosition[]): Promise<WorkflowLayout> => {
  try {
    return await putLayout({ revision: base.revision, positions });
  } catch (error) {
    if (!isApiError(error) || error.status !== 409) throw error;
    const newest = await fetchLayout();
    const joined = joinPositions(base.positions, positions, newest.positions);
    if (!joined) throw error;
    return putLayout({ revision: newest.revision, positions: joined });
  }
};

/** Saves positions with an optimistic update. Runs one save at a time, each based on the result of the previous one. */
export const useSaveLayout = () => {
  const client = useQueryClient();
  const saveKey = [...key, 'save'];
  /** What is saved, without the optimistic updates. */
  const base = useRef<WorkflowLayout>({ revision: 0, positions: [] });
  return useMutation({
    mutationKey: saveKey,
    scope: { id: saveKey.join('/') },
    mutationFn: (positions: readonly StatusPosition[]) => saveJoined(base.current, [...positions]),
    onMutate: async (positions) => {
      const isSameSession = captureSession();
      await client.cancelQueries({ queryKey: key, exact: true });
      const present = client.getQueryData<WorkflowLayout>(key);
      if (present && client.isMutating({ mutationKey: saveKey }) === 1) base.current = present;
      client.setQueryData<WorkflowLayout>(key, (known) => known && { ...known, positions: [...positions] });
      return { isSameSession };
    },
    onSuccess: (saved, _positions, { isSameSession }) => {
      if (!isSameSession()) return;
      base.current = saved;
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
    queryKey: ownKey('task-status-counts'),
    queryFn: async () => (await http.get<TaskStatusCounts>('/tasks/status-counts')).data.counts,
    // Tasks move all the time.
    staleTime: 0,
  });
