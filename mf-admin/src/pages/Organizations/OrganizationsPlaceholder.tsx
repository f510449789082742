import { Loading, Page, SkeletonCard } from '@obieg/ui';
import { LoadFailure } from '../../LoadFailure';
import { useAdminMessages } from '../../messages';
import type { useOrganizations } from './organizations.api';

/** The page as long as there are no organizations to show: on their way, or failed. */
export const OrganizationsPlaceholder = ({ query }: { query: ReturnType<typeof useOrganizations> }) => {
  const t = useAdminMessages();
  const { data, error, isFetching, refetch } = query;
  return (
    <Page>
      {error && !data ? (
        <LoadFailure
          title={t('organizations.loadFailed')}
          query={{ error, isFetching, refetch }}
          isWholePage
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
