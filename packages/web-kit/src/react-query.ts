import { type DefaultOptions, QueryClient } from '@tanstack/react-query';
import { isAway } from './http/api-error';

/** The query library's door: the same names, of the one copy and the one cache on the page. */
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

/** Long enough that going back shows at once what was there, short enough that nobody works on old data. */
const staleAfterMs = 15_000;
const retries = 2;
/** Gateway Timeout: the proxy has waited. */
const tookTooLong = 504;

/**
 * What the server refuses is refused again; only a lost connection or a service that is away is worth another try, and
 * what took half a minute to fail is not.
 */
const isWorthRetrying = (error: unknown): boolean => isAway(error) && error.status !== tookTooLong;

/** By default what is read and done would wait for a connection without a word, and be done when nobody expects it. */
const failsWithoutConnection = { networkMode: 'always' } as const;

const defaultOptions: DefaultOptions = {
  queries: {
    ...failsWithoutConnection,
    refetchOnReconnect: true,
    staleTime: staleAfterMs,
    retry: (failures, error) => failures < retries && isWorthRetrying(error),
  },
  mutations: { ...failsWithoutConnection, retry: false },
};

/** The page's query cache; the shell makes one, a test one of its own. */
export const createQueryClient = (overrides: DefaultOptions = {}): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { ...defaultOptions.queries, ...overrides.queries },
      mutations: { ...defaultOptions.mutations, ...overrides.mutations },
    },
  });
