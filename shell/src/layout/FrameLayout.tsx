import type { DeployedRemote } from '@obieg/contracts';
import { AppFrame, LanguageChoice, TextLink, UserMenu } from '@obieg/ui';
import {
  productName,
  setLanguage,
  signOut,
  useLanguage,
  useOrganizationName,
  usePermissions,
  useSession,
} from '@obieg/web-kit';
import { Outlet, useLocation } from 'react-router-dom';
import { useShellMessages } from '../i18n/shell-messages';
import { buildNavigation } from './navigation';

const HeaderActions = () => {
  const t = useShellMessages();
  const language = useLanguage();
  const user = useSession()?.user;
  if (!user) {
    return (
      <>
        <TextLink to="/login">{t('signIn')}</TextLink>
        <LanguageChoice />
      </>
    );
  }
  return (
    <UserMenu
      name={user.username}
      email={user.email}
      language={language}
      onLanguageChange={(chosen) => void setLanguage(chosen)}
      onSignOut={signOut}
    />
  );
};

/** Sidebar and header around pages that need a session, and around the task page for visitors (spec 3 §2). */
export const FrameLayout = ({ remotes }: { remotes: readonly DeployedRemote[] }) => {
  const t = useShellMessages();
  const language = useLanguage();
  const permissions = usePermissions();
  const { pathname } = useLocation();
  const { data: organizationName } = useOrganizationName();
  const sections = buildNavigation({
    remotes,
    permissions,
    organizationName,
    language,
    path: pathname,
    dashboardLabel: t('dashboard.title'),
    headings: {
      tasks: t('navigation.tasks'),
      users: t('navigation.users'),
      organizations: t('navigation.organizations'),
    },
  });
  return (
    <AppFrame
      productName={productName}
      organizationName={organizationName ?? undefined}
      sections={sections}
      headerActions={<HeaderActions />}
    >
      <Outlet />
    </AppFrame>
  );
};
