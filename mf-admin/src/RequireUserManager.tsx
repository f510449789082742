import { Loading, Page, SkeletonLines } from '@obieg/ui';
import { Navigate, useArePermissionsLoading, usePermissions } from '@obieg/web-kit';
import type { ReactNode } from 'react';
import { useAdminMessages } from './messages';
import { RequireOrganization } from './RequireOrganization';

/** Screens of people: who may not manage users goes to the dashboard (spec 2 §6). The server refuses them anyway. */
export const RequireUserManager = ({ children }: { children: ReactNode }) => {
  const t = useAdminMessages();
  const { canManageUsers } = usePermissions();
  const arePermissionsLoading = useArePermissionsLoading();
  if (canManageUsers) return <RequireOrganization>{children}</RequireOrganization>;
  if (!arePermissionsLoading) return <Navigate to="/dashboard" replace />;
  return (
    <Page>
      <h1 className="ob-visually-hidden">{t('users.title')}</h1>
      <Loading>
        <SkeletonLines lines={4} />
      </Loading>
    </Page>
  );
};
