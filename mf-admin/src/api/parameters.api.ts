import type { SaveWorkflowParameter, WorkflowParameter } from '@obieg/contracts';
import { captureSession, http, useMutation, useQuery, useQueryClient } from '@obieg/web-kit';
import { createEntityApi } from './entity-api';
import { detailQueryOptions, workflowCheckKey } from './query-cache';

const key = ['workflow-parameters'] as const;
const path = '/workflow-parameters';

export const {
  useList: useParameterList,
  useOne: useParameter,
  useSave: useSaveParameter,
  useDelete: useDeleteParameter,
} = createEntityApi<WorkflowParameter, SaveWorkflowParameter>({
  path,
  listKey: key,
  detailKey: 'workflow-parameter',
  // The submission wizard caches its questions; remove them so that the next submission loads the new ones.
  onChanged: (client) => client.removeQueries({ queryKey: ['questionnaire'] }),
});

/** Loads the parameters that another parameter can depend on. */
export const useAvailableParents = () =>
  useQuery({
    queryKey: ['available-parents'],
    queryFn: async () => (await http.get<WorkflowParameter[]>(`${path}/available-parents`)).data,
    // The form must offer the current parameters, not cached ones.
    ...detailQueryOptions,
  });

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
