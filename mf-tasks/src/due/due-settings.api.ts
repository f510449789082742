import type { DueSettings } from '@obieg/contracts';
import { http, readBody, sharedKeys, useQuery } from '@obieg/web-kit';

/** Working hours change rarely. */
const staleMs = 5 * 60_000;

/** The working days and hours of the organization. */
export const useDueSettings = () =>
  useQuery({
    queryKey: [...sharedKeys.dueSettings, 'hours'],
    queryFn: async ({ signal }) =>
      readBody(await http.get<DueSettings>('/due-settings', { signal }), 'workDays'),
    staleTime: staleMs,
  });
