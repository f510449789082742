import type { DueSettings, SaveDueSettings } from '@obieg/contracts';
import { http, sharedKeys, useMutation, useQuery } from '@obieg/web-kit';
import { fetchVersioned, ifMatch } from '../../api/optimistic-concurrency';
import { detailQueryOptions } from '../../api/query-cache';

const path = '/due-settings';

export const fetchDueSettings = () => fetchVersioned<DueSettings>(path);

export const useDueSettings = () =>
  useQuery({
    queryKey: sharedKeys.dueSettings,
    queryFn: fetchDueSettings,
    ...detailQueryOptions,
  });

export const useSaveDueSettings = () =>
  useMutation({
    mutationFn: ({ settings, etag }: { settings: SaveDueSettings; etag: string | undefined }) =>
      http.put(path, settings, ifMatch(etag)),
  });
