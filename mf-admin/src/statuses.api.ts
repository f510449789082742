import type { WorkflowStatus } from '@obieg/contracts';
import { http, useQuery } from '@obieg/web-kit';

const key = ['workflow-statuses'] as const;

export const useStatusList = () =>
  useQuery({
    queryKey: key,
    queryFn: async () => (await http.get<WorkflowStatus[]>('/workflow-status')).data,
  });
