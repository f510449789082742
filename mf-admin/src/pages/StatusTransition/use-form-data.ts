import type { Group, WorkflowParameter, WorkflowStatus } from '@obieg/contracts';
import { useGroupList } from '../../api/groups.api';
import { useParameterList } from '../../api/parameters.api';
import { useStatusList } from '../../api/statuses.api';
import type { FormData } from '../../workflow-entities/entity-kind';

export interface TransitionFormData {
  statuses: readonly WorkflowStatus[];
  groups: readonly Group[];
  parameters: readonly WorkflowParameter[];
}

/** Loads the statuses, groups and parameters that the transition form offers (spec 2 §2). */
export const useFormData = (): FormData<TransitionFormData> => {
  const statuses = useStatusList();
  const groups = useGroupList();
  const parameters = useParameterList();
  const queries = [statuses, groups, parameters];
  return {
    data:
      statuses.data && groups.data && parameters.data
        ? { statuses: statuses.data, groups: groups.data, parameters: parameters.data }
        : undefined,
    error: queries.find(({ error }) => error)?.error ?? undefined,
    isFetching: queries.some(({ isFetching }) => isFetching),
    retry: (): void => {
      for (const query of queries) if (query.error) void query.refetch();
    },
    failedText: 'transition.formFailed',
  };
};
