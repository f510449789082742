import type { DeployedRemote } from '@obieg/contracts';
import { AppFrame, LanguageChoice, PaletteButton, TextLink, UserMenu } from '@obieg/ui';
import {
  isMainDomain,
  productName,
  type StoredUser,
  setLanguage,
  useLanguage,
  useOrganizationName,
  useSession,
} from '@obieg/web-kit';
import { Outlet } from 'react-router-dom';
import { openCommands } from '../commands/open-commands';
import { useShellMessages } from '../i18n/shell-messages';
import { accountPath, declaresPath, inboxPath, useMenu } from '../menu/use-menu';
import { LazyBell } from './LazyBell';
import { PermissionsNotice } from './PermissionsNotice';
import { useDisplayName } from './use-display-name';
import { useSignOut } from './use-sign-out';

interface HeaderProps {
  remotes: readonly DeployedRemote[];
}

const MemberActions = ({ user, remotes }: HeaderProps & { user: StoredUser }) => {
  const language = useLanguage();
  const { askToSignOut, dialog } = useSignOut();
  return (
    <>
      <PaletteButton onClick={() => openCommands('palette')} />
      {declaresPath(remotes, inboxPath) && !isMainDomain() ? <LazyBell key={user.id} /> : null}
      <UserMenu
        name={useDisplayName(user)}
        email={user.email}
        language={language}
        onLanguageChange={(chosen) => void setLanguage(chosen)}
        onSignOut={askToSignOut}
        accountPath={declaresPath(remotes, accountPath) ? accountPath : undefined}
        onShowShortcuts={() => openCommands('shortcuts')}
      />
      {dialog}
    </>
  );
};

const HeaderActions = ({ remotes }: HeaderProps) => {
  const t = useShellMessages();
  const user = useSession()?.user;
  if (user) return <MemberActions user={user} remotes={remotes} />;
  return (
    <>
      <TextLink to="/login">{t('signIn')}</TextLink>
      <LanguageChoice />
    </>
  );
};

/** Sidebar and header around pages that need a session, and around the task page for visitors (spec 3 §2). */
export const FrameLayout = ({ remotes }: HeaderProps) => {
  const { data: organizationName } = useOrganizationName();
  return (
    <AppFrame
      productName={productName}
      organizationName={organizationName ?? undefined}
      sections={useMenu(remotes)}
      headerActions={<HeaderActions remotes={remotes} />}
    >
      <PermissionsNotice />
      <Outlet />
    </AppFrame>
  );
};
