import type { QueryClient } from '@tanstack/react-query';
import { createContext, type LoaderFunctionArgs } from 'react-router-dom';
import { hasPageResponses } from '../http/page-data';
import { currentSession } from '../session/session.store';

/** The query cache, for loaders. The shell provides it to its router. Null: the page reads what it renders. */
export const queryClientContext = createContext<QueryClient | null>(null);

/** Longer than the responses of the document take, shorter than any call. */
const endOfTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/**
 * Returns a route's `loader` that moves the responses in the document into the query cache, so that the first render
 * has them. It replaces the document's first page without a placeholder between. What the document lacks loads while
 * the page renders.
 *
 * @param prefetch calls `prefetchQuery` for each query that the document answers
 */
export const readFirstData =
  (prefetch: (client: QueryClient, params: LoaderFunctionArgs['params']) => Promise<void>[]) =>
  async ({ context, params }: LoaderFunctionArgs): Promise<null> => {
    const client = context.get(queryClientContext);
    if (client && !currentSession() && hasPageResponses())
      await Promise.race([Promise.all(prefetch(client, params)), endOfTask()]);
    return null;
  };
