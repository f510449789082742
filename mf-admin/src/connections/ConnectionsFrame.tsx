import { Button, type IconName, Page, PageHead } from '@obieg/ui';
import { usePageTitle } from '@obieg/web-kit';
import type { ReactNode } from 'react';
import { RequireUserManager } from '../guards/RequireUserManager';
import { useAdminMessages } from '../i18n/messages';
import classes from './connections.module.css';

/** Kinds of connections, each with the address of its list. Their order is that of the links. */
const sections = {
  integrations: { to: '/connections', icon: 'connections' },
  webhooks: { to: '/connections/webhooks', icon: 'send' },
  signIn: { to: '/connections/sign-in', icon: 'security' },
  mail: { to: '/connections/mail', icon: 'mail' },
} as const satisfies Record<string, { to: string; icon: IconName }>;

interface ConnectionsFrameProps {
  /** The kind of connection on this page. Its text `connections.sections.<name>` names the link. */
  current: keyof typeof sections;
  /** Main action of the section. */
  actions?: ReactNode;
  children: ReactNode;
}

const Sections = ({ current }: Pick<ConnectionsFrameProps, 'current'>) => {
  const t = useAdminMessages();
  return (
    <nav className={classes['sections']} aria-label={t('connections.sections.label')}>
      {Object.entries(sections).map(([name, { to, icon }]) => (
        <Button
          key={name}
          variant="quiet"
          icon={icon}
          to={to}
          {...(name === current ? { 'aria-current': 'page' } : {})}
        >
          {t(`connections.sections.${name}`)}
        </Button>
      ))}
    </nav>
  );
};

/** Page with a list of connections, and links to the other kinds. For user managers of an organization. */
export const ConnectionsFrame = ({ current, actions, children }: ConnectionsFrameProps) => {
  const t = useAdminMessages();
  usePageTitle(t('connections.title'));
  return (
    <RequireUserManager title={t('connections.title')}>
      <Page>
        <PageHead title={t('connections.title')} lead={t('connections.lead')} actions={actions} />
        <Sections current={current} />
        {children}
      </Page>
    </RequireUserManager>
  );
};
