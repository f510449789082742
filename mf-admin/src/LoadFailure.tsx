import { ErrorPanel } from '@obieg/ui';
import { isApiError } from '@obieg/web-kit';
import type { ReactNode } from 'react';

interface LoadFailureProps {
  title: string;
  /** The query that failed. */
  query: { error: unknown; isFetching: boolean; refetch: () => Promise<unknown> };
  /** Nothing else can be shown on the page. */
  isWholePage?: boolean;
  actions?: ReactNode;
}

/** In place of what could not be read: a way to try again, and the number to ask about. */
export const LoadFailure = ({ title, query, isWholePage = false, actions }: LoadFailureProps) => (
  <ErrorPanel
    title={title}
    isWholePage={isWholePage}
    actions={actions}
    onRetry={() => void query.refetch()}
    isRetrying={query.isFetching}
    requestId={isApiError(query.error) ? query.error.requestId : undefined}
  />
);
