import { ErrorPanel, Loading, Page, SkeletonCard } from '@obieg/ui';
import { isApiError, useArePermissionsLoading, usePermissions } from '@obieg/web-kit';
import { useAdminMessages } from '../../messages';
import { OrganizationManagement } from './OrganizationManagement';
import { OrganizationSelection } from './OrganizationSelection';
import { useOrganizations } from './organizations.api';

/** Managing organizations for those who may, choosing one for all others (spec 1 §2). */
export const Component = () => {
  const t = useAdminMessages();
  const { canManageOrganizations } = usePermissions();
  const arePermissionsLoading = useArePermissionsLoading();
  const { data, error, isFetching, refetch } = useOrganizations();
  if (data && !arePermissionsLoading) {
    return canManageOrganizations ? (
      <OrganizationManagement organizations={data} />
    ) : (
      <OrganizationSelection organizations={data} />
    );
  }
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
        <Loading>
          <SkeletonCard />
          <SkeletonCard />
        </Loading>
      )}
    </Page>
  );
};
