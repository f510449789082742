import { Button, EmptyState, Page, PageHead } from '@obieg/ui';
import { usePageTitle, usePermissions } from '@obieg/web-kit';
import { useParameterList } from '../../api/parameters.api';
import { LoadFailure } from '../../failures/LoadFailure';
import { RequireOrganization } from '../../guards/RequireOrganization';
import { useAdminMessages } from '../../i18n/messages';
import { WorkflowLinks } from '../../workflow-changes/WorkflowLinks';
import { FindingsPanel } from '../../workflow-check/FindingsPanel';
import { ParameterTable } from './ParameterTable';

const ParameterList = () => {
  const t = useAdminMessages();
  const { canManageWorkflow } = usePermissions();
  const { data: parameters, error, isFetching, refetch } = useParameterList();
  usePageTitle(t('parameters.title'));
  const addButton = canManageWorkflow ? (
    <Button variant="primary" icon="add" to="/workflow-parameters/new">
      {t('parameters.add')}
    </Button>
  ) : null;
  return (
    <Page>
      <PageHead
        title={t('parameters.title')}
        lead={t('parameters.lead')}
        actions={
          <>
            <Button icon="refresh" loading={isFetching} onClick={() => void refetch()}>
              {t('parameters.refresh')}
            </Button>
            {parameters && parameters.length > 0 ? (
              <Button icon="run" to="/workflow-parameters/try">
                {t('parameters.try')}
              </Button>
            ) : null}
            {addButton}
          </>
        }
      />
      <WorkflowLinks />
      <FindingsPanel />
      <ParameterTable
        parameters={parameters}
        isRefreshing={isFetching}
        empty={
          <EmptyState icon="adjustments" title={t('parameters.empty')} action={addButton}>
            {t('parameters.emptyHelp')}
          </EmptyState>
        }
        error={
          error ? (
            <LoadFailure title={t('parameters.failed')} query={{ error, isFetching, refetch }} />
          ) : undefined
        }
      />
    </Page>
  );
};

/** Lists the organization's parameters in asking order (spec 2 §2). */
export const Component = () => (
  <RequireOrganization>
    <ParameterList />
  </RequireOrganization>
);
