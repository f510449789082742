import { Button, Card, Loading, Page, PageHead, SkeletonCard, useUiTimeZone } from '@obieg/ui';
import { usePageTitle, useSearchParams } from '@obieg/web-kit';
import { useMemo } from 'react';
import { useParameterList } from '../../api/parameters.api';
import { useStatusList } from '../../api/statuses.api';
import { useTransitionList } from '../../api/transitions.api';
import { LoadFailure } from '../../failures/LoadFailure';
import { RequireOrganization } from '../../guards/RequireOrganization';
import { useAdminMessages } from '../../i18n/messages';
import { useScenarioList } from '../../workflow-check/workflow-check.api';
import { ScenarioList } from './ScenarioList';
import { TryOut } from './TryOut';

/** Returns the scenario that the address names. */
const useOpenedScenario = () => {
  const [query] = useSearchParams();
  const scenarioId = Number(query.get('scenario'));
  return useScenarioList().data?.find(({ id }) => id === scenarioId);
};

const ParameterTryOut = () => {
  const t = useAdminMessages();
  const parameters = useParameterList();
  const statuses = useStatusList();
  const transitions = useTransitionList();
  const timeZone = useUiTimeZone();
  const workflow = useMemo(
    () =>
      parameters.data && statuses.data && transitions.data
        ? { parameters: parameters.data, statuses: statuses.data, transitions: transitions.data, timeZone }
        : undefined,
    [parameters.data, statuses.data, transitions.data, timeZone],
  );
  const opened = useOpenedScenario();
  const failedQueries = [parameters, statuses, transitions].filter(({ error }) => error);
  const error = failedQueries[0]?.error;
  usePageTitle(t('parameters.try'));
  const renderContent = () => {
    if (workflow) {
      return (
        <>
          <Card>
            <TryOut key={opened?.id} workflow={workflow} initialAnswers={opened?.answers} />
          </Card>
          <ScenarioList workflow={workflow} />
        </>
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
