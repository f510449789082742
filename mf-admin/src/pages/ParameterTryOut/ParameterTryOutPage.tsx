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
  const failed = [parameters, statuses, transitions].filter(({ error }) => error);
  const error = failed[0]?.error;
  usePageTitle(t('parameters.try'));
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
      {parameters.data && statuses.data && transitions.data ? (
        <Card>
          <TryOut parameters={parameters.data} statuses={statuses.data} transitions={transitions.data} />
        </Card>
      ) : error ? (
        <LoadFailure
          title={t('parameters.failed')}
          query={{
            error,
            isFetching: failed.some(({ isFetching }) => isFetching),
            refetch: () => Promise.all(failed.map(({ refetch }) => refetch())),
          }}
          actions={<Button to="/workflow-parameters">{t('tryOut.back')}</Button>}
        />
      ) : (
        <Loading>
          <SkeletonCard />
        </Loading>
      )}
    </Page>
  );
};

/** What the saved parameters ask, and where the answers lead, without creating anything. */
export const Component = () => (
  <RequireOrganization>
    <ParameterTryOut />
  </RequireOrganization>
);
