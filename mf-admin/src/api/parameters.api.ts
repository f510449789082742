import type { SaveWorkflowParameter, WorkflowParameter } from '@obieg/contracts';
import { captureSession, http, sharedKeys, useMutation, useQuery, useQueryClient } from '@obieg/web-kit';
import { numberInOrder } from '@obieg/workflow-rules';
import { ownKey } from '../query-keys';
import { createEntityApi } from './entity-api';
import { listKeys } from './list-keys';
import { detailQueryOptions } from './query-cache';

const key = listKeys.parameters;
const path = '/workflow-parameters';

export const {
  useList: useParameterList,
  useOne: useParameter,
  useSave: useSaveParameter,
  load: loadParameter,
  useDelete: useDeleteParameter,
} = createEntityApi<WorkflowParameter, SaveWorkflowParameter>({
  path,
  listKey: key,
  detailKey: 'workflow-parameter',
  // The submission wizard caches its questions; remove them so that the next submission loads the new ones.
  onChanged: (client) => client.removeQueries({ queryKey: sharedKeys.questionnaire }),
});

/** Loads the parameters that another parameter can depend on. */
export const useAvailableParents = () =>
  useQuery({
    queryKey: ownKey('available-parents'),
    queryFn: async () => (await http.get<WorkflowParameter[]>(`${path}/available-parents`)).data,
    // The form must offer the current parameters, not cached ones.
    ...detailQueryOptions,
  });

interface MoveInput {
  /** In asking order, after the move. */
  parameterIds: readonly number[];
  movedId: number;
  /** In asking order, as the user saw it. */
  expectedOrder: readonly number[];
}

const reorder = (
  parameters: readonly WorkflowParameter[] | undefined,
  { parameterIds }: MoveInput,
): WorkflowParameter[] | undefined =>
  parameters &&
  numberInOrder(parameterIds.flatMap((id) => parameters.find((parameter) => parameter.id === id) ?? []));

/** Moves one parameter with an optimistic update and a rollback on failure. Runs one save at a time. */
export const useMoveParameter = () => {
  const client = useQueryClient();
  const orderKey = [...key, 'order'];
  return useMutation({
    mutationKey: orderKey,
    scope: { id: orderKey.join('/') },
    mutationFn: async (move: MoveInput) => (await http.put<WorkflowParameter[]>(`${path}/order`, move)).data,
    onMutate: async (move) => {
      await client.cancelQueries({ queryKey: key, exact: true });
      const before = client.getQueryData<WorkflowParameter[]>(key);
      client.setQueryData<WorkflowParameter[]>(key, reorder(before, move));
      return { before, isSameSession: captureSession() };
    },
    onSuccess: (parameters, _move, { isSameSession }) => {
      // Does not overwrite the optimistic update of a later reorder.
      if (isSameSession() && client.isMutating({ mutationKey: orderKey }) === 1)
        client.setQueryData(key, parameters);
      void client.invalidateQueries({ queryKey: sharedKeys.workflowCheck });
    },
    onError: (_error, _move, context) => {
      if (context?.isSameSession()) client.setQueryData(key, context.before);
      // The failure appears with the present order.
      return client.invalidateQueries({ queryKey: key, exact: true });
    },
  });
};
