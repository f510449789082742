import type { ReactNode } from 'react';
import { ErrorPanel, type ErrorPanelProps } from './ErrorPanel';
import { Loading } from './Skeletons';

/** The part of a query that these views read. */
export interface ViewedQuery<Data = unknown> {
  data: Data | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

/** Failed calls carry the id of their request. Other errors have none. */
const readRequestId = (error: unknown): string | undefined =>
  error instanceof Error && 'requestId' in error && typeof error.requestId === 'string'
    ? error.requestId
    : undefined;

interface QueryFailureProps extends Omit<ErrorPanelProps, 'onRetry' | 'isRetrying' | 'requestId'> {
  query: Omit<ViewedQuery, 'data'>;
  /** False if a retry cannot succeed. */
  canRetry?: boolean;
}

/** Error panel of a query, with a retry button and the request id. */
export const QueryFailure = ({ query, canRetry = true, ...panel }: QueryFailureProps) => (
  <ErrorPanel
    {...panel}
    {...(canRetry ? { onRetry: () => void query.refetch() } : {})}
    isRetrying={query.isFetching}
    requestId={readRequestId(query.error)}
  />
);

export interface QueryViewProps<Data> {
  query: ViewedQuery<Data>;
  /** Title of the error panel, or a function that returns what replaces the panel. */
  failure: string | ((error: unknown) => ReactNode);
  /** Text below the title of the error panel. */
  describeFailure?: (error: unknown) => ReactNode;
  /** Placeholder with the shape of the data. */
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}

/** Renders a query: its data, even if a refetch failed; otherwise its failure, or a skeleton while it loads. */
export const QueryView = <Data,>({
  query,
  failure,
  describeFailure,
  skeleton,
  children,
}: QueryViewProps<Data>) => {
  const { data, error } = query;
  if (data !== undefined) return children(data);
  if (!error) return <Loading>{skeleton}</Loading>;
  if (typeof failure !== 'string') return failure(error);
  return (
    <QueryFailure title={failure} query={query}>
      {describeFailure?.(error)}
    </QueryFailure>
  );
};
