import type { DueSettings } from '@obieg/contracts';
import { http, readBody, useQuery } from '@obieg/web-kit';
import { ownKey } from '../query-keys';

/** Working hours change rarely. */
const staleMs = 5 * 60_000;

/** The working days and hours of the organization. */
export const useDueSettings = () =>
  useQuery({
    queryKey: ownKey('due-settings', 'hours'),
    queryFn: async ({ signal }) =>
      readBody(await http.get<DueSettings>('/due-settings', { signal }), 'workDays'),
    staleTime: staleMs,
  });
