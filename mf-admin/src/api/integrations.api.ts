import type { Integrations } from '@obieg/contracts';
import { http, useQuery } from '@obieg/web-kit';
import { listKeys } from './list-keys';

/** Loads the organization's integrations by name. */
export const useIntegrations = () =>
  useQuery({
    queryKey: listKeys.integrations,
    queryFn: async ({ signal }) =>
      (await http.get<Integrations>('/integrations', { signal })).data.integrations,
  });
