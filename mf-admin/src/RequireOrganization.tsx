import { isMainDomain } from '@obieg/web-kit';
import type { ReactNode } from 'react';
import { useAdminMessages } from './messages';
import { OrganizationSelection } from './pages/Organizations/OrganizationSelection';
import { OrganizationsPlaceholder } from './pages/Organizations/OrganizationsPlaceholder';
import { useOrganizations } from './pages/Organizations/organizations.api';

const OrganizationRequired = () => {
  const t = useAdminMessages();
  const query = useOrganizations();
  if (!query.data) return <OrganizationsPlaceholder query={query} />;
  return <OrganizationSelection organizations={query.data} reason={t('organizations.chooseFirst')} />;
};

/** Guards the screens of one organization. On the main domain, shows the organization selection instead. */
export const RequireOrganization = ({ children }: { children: ReactNode }) =>
  isMainDomain() ? <OrganizationRequired /> : children;
