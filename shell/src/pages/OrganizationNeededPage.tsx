import { Button, Card, EmptyState, Page, PageHead } from '@obieg/ui';
import { usePageTitle } from '@obieg/web-kit';
import { useShellMessages } from '../i18n/shell-messages';

/** Shown on the main domain instead of a page that needs an organization. */
export const OrganizationNeededPage = () => {
  const t = useShellMessages();
  usePageTitle(t('organizationNeeded'));
  return (
    <Page>
      <PageHead title={t('organizationNeeded')} />
      <Card>
        <EmptyState
          icon="building"
          title={t('dashboard.noOrganization')}
          action={
            <Button variant="primary" to="/organizations" iconAfter="forward">
              {t('dashboard.chooseOrganization')}
            </Button>
          }
        />
      </Card>
    </Page>
  );
};
