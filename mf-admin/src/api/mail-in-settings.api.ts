import type { MailInSettings } from '@obieg/contracts';
import { http, useMutation, useQuery, useQueryClient } from '@obieg/web-kit';
import { ownKey } from '../query-keys';
import { fetchVersioned, ifMatch, toVersioned, type Versioned } from './optimistic-concurrency';

const path = '/mail-in-settings';
const key = ownKey('mail-in-settings');

export const useMailInSettings = () =>
  useQuery({ queryKey: key, queryFn: () => fetchVersioned<MailInSettings>(path), staleTime: 0 });

/** Saves the setting. A failed call may mean that another user has saved it, so it loads the setting again. */
export const useSaveMailInSettings = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ acceptsTasks, etag }: { acceptsTasks: boolean; etag: string | undefined }) =>
      toVersioned(await http.put<MailInSettings>(path, { acceptsTasks }, ifMatch(etag))),
    onSuccess: (saved: Versioned<MailInSettings>) => client.setQueryData(key, saved),
    onError: () => client.invalidateQueries({ queryKey: key }),
  });
};
