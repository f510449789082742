import type { TaskImpact, WorkflowImpactRequest } from '@obieg/contracts';
import { http, useQuery } from '@obieg/web-kit';
import { detailQueryOptions } from '../api/query-cache';
import { ownKey } from '../query-keys';

/**
 * Counts the open tasks that a workflow would affect.
 *
 * @param requestText JSON of a `WorkflowImpactRequest`; undefined while there is none
 */
export const useTaskImpact = (requestText: string | undefined) =>
  useQuery({
    queryKey: ownKey('task-impact', requestText),
    queryFn: async ({ signal }) => {
      const request: WorkflowImpactRequest = JSON.parse(requestText ?? '');
      return (await http.post<TaskImpact>('/tasks/workflow-impact', request, { signal })).data;
    },
    enabled: requestText !== undefined,
    ...detailQueryOptions,
  });
