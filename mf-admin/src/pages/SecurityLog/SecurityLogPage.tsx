import { securityLogExportMax } from '@obieg/contracts';
import { Button, EmptyState, ErrorPanel, Notice, Page, PageHead, Text } from '@obieg/ui';
import { DataTable, LoadMore } from '@obieg/ui/lists';
import { isForbidden, isMainDomain, saveFile, useMutation, usePageTitle } from '@obieg/web-kit';
import { useMemo } from 'react';
import { exportSecurityLog, useSecurityLogPages } from '../../api/security-log.api';
import { LoadFailure } from '../../failures/LoadFailure';
import { appendReason } from '../../failures/rejection';
import { RequireUserManager } from '../../guards/RequireUserManager';
import { useAdminMessages } from '../../i18n/messages';
import { SecurityLogFilterBar } from './SecurityLogFilters';
import { createSecurityLogColumns } from './security-log-columns';
import { useSecurityLogFilters } from './use-security-log-filters';

const SecurityLog = () => {
  const t = useAdminMessages();
  const { filters, isFiltered, changeFilters, clearFilters } = useSecurityLogFilters();
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useSecurityLogPages(filters);
  const columns = useMemo(() => createSecurityLogColumns(t), [t]);
  const entries = useMemo(() => data?.pages.flatMap((page) => page.entries), [data]);
  const download = useMutation({
    mutationFn: () => exportSecurityLog(filters),
    onSuccess: (content) => saveFile(content, 'security-log.csv'),
  });
  usePageTitle(t('securityLog.title'));
  const failure = isForbidden(error) ? (
    <ErrorPanel title={t('securityLog.forbidden')} icon="lock" />
  ) : (
    <LoadFailure title={t('securityLog.failed')} query={{ error, isFetching, refetch }} />
  );
  return (
    <Page>
      <PageHead
        title={t('securityLog.title')}
        lead={t(isMainDomain() ? 'securityLog.leadOnMainDomain' : 'securityLog.lead')}
        actions={
          <>
            <Button icon="download" compact loading={download.isPending} onClick={() => download.mutate()}>
              {t('securityLog.export')}
            </Button>
            <Button
              icon="refresh"
              compact
              loading={isFetching && !isFetchingNextPage}
              onClick={() => void refetch()}
            >
              {t('securityLog.refresh')}
            </Button>
          </>
        }
      />
      <SecurityLogFilterBar filters={filters} onChange={changeFilters} entries={entries} />
      <Text muted size="small">
        {t('securityLog.exportHelp', { max: securityLogExportMax })}
      </Text>
      {download.error ? (
        <Notice tone="danger">{appendReason(t('securityLog.exportFailed'), download.error)}</Notice>
      ) : null}
      {error && entries ? <Notice tone="danger">{t('securityLog.failed')}</Notice> : null}
      <DataTable
        label={t('securityLog.title')}
        columns={columns}
        rows={entries}
        rowKey={({ id }) => id}
        isRefreshing={isFetching}
        empty={
          isFiltered ? (
            <EmptyState
              icon="search"
              title={t('securityLog.nothingFound')}
              action={<Button onClick={clearFilters}>{t('securityLog.clearFilters')}</Button>}
            />
          ) : (
            <EmptyState icon="security" title={t('securityLog.empty')} />
          )
        }
        error={error ? failure : undefined}
        footer={
          <LoadMore
            hasMore={hasNextPage}
            isLoading={isFetchingNextPage}
            onLoadMore={() => void fetchNextPage()}
          />
        }
      />
    </Page>
  );
};

/** Shows the security log of the organization. On the main domain, shows the events outside any organization. */
export const Component = () => {
  const t = useAdminMessages();
  return (
    <RequireUserManager title={t('securityLog.title')} isAvailableOnMainDomain>
      <SecurityLog />
    </RequireUserManager>
  );
};
