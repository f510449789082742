import { Loading, Page, SkeletonCard } from '@obieg/ui';
import { useArePermissionsLoading, usePermissions } from '@obieg/web-kit';
import type { ReactNode } from 'react';
import { RedirectForbidden } from '../failures/RedirectForbidden';

interface RequireOrganizationManagerProps {
  /** Heading while the permissions load. */
  title: string;
  children: ReactNode;
}

/** Guards screens for holders of MANAGE_ORGANIZATIONS; redirects others. The server enforces the same. */
export const RequireOrganizationManager = ({ title, children }: RequireOrganizationManagerProps) => {
  const { canManageOrganizations } = usePermissions();
  const arePermissionsLoading = useArePermissionsLoading();
  if (canManageOrganizations) return children;
  if (!arePermissionsLoading) return <RedirectForbidden to="/dashboard" />;
  return (
    <Page>
      <h1 className="ob-visually-hidden">{title}</h1>
      <Loading>
        <SkeletonCard />
      </Loading>
    </Page>
  );
};
