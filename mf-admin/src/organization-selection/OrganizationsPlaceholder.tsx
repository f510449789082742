import { Loading, Page, SkeletonCard } from '@obieg/ui';
import type { useOrganizations } from '../api/organizations.api';
import { LoadFailure } from '../failures/LoadFailure';
import { useAdminMessages } from '../i18n/messages';

/** Replaces the page while the organizations load or after loading failed. */
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
          {/* Generic heading: the permissions decide later between management and selection. */}
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
