import { Loading, Page, PageHead, SkeletonCard } from '@obieg/ui';
import { usePageTitle } from '@obieg/web-kit';
import { useState } from 'react';
import { LoadFailure } from '../../failures/LoadFailure';
import { RequireOrganization } from '../../guards/RequireOrganization';
import { RequireWorkflowManager } from '../../guards/RequireWorkflowManager';
import { useAdminMessages } from '../../i18n/messages';
import { DueSettingsForm } from './DueSettingsForm';
import { useDueSettings } from './due-settings.api';

const DueSettingsContent = () => {
  const t = useAdminMessages();
  const query = useDueSettings();
  const { data, error, isFetchedAfterMount, refetch } = query;
  const [reloadCount, setReloadCount] = useState(0);
  usePageTitle(t('dueSettings.title'));
  const reload = (): void => void refetch().then(() => setReloadCount((count) => count + 1));
  return (
    <Page width="form">
      <PageHead title={t('dueSettings.title')} lead={t('dueSettings.lead')} />
      {data && isFetchedAfterMount ? (
        <DueSettingsForm key={reloadCount} versioned={data} onReload={reload} />
      ) : error ? (
        <LoadFailure title={t('dueSettings.failed')} query={query} isWholePage />
      ) : (
        <Loading>
          <SkeletonCard />
          <SkeletonCard />
        </Loading>
      )}
    </Page>
  );
};

/** Page `/due-settings`: working hours, and when a new task is due. */
export const Component = () => (
  <RequireOrganization>
    <RequireWorkflowManager fallbackPath="/dashboard">
      <DueSettingsContent />
    </RequireWorkflowManager>
  </RequireOrganization>
);
