import { ErrorPanel, Loading, Page, SkeletonCard } from '@obieg/ui';
import { isApiError } from '@obieg/web-kit';
import { useAdminMessages } from '../../messages';
import type { useOrganizations } from './organizations.api';

/** The page as long as there are no organizations to show: on their way, or failed. */
export const OrganizationsLoading = ({ query }: { query: ReturnType<typeof useOrganizations> }) => {
  const t = useAdminMessages();
  const { data, error, isFetching, refetch } = query;
  return (
    <Page>
      {error && !data ? (
        <ErrorPanel
          title={t('organizations.loadFailed')}
          isWholePage
          onRetry={() => void refetch()}
          isRetrying={isFetching}
          requestId={isApiError(error) ? error.requestId : undefined}
        />
      ) : (
        <>
          {/* Which of the two pages it will be, nobody knows yet. */}
          <h1 className="ob-visually-hidden">{t('organizations.heading')}</h1>
          <Loading>
            <SkeletonCard />
            <SkeletonCard />
          </Loading>
        </>
      )}
    </Page>
  );
};
