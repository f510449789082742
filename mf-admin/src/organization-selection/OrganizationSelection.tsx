import type { Organization } from '@obieg/contracts';
import { Page, PageHead } from '@obieg/ui';
import { usePageTitle } from '@obieg/web-kit';
import { useAdminMessages } from '../i18n/messages';
import { OrganizationGrid } from './OrganizationGrid';

interface OrganizationSelectionProps {
  organizations: readonly Organization[];
  /** Explains the selection when it replaces another page. */
  reason?: string;
}

/** Lists the caller's organizations; each card links to the sub-domain (spec 1 §2). */
export const OrganizationSelection = ({ organizations, reason }: OrganizationSelectionProps) => {
  const t = useAdminMessages();
  usePageTitle(t('organizations.choose'));
  return (
    <Page>
      <PageHead title={t('organizations.choose')} lead={reason} />
      <OrganizationGrid organizations={organizations} />
    </Page>
  );
};
