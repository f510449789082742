import type { SecurityEvent, SecurityLogResponse, SecurityOutcome } from '@obieg/contracts';
import { http, keepPreviousData, readList, useInfiniteQuery } from '@obieg/web-kit';
import { ownKey } from '../query-keys';

/** An undefined filter matches every entry. */
export interface SecurityLogFilters {
  outcome: SecurityOutcome | undefined;
  event: SecurityEvent | undefined;
  /** The actor or the subject of the entry. */
  userId: number | undefined;
  /** First day, `YYYY-MM-DD`. */
  from: string | undefined;
  /** Last day. */
  to: string | undefined;
}

/** Beginning of a day in the reader's time zone. @param day `YYYY-MM-DD` */
const startOfDay = (day: string | undefined, laterDays = 0): string | undefined => {
  if (day === undefined) return undefined;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + laterDays).toISOString();
};

const toQuery = ({ from, to, ...filters }: SecurityLogFilters) => ({
  ...filters,
  from: startOfDay(from),
  before: startOfDay(to, 1),
});

/** Loads the log page by page, newest entry first. Keeps the old entries while new filters load. */
export const useSecurityLogPages = (filters: SecurityLogFilters) =>
  useInfiniteQuery({
    queryKey: ownKey('security-log', filters),
    queryFn: async ({ pageParam: cursor, signal }) =>
      readList(
        await http.get<SecurityLogResponse>('/security-log', {
          params: { ...toQuery(filters), cursor },
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

/** An export reads up to fifty pages. */
const exportTimeoutMs = 120_000;

/** Downloads the newest matching entries as CSV. */
export const exportSecurityLog = async (filters: SecurityLogFilters): Promise<Blob> => {
  const { data } = await http.get<ArrayBuffer>('/security-log/export', {
    params: toQuery(filters),
    responseType: 'arraybuffer',
    timeout: exportTimeoutMs,
  });
  return new Blob([data], { type: 'text/csv' });
};
