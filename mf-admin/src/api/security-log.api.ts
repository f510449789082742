import type { SecurityEvent, SecurityLogResponse, SecurityOutcome } from '@obieg/contracts';
import { http, keepPreviousData, readList, useInfiniteQuery } from '@obieg/web-kit';

/** An undefined filter matches every entry. */
export interface SecurityLogFilters {
  outcome: SecurityOutcome | undefined;
  event: SecurityEvent | undefined;
  /** The actor or the subject of the entry. */
  userId: number | undefined;
}

/** Loads the log page by page, newest entry first. Keeps the old entries while new filters load. */
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
    // A user who returns to the log expects the newest entries.
    staleTime: 0,
  });
