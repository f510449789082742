import { useArePermissionsLoading, usePermissions } from '@obieg/web-kit';
import { useOrganizations } from '../../api/organizations.api';
import { OrganizationSelection } from '../../organization-selection/OrganizationSelection';
import { OrganizationsPlaceholder } from '../../organization-selection/OrganizationsPlaceholder';
import { OrganizationManagement } from './OrganizationManagement';

/** Shows organization management to callers with the permission, and the selection to others (spec 1 §2). */
export const Component = () => {
  const { canManageOrganizations } = usePermissions();
  const arePermissionsLoading = useArePermissionsLoading();
  const query = useOrganizations();
  if (!query.data || arePermissionsLoading) return <OrganizationsPlaceholder query={query} />;
  return canManageOrganizations ? (
    <OrganizationManagement organizations={query.data} />
  ) : (
    <OrganizationSelection organizations={query.data} />
  );
};
