import type { DueSettings, SaveDueSettings } from '@obieg/contracts';
import { http, useMutation, useQuery } from '@obieg/web-kit';
import { fetchVersioned, ifMatch } from '../../api/optimistic-concurrency';
import { detailQueryOptions } from '../../api/query-cache';
import { ownKey } from '../../query-keys';

const path = '/due-settings';

export const fetchDueSettings = () => fetchVersioned<DueSettings>(path);

export const useDueSettings = () =>
  useQuery({
    queryKey: ownKey('due-settings'),
    queryFn: fetchDueSettings,
    ...detailQueryOptions,
  });

export const useSaveDueSettings = () =>
  useMutation({
    mutationFn: ({ settings, etag }: { settings: SaveDueSettings; etag: string | undefined }) =>
      http.put(path, settings, ifMatch(etag)),
  });
