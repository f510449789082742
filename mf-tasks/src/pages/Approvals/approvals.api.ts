import type { ApprovalsResponse, DecideApproval, PendingApproval } from '@obieg/contracts';
import {
  http,
  readBody,
  readList,
  sharedKeys,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@obieg/web-kit';
import { ownKey } from '../../query-keys';

const approvalsKey = ownKey('approvals');

const fetchPage = async (cursor: string | undefined, signal: AbortSignal) =>
  readList(
    await http.get<ApprovalsResponse>('/approvals', {
      params: cursor === undefined ? {} : { cursor },
      signal,
    }),
    'approvals',
  );

/** Loads the approvals that wait for the caller page by page, longest waiting first. */
export const useApprovals = () => {
  const query = useInfiniteQuery({
    queryKey: approvalsKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  return {
    ...query,
    approvals: query.data?.pages.flatMap(({ approvals }) => approvals),
    pendingCount: query.data?.pages[0]?.pendingCount ?? 0,
  };
};

export type Decision = Pick<DecideApproval, 'decision' | 'comment'> & { approval: PendingApproval };

/** Decides about one of the listed tasks, then reloads the list. */
export const useDecide = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ approval: { publicTaskId, roundId }, decision, comment }: Decision) =>
      readBody(
        await http.post<{ success: boolean }>(`/tasks/${publicTaskId}/approval`, {
          decision,
          comment,
          roundId,
        }),
        'success',
      ),
    // Also after a failure: the task may have moved on.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: sharedKeys.tasks });
      return client.invalidateQueries({ queryKey: approvalsKey });
    },
  });
};
