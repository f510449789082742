import { isMainDomain } from '@obieg/web-kit';
import type { ReactNode } from 'react';
import { useOrganizations } from '../api/organizations.api';
import { useAdminMessages } from '../i18n/messages';
import { OrganizationSelection } from '../organization-selection/OrganizationSelection';
import { OrganizationsPlaceholder } from '../organization-selection/OrganizationsPlaceholder';

const OrganizationRequired = () => {
  const t = useAdminMessages();
  const query = useOrganizations();
  if (!query.data) return <OrganizationsPlaceholder query={query} />;
  return <OrganizationSelection organizations={query.data} reason={t('organizations.chooseFirst')} />;
};

/** Guards the screens of one organization. On the main domain, shows the organization selection instead. */
export const RequireOrganization = ({ children }: { children: ReactNode }) =>
  isMainDomain() ? <OrganizationRequired /> : children;
