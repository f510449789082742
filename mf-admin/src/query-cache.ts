import type { useQueryClient } from '@obieg/web-kit';

/**
 * Refetches the lists after a change, including lists that are not mounted, so that no list shows stale rows first.
 * Detail queries are not cached (`detailQueryOptions`): refetching a deleted entity would fail.
 */
export const refetchLists = async (
  client: ReturnType<typeof useQueryClient>,
  ...lists: (readonly string[])[]
): Promise<void> => {
  await Promise.all(lists.map((queryKey) => client.invalidateQueries({ queryKey, refetchType: 'all' })));
};

/** Options for queries of a single entity. Nothing is cached, so that a form never edits a stale copy. */
export const detailQueryOptions = { staleTime: 0, gcTime: 0 } as const;
