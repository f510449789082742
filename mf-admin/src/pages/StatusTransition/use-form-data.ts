import { useGroupList } from '../../api/groups.api';
import { useParameterList } from '../../api/parameters.api';
import { useStatusList } from '../../api/statuses.api';

/** Loads the statuses, groups and parameters that the transition form offers (spec 2 §2). */
export const useFormData = () => {
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
  };
};
export type TransitionFormData = NonNullable<ReturnType<typeof useFormData>['data']>;
