import { Loading, Page, SkeletonLines } from '@obieg/ui';
import { useArePermissionsLoading, usePermissions } from '@obieg/web-kit';
import type { ReactNode } from 'react';
import { RedirectForbidden } from '../failures/RedirectForbidden';
import { useAdminMessages } from '../i18n/messages';
import { RequireOrganization } from './RequireOrganization';

interface RequireUserManagerProps {
  children: ReactNode;
  /** Heading while the permissions load. Defaults to the title of the user list. */
  title?: string;
  /** Whether the page also works on the main domain. Otherwise that domain shows the organization selection. */
  isAvailableOnMainDomain?: boolean;
}

/** Guards screens for user managers; redirects others to the dashboard (spec 2 §6). The server enforces the same. */
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
  if (!arePermissionsLoading) return <RedirectForbidden to="/dashboard" />;
  return (
    <Page>
      <h1 className="ob-visually-hidden">{title ?? t('users.title')}</h1>
      <Loading>
        <SkeletonLines lines={4} />
      </Loading>
    </Page>
  );
};
