import type { WorkflowParameter } from '@obieg/contracts';
import { http, useQuery } from '@obieg/web-kit';

const key = ['workflow-parameters'] as const;

export const useParameterList = () =>
  useQuery({
    queryKey: key,
    queryFn: async () => (await http.get<WorkflowParameter[]>('/workflow-parameters')).data,
  });
