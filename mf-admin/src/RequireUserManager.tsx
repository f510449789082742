import { Loading, Page, SkeletonLines } from '@obieg/ui';
import { Navigate, useArePermissionsLoading, usePermissions } from '@obieg/web-kit';
import type { ReactNode } from 'react';
import { useAdminMessages } from './messages';
import { RequireOrganization } from './RequireOrganization';

interface RequireUserManagerProps {
  children: ReactNode;
  /** Of the page while it is not known who looks at it; that of the users' pages unless given. */
  title?: string;
  /** The main domain has a page of its own; elsewhere one chooses an organization there first. */
  isAvailableOnMainDomain?: boolean;
}

/** Screens of people: who may not manage users goes to the dashboard (spec 2 §6). The server refuses them anyway. */
export const RequireUserManager = ({
  children,
  title,
  isAvailableOnMainDomain = false,
}: RequireUserManagerProps) => {
  const t = useAdminMessages();
  const { canManageUsers } = usePermissions();
  const arePermissionsLoading = useArePermissionsLoading();
  if (canManageUsers)
    return isAvailableOnMainDomain ? children : <RequireOrganization>{children}</RequireOrganization>;
  if (!arePermissionsLoading) return <Navigate to="/dashboard" replace />;
  return (
    <Page>
      <h1 className="ob-visually-hidden">{title ?? t('users.title')}</h1>
      <Loading>
        <SkeletonLines lines={4} />
      </Loading>
    </Page>
  );
};
