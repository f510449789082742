import { ErrorPanel } from '@obieg/ui';
import { describeMissingPart, isApiError, isForbidden, isNotFound, refreshPermissions } from '@obieg/web-kit';
import { type ReactNode, useEffect } from 'react';
import { RedirectForbidden } from './RedirectForbidden';
import { dropRetryAdvice } from './rejection';

interface LoadFailureProps {
  title: string;
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  /** Whether the panel is the only content of the page. */
  isWholePage?: boolean;
  actions?: ReactNode;
}

/** Redirects to the dashboard. Refreshes the permissions, because a 403 may mean that the caller lost a role. */
const Forbidden = () => {
  useEffect(() => void refreshPermissions(), []);
  return <RedirectForbidden to="/dashboard" />;
};

/**
 * Shows that loading failed, which part of the product is away, a retry button and the request id. What does not exist (404) is not worth a retry.
 * On 403, redirects to the dashboard (spec 2 §6), because a retry would not help.
 */
export const LoadFailure = ({ title, query, isWholePage = false, actions }: LoadFailureProps) => {
  if (isForbidden(query.error)) return <Forbidden />;
  const isMissing = isNotFound(query.error);
  return (
    <ErrorPanel
      title={isMissing ? dropRetryAdvice(title) : title}
      isWholePage={isWholePage}
      actions={actions}
      {...(isMissing ? {} : { onRetry: () => void query.refetch() })}
      isRetrying={query.isFetching}
      requestId={isApiError(query.error) ? query.error.requestId : undefined}
    >
      {describeMissingPart(query.error)}
    </ErrorPanel>
  );
};
