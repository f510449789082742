import type { DeployedRemote } from '@obieg/contracts';
import {
  isMainDomain,
  useArePermissionsLoading,
  useLanguage,
  useOrganizationName,
  usePermissions,
  usePermissionsFailure,
  useSession,
} from '@obieg/web-kit';
import { useLocation } from 'react-router-dom';
import { useShellMessages } from '../i18n/shell-messages';
import { buildNavigation, type MenuSection } from './navigation';

/** Whether the user only submits tasks here. False until the permissions are known. */
const useIsReporter = (): boolean => {
  const isSignedIn = useSession() !== undefined;
  const { hasBasePermission } = usePermissions();
  const arePermissionsLoading = useArePermissionsLoading();
  const hasFailed = usePermissionsFailure() === 'failed';
  return isSignedIn && !isMainDomain() && !hasBasePermission && !arePermissionsLoading && !hasFailed;
};

/** The menu with the pages that the user may open. */
export const useMenu = (remotes: readonly DeployedRemote[]): MenuSection[] => {
  const t = useShellMessages();
  const language = useLanguage();
  const permissions = usePermissions();
  const isReporter = useIsReporter();
  const { pathname } = useLocation();
  const { data: organizationName } = useOrganizationName();
  return buildNavigation({
    remotes,
    permissions,
    isReporter,
    organizationName,
    language,
    path: pathname,
    dashboardLabel: t('dashboard.title'),
    headings: {
      reports: t('navigation.reports'),
      tasks: t('navigation.tasks'),
      users: t('navigation.users'),
      organizations: t('navigation.organizations'),
    },
  });
};

/** Whether a remote has the page. */
export const declaresPath = (remotes: readonly DeployedRemote[], path: string): boolean =>
  remotes.some(({ routes }) => routes.some((route) => route.path === path));

export const inboxPath = '/inbox';
export const accountPath = '/account';
