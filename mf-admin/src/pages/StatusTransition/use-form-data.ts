import { useGroupList } from '../../groups.api';
import { useParameterList } from '../../parameters.api';
import { useStatusList } from '../../statuses.api';

/** What a transition is made of: statuses, groups and parameters, all or nothing (spec 2 §2). */
export const useFormData = () => {
  const statuses = useStatusList();
  const groups = useGroupList();
  const parameters = useParameterList();
  const parts = [statuses, groups, parameters];
  return {
    data:
      statuses.data && groups.data && parameters.data
        ? { statuses: statuses.data, groups: groups.data, parameters: parameters.data }
        : undefined,
    error: parts.find(({ error }) => error)?.error ?? undefined,
    isFetching: parts.some(({ isFetching }) => isFetching),
    retry: (): void => {
      for (const part of parts) if (part.error) void part.refetch();
    },
  };
};
export type FormData = NonNullable<ReturnType<typeof useFormData>['data']>;
