import type { useQueryClient } from '@obieg/web-kit';

/**
 * After a change: reads these lists at once, also those that are not in sight, so that none first shows what was
 * before. Pages of one thing keep nothing (`detailQueryOptions`): the page of what was deleted, still open for a moment, must
 * not ask for it again.
 */
export const refetchLists = async (
  client: ReturnType<typeof useQueryClient>,
  ...lists: (readonly string[])[]
): Promise<void> => {
  await Promise.all(lists.map((queryKey) => client.invalidateQueries({ queryKey, refetchType: 'all' })));
};

/** Options of a query for the page of one thing: never shown, or edited, as it was a while ago. */
export const detailQueryOptions = { staleTime: 0, gcTime: 0 } as const;
