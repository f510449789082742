import type { Organization } from '@obieg/contracts';
import { Page, PageHead } from '@obieg/ui';
import { usePageTitle } from '@obieg/web-kit';
import { useAdminMessages } from '../../messages';
import { OrganizationGrid } from './OrganizationGrid';

interface OrganizationSelectionProps {
  organizations: readonly Organization[];
  /** Why one has to choose, where the page was to be another. */
  reason?: string;
}

/** The organizations that a person belongs to; each card leads to its address (spec 1 §2). */
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
