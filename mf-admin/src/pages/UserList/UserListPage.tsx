import type { User } from '@obieg/contracts';
import { Button, EmptyState, Notice, Page, PageHead } from '@obieg/ui';
import { DataTable, LoadMore } from '@obieg/ui/lists';
import { usePageTitle } from '@obieg/web-kit';
import { useMemo, useState } from 'react';
import { useUserPages } from '../../api/users.api';
import { useSearchParameter } from '../../browser/use-search-parameter';
import { LoadFailure } from '../../failures/LoadFailure';
import { RequireUserManager } from '../../guards/RequireUserManager';
import { useAdminMessages } from '../../i18n/messages';
import { SearchField } from '../../lists/SearchField';
import { type InvitationAction, InvitationDialog } from '../../members/InvitationDialog';
import { FactorPolicyButton } from './FactorPolicyDialog';
import { createUserColumns } from './user-columns';

const UserList = () => {
  const t = useAdminMessages();
  const [search, setSearch] = useSearchParameter();
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useUserPages(search);
  const [pending, setPending] = useState<{ user: User; action: InvitationAction }>();
  const users = useMemo(() => data?.pages.flatMap((page) => page.users), [data]);
  const hasInvited = users?.some(({ invitation }) => invitation) ?? false;
  const columns = useMemo(
    () => createUserColumns(t, hasInvited ? (user, action) => setPending({ user, action }) : undefined),
    [t, hasInvited],
  );
  usePageTitle(t('users.title'));
  const addButton = (
    <Button variant="primary" icon="userAdd" to="/createUser">
      {t('users.add')}
    </Button>
  );
  return (
    <Page>
      <PageHead
        title={t('users.title')}
        actions={
          <>
            <Button icon="refresh" loading={isFetching && !isFetchingNextPage} onClick={() => void refetch()}>
              {t('users.refresh')}
            </Button>
            <FactorPolicyButton />
            <Button icon="upload" to="/users/import">
              {t('peopleImport.open')}
            </Button>
            {addButton}
          </>
        }
      />
      <SearchField
        label={t('users.search')}
        placeholder={t('users.searchPlaceholder')}
        clearLabel={t('users.clearSearch')}
        value={search}
        onSearch={setSearch}
      />
      {error && users ? <Notice tone="danger">{t('users.failed')}</Notice> : null}
      <DataTable
        label={t('users.title')}
        columns={columns}
        rows={users}
        rowKey={({ id }) => id}
        rowHref={({ id }) => `/user/${id}`}
        isRefreshing={isFetching}
        empty={
          search ? (
            <EmptyState
              icon="search"
              title={t('users.empty')}
              action={<Button onClick={() => setSearch('')}>{t('users.clearSearch')}</Button>}
            />
          ) : (
            <EmptyState icon="users" title={t('users.empty')} action={addButton} />
          )
        }
        error={
          error ? <LoadFailure title={t('users.failed')} query={{ error, isFetching, refetch }} /> : undefined
        }
        footer={
          <LoadMore
            hasMore={hasNextPage}
            isLoading={isFetchingNextPage}
            onLoadMore={() => void fetchNextPage()}
          />
        }
      />
      {pending ? <InvitationDialog {...pending} onClose={() => setPending(undefined)} /> : null}
    </Page>
  );
};

/** Lists the organization's members (spec 2 §2). */
export const Component = () => (
  <RequireUserManager>
    <UserList />
  </RequireUserManager>
);
