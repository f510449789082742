import { Button, Page, PageHead } from '@obieg/ui';
import { useArePermissionsLoading, useOrganizationName, usePageTitle, usePermissions } from '@obieg/web-kit';
import { useShellMessages } from '../../i18n/shell-messages';
import { CurrentOrganization } from './CurrentOrganization';
import classes from './dashboard.module.css';
import { MyReports } from './MyReports';
import { SetupHints } from './SetupHints';
import { WaitingTasks } from './WaitingTasks';

interface DashboardPageProps {
  /** Whether some remote has a page at this path, so that no link leads nowhere. */
  isKnownPath: (path: string) => boolean;
}

/** Where a day begins (spec 1 §2): the organization, what waits for me, what is missing to work. */
export const DashboardPage = ({ isKnownPath }: DashboardPageProps) => {
  const t = useShellMessages();
  const { hasBasePermission } = usePermissions();
  const arePermissionsLoading = useArePermissionsLoading();
  const isInOrganization = Boolean(useOrganizationName().data);
  usePageTitle(t('dashboard.title'));
  return (
    <Page>
      <PageHead
        title={t('dashboard.title')}
        actions={
          isInOrganization && isKnownPath('/submit-task') ? (
            <Button variant="primary" icon="add" to="/submit-task">
              {t('dashboard.newTask')}
            </Button>
          ) : null
        }
      />
      {isInOrganization ? <SetupHints isKnownPath={isKnownPath} /> : null}
      <div className={classes['cards']}>
        <CurrentOrganization />
        {isInOrganization && hasBasePermission ? <WaitingTasks isKnownPath={isKnownPath} /> : null}
        {isInOrganization && !hasBasePermission && !arePermissionsLoading ? <MyReports /> : null}
      </div>
    </Page>
  );
};
