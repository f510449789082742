import { Button, Page, PageHead } from '@obieg/ui';
import { isMainDomain, useArePermissionsLoading, usePageTitle, usePermissions } from '@obieg/web-kit';
import { useShellMessages } from '../../i18n/shell-messages';
import { CurrentOrganization } from './CurrentOrganization';
import classes from './dashboard.module.css';
import { MyReports } from './MyReports';
import { useDashboardMessages } from './messages';
import { SetupHints } from './SetupHints';
import { WaitingTasks } from './WaitingTasks';
import { WorkflowFindings } from './WorkflowFindings';

export { registerDashboardMessages } from './messages';

interface DashboardPageProps {
  /** Whether a remote declares this path. Links to other paths are hidden. */
  isKnownPath: (path: string) => boolean;
}

/** Start page of an organization (spec 1 §2): its name, the user's tasks and missing set-up steps. */
export const DashboardPage = ({ isKnownPath }: DashboardPageProps) => {
  const t = useDashboardMessages();
  const title = useShellMessages()('dashboard.title');
  const { hasBasePermission, canManageWorkflow } = usePermissions();
  const workflowPath = '/status-transitions';
  const arePermissionsLoading = useArePermissionsLoading();
  // The address decides, so that a failed organization name takes only its own card away.
  const isInOrganization = !isMainDomain();
  usePageTitle(title);
  return (
    <Page>
      <PageHead
        title={title}
        actions={
          isInOrganization && isKnownPath('/submit-task') ? (
            <Button variant="primary" icon="add" to="/submit-task">
              {t('newTask')}
            </Button>
          ) : null
        }
      />
      {isInOrganization ? <SetupHints isKnownPath={isKnownPath} /> : null}
      <div className={classes['cards']}>
        <CurrentOrganization />
        {isInOrganization && hasBasePermission ? <WaitingTasks isKnownPath={isKnownPath} /> : null}
        {isInOrganization && !hasBasePermission && !arePermissionsLoading ? (
          <MyReports isKnownPath={isKnownPath} />
        ) : null}
        {isInOrganization && canManageWorkflow ? (
          <WorkflowFindings listPath={isKnownPath(workflowPath) ? workflowPath : undefined} />
        ) : null}
      </div>
    </Page>
  );
};
