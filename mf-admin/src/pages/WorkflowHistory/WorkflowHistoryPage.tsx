import type { WorkflowRevision } from '@obieg/contracts';
import { Button, EmptyState, Notice, Page, PageHead } from '@obieg/ui';
import { DataTable, LoadMore } from '@obieg/ui/lists';
import { usePageTitle } from '@obieg/web-kit';
import { useMemo, useState } from 'react';
import { useRevisionPages } from '../../api/workflow-revisions.api';
import { LoadFailure } from '../../failures/LoadFailure';
import { RequireOrganization } from '../../guards/RequireOrganization';
import { RequireWorkflowManager } from '../../guards/RequireWorkflowManager';
import { useAdminMessages } from '../../i18n/messages';
import { useBilingual } from '../../workflow-changes/use-bilingual';
import { RestoreDialog } from './RestoreDialog';
import { createRevisionColumns } from './revision-columns';

const WorkflowHistory = () => {
  const t = useAdminMessages();
  const inLanguage = useBilingual();
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useRevisionPages();
  const [revisionToRestore, setRevisionToRestore] = useState<WorkflowRevision>();
  const revisions = useMemo(() => data?.pages.flatMap((page) => page.revisions), [data]);
  const columns = createRevisionColumns({
    t,
    inLanguage,
    newest: revisions?.[0]?.number,
    onRestore: setRevisionToRestore,
  });
  usePageTitle(t('workflowHistory.title'));
  return (
    <Page>
      <PageHead
        title={t('workflowHistory.title')}
        lead={t('workflowHistory.lead')}
        actions={
          <>
            <Button icon="refresh" loading={isFetching && !isFetchingNextPage} onClick={() => void refetch()}>
              {t('workflowHistory.refresh')}
            </Button>
            <Button icon="transitions" to="/workflow-exchange">
              {t('workflowExchange.title')}
            </Button>
          </>
        }
      />
      {error && revisions ? <Notice tone="danger">{t('workflowHistory.failed')}</Notice> : null}
      <DataTable
        label={t('workflowHistory.title')}
        columns={columns}
        rows={revisions}
        rowKey={({ number }) => number}
        rowHref={({ number }) => `/workflow-history/${number}`}
        isRefreshing={isFetching}
        empty={<EmptyState icon="history" title={t('workflowHistory.empty')} />}
        error={
          error ? (
            <LoadFailure title={t('workflowHistory.failed')} query={{ error, isFetching, refetch }} />
          ) : undefined
        }
        footer={
          <LoadMore
            hasMore={hasNextPage}
            isLoading={isFetchingNextPage}
            onLoadMore={() => void fetchNextPage()}
          />
        }
      />
      {revisionToRestore ? (
        <RestoreDialog
          number={revisionToRestore.number}
          onRestored={() => setRevisionToRestore(undefined)}
          onCancel={() => setRevisionToRestore(undefined)}
        />
      ) : null}
    </Page>
  );
};

/** Lists the saved states of the workflow, and restores one. */
export const Component = () => (
  <RequireOrganization>
    <RequireWorkflowManager fallbackPath="/status-transitions">
      <WorkflowHistory />
    </RequireWorkflowManager>
  </RequireOrganization>
);
