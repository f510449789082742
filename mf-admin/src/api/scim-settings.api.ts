import type { ScimSettings } from '@obieg/contracts';
import { http, useMutation, useQuery, useQueryClient } from '@obieg/web-kit';
import { ownKey } from '../query-keys';
import { fetchVersioned, ifMatch, type Versioned } from './optimistic-concurrency';

const settingsKey = ownKey('scim-settings');
const path = '/scim-settings';

export const useScimSettings = () =>
  useQuery({ queryKey: settingsKey, queryFn: () => fetchVersioned<ScimSettings>(path) });

/** Rejects with ApiError; 412 if somebody else has changed the settings, which are loaded again then. */
export const useChangeScimSettings = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ entity, etag }: Versioned<ScimSettings>) => {
      await http.put<ScimSettings>(path, entity, ifMatch(etag));
    },
    onSettled: () => client.invalidateQueries({ queryKey: settingsKey }),
  });
};
