import { type DefaultOptions, QueryClient } from '@tanstack/react-query';
import { isTimedOut, isUnavailable } from '../http/api-error';

/** Re-exported, so that all apps share one copy and one cache. */
export {
  keepPreviousData,
  QueryClientProvider,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';

/** Avoids a refetch after going back, without showing old data for long. */
export const staleAfterMs = 15_000;
const retries = 2;

/** Retries only a lost connection or an unavailable service. Excludes timeouts, because each takes 30 s or more. */
const isRetryable = (error: unknown): boolean => isUnavailable(error) && !isTimedOut(error);

/** React Query would otherwise pause offline queries and mutations without an error, and run them later. */
const failWhenOffline = { networkMode: 'always' } as const;

const defaultOptions: DefaultOptions = {
  queries: {
    ...failWhenOffline,
    refetchOnReconnect: true,
    staleTime: staleAfterMs,
    retry: (failures, error) => failures < retries && isRetryable(error),
  },
  mutations: { ...failWhenOffline, retry: false },
};

/** Creates a query cache. The shell has one, each test its own. */
export const createQueryClient = (overrides: DefaultOptions = {}): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { ...defaultOptions.queries, ...overrides.queries },
      mutations: { ...defaultOptions.mutations, ...overrides.mutations },
    },
  });
