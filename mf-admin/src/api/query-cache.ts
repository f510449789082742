import type { useQueryClient } from '@obieg/web-kit';
import { sharedKeys } from '@obieg/web-kit';
import type { ListKey } from './list-keys';

/**
 * Refetches the lists after a change, including lists that are not mounted, so that no list shows stale rows first.
 * Does not refetch detail queries: the page of a just-deleted entity may still be open and would show an error.
 */
export const refetchLists = async (
  client: ReturnType<typeof useQueryClient>,
  ...lists: readonly ListKey[]
): Promise<void> => {
  // Any change can mend or break the workflow, also one of groups and members.
  void client.invalidateQueries({ queryKey: sharedKeys.workflowCheck });
  await Promise.all(lists.map((queryKey) => client.invalidateQueries({ queryKey, refetchType: 'all' })));
};

/** Options for queries of a single entity. Nothing is cached, so that a form never edits a stale copy. */
export const detailQueryOptions = { staleTime: 0, gcTime: 0 } as const;
