import { Button, EmptyState, ErrorPanel, Notice, Page, PageHead } from '@obieg/ui';
import { DataTable, LoadMore } from '@obieg/ui/lists';
import { isMainDomain, usePageTitle } from '@obieg/web-kit';
import { useMemo } from 'react';
import { useSecurityLogPages } from '../../api/security-log.api';
import { LoadFailure } from '../../failures/LoadFailure';
import { isForbidden } from '../../failures/rejection';
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
          <Button
            icon="refresh"
            compact
            loading={isFetching && !isFetchingNextPage}
            onClick={() => void refetch()}
          >
            {t('securityLog.refresh')}
          </Button>
        }
      />
      <SecurityLogFilterBar filters={filters} onChange={changeFilters} entries={entries} />
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
