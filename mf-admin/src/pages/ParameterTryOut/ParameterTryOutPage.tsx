import { Button, Card, Loading, Page, PageHead, SkeletonCard } from '@obieg/ui';
import { usePageTitle } from '@obieg/web-kit';
import { LoadFailure } from '../../LoadFailure';
import { useAdminMessages } from '../../messages';
import { useParameterList } from '../../parameters.api';
import { RequireOrganization } from '../../RequireOrganization';
import { useStatusList } from '../../statuses.api';
import { useTransitionList } from '../../transitions.api';
import { TryOut } from './TryOut';

const ParameterTryOut = () => {
  const t = useAdminMessages();
  const parameters = useParameterList();
  const statuses = useStatusList();
  const transitions = useTransitionList();
  const failedQueries = [parameters, statuses, transitions].filter(({ error }) => error);
  const error = failedQueries[0]?.error;
  usePageTitle(t('parameters.try'));
  const renderContent = () => {
    if (parameters.data && statuses.data && transitions.data) {
      return (
        <Card>
          <TryOut parameters={parameters.data} statuses={statuses.data} transitions={transitions.data} />
        </Card>
      );
    }
    if (error) {
      return (
        <LoadFailure
          title={t('parameters.failed')}
          query={{
            error,
            isFetching: failedQueries.some(({ isFetching }) => isFetching),
            refetch: () => Promise.all(failedQueries.map(({ refetch }) => refetch())),
          }}
          actions={<Button to="/workflow-parameters">{t('tryOut.back')}</Button>}
        />
      );
    }
    return (
      <Loading>
        <SkeletonCard />
      </Loading>
    );
  };
  return (
    <Page width="wizard">
      <PageHead
        title={t('parameters.try')}
        lead={t('tryOut.lead')}
        breadcrumb={[
          { label: t('parameters.title'), to: '/workflow-parameters' },
          { label: t('parameters.try') },
        ]}
      />
      {renderContent()}
    </Page>
  );
};

/** Runs the questionnaire with the saved parameters without creating a task. */
export const Component = () => (
  <RequireOrganization>
    <ParameterTryOut />
  </RequireOrganization>
);
