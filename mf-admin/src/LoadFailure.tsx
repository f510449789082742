import { ErrorPanel } from '@obieg/ui';
import { isApiError, Navigate, refreshPermissions } from '@obieg/web-kit';
import { type ReactNode, useEffect } from 'react';
import { isForbidden } from './rejection';

interface LoadFailureProps {
  title: string;
  /** The query that failed. */
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  /** Nothing else can be shown on the page. */
  isWholePage?: boolean;
  actions?: ReactNode;
}

/** What is refused may have been allowed when the page began; the menu is to know it, too. */
const Forbidden = () => {
  useEffect(() => void refreshPermissions(), []);
  return <Navigate to="/dashboard" replace />;
};

/**
 * In place of what could not be read: a way to try again, and the number to ask about. Who may not read it goes to the
 * dashboard, as from the users' pages (spec 2 §6): trying again would not help them.
 */
export const LoadFailure = ({ title, query, isWholePage = false, actions }: LoadFailureProps) =>
  isForbidden(query.error) ? (
    <Forbidden />
  ) : (
    <ErrorPanel
      title={title}
      isWholePage={isWholePage}
      actions={actions}
      onRetry={() => void query.refetch()}
      isRetrying={query.isFetching}
      requestId={isApiError(query.error) ? query.error.requestId : undefined}
    />
  );
