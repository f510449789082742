import type { SaveWorkflowParameter, WorkflowParameter } from '@obieg/contracts';
import { captureSession, http, useMutation, useQuery, useQueryClient } from '@obieg/web-kit';
import { deleteIfExists, fetchVersioned, ifMatch } from './optimistic-concurrency';
import { detailQueryOptions, refetchLists, workflowCheckKey } from './query-cache';

const key = ['workflow-parameters'] as const;
const path = '/workflow-parameters';

export const useParameterList = () =>
  useQuery({ queryKey: key, queryFn: async () => (await http.get<WorkflowParameter[]>(path)).data });

/** Loads the parameters that another parameter can depend on. */
export const useAvailableParents = () =>
  useQuery({
    queryKey: ['available-parents'],
    queryFn: async () => (await http.get<WorkflowParameter[]>(`${path}/available-parents`)).data,
    // The form must offer the current parameters, not cached ones.
    ...detailQueryOptions,
  });

export const useParameter = (id: number) =>
  useQuery({
    queryKey: ['workflow-parameter', id],
    queryFn: () => fetchVersioned<WorkflowParameter>(`${path}/${id}`),
    ...detailQueryOptions,
  });

const useParameterChange = <Input, Output>(change: (input: Input) => Promise<Output>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      // The submission wizard caches its questions; remove them so that the next submission loads the new ones.
      client.removeQueries({ queryKey: ['questionnaire'] });
      return refetchLists(client, key);
    },
  });
};

/** Creates a parameter if `id` is undefined. Otherwise updates it if its revision still matches the ETag. */
export const useSaveParameter = (id: number | undefined) =>
  useParameterChange(({ parameter, etag }: { parameter: SaveWorkflowParameter; etag: string | undefined }) =>
    id === undefined ? http.post(path, parameter) : http.put(`${path}/${id}`, parameter, ifMatch(etag)),
  );

export const useDeleteParameter = () =>
  useParameterChange(({ id, etag }: { id: number; etag?: string | undefined }) =>
    deleteIfExists(`${path}/${id}`, etag),
  );

const reorder = (
  parameters: readonly WorkflowParameter[] | undefined,
  parameterIds: readonly number[],
): WorkflowParameter[] | undefined =>
  parameters &&
  parameterIds.flatMap((id, sortOrder) => {
    const parameter = parameters.find((one) => one.id === id);
    return parameter ? [{ ...parameter, sortOrder }] : [];
  });

/** Saves the order of all parameters with an optimistic update and a rollback on failure. Runs one save at a time. */
export const useReorderParameters = () => {
  const client = useQueryClient();
  const orderKey = [...key, 'order'];
  return useMutation({
    mutationKey: orderKey,
    scope: { id: orderKey.join('/') },
    mutationFn: async (parameterIds: readonly number[]) =>
      (await http.put<WorkflowParameter[]>(`${path}/order`, { parameterIds })).data,
    onMutate: async (parameterIds) => {
      await client.cancelQueries({ queryKey: key, exact: true });
      const before = client.getQueryData<WorkflowParameter[]>(key);
      client.setQueryData<WorkflowParameter[]>(key, reorder(before, parameterIds));
      return { before, isSameSession: captureSession() };
    },
    onSuccess: (parameters, _parameterIds, { isSameSession }) => {
      // Does not overwrite the optimistic update of a later reorder.
      if (isSameSession() && client.isMutating({ mutationKey: orderKey }) === 1)
        client.setQueryData(key, parameters);
      void client.invalidateQueries({ queryKey: workflowCheckKey });
    },
    onError: (_error, _parameterIds, context) => {
      if (context?.isSameSession()) client.setQueryData(key, context.before);
      void client.invalidateQueries({ queryKey: key, exact: true });
    },
  });
};
