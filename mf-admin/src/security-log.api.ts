import type { SecurityEvent, SecurityLogResponse, SecurityOutcome } from '@obieg/contracts';
import { http, keepPreviousData, readList, useInfiniteQuery } from '@obieg/web-kit';

/** What is looked for; nothing: everything. */
export interface SecurityLogFilters {
  outcome: SecurityOutcome | undefined;
  event: SecurityEvent | undefined;
  /** Who did it, or to whom it was done. */
  userId: number | undefined;
}

/** The log from its newest entry on, a page at a time; what is shown stays while the answer to other filters is on its way. */
export const useSecurityLogPages = ({ outcome, event, userId }: SecurityLogFilters) =>
  useInfiniteQuery({
    queryKey: ['security-log', { outcome, event, userId }],
    queryFn: async ({ pageParam: cursor, signal }) =>
      readList(
        await http.get<SecurityLogResponse>('/security-log', {
          params: { outcome, event, userId, cursor },
          signal,
        }),
        'entries',
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    // Who comes back, e.g. from the page of what they have just changed, looks for what is new.
    staleTime: 0,
  });
