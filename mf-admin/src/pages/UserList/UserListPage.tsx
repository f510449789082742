import type { User } from '@obieg/contracts';
import {
  Button,
  type Column,
  DataTable,
  DateTime,
  EmptyState,
  LoadMore,
  Notice,
  Page,
  PageHead,
  PersonInline,
} from '@obieg/ui';
import { type Translate, usePageTitle } from '@obieg/web-kit';
import { useMemo } from 'react';
import { LoadFailure } from '../../LoadFailure';
import { useAdminMessages } from '../../messages';
import { RequireUserManager } from '../../RequireUserManager';
import { SearchField } from '../../SearchField';
import { useSearchParameter } from '../../use-search-parameter';
import { useUserPages } from '../../users.api';

const createColumns = (t: Translate): Column<User>[] => [
  { id: 'id', header: t('users.columns.id'), kind: 'code', width: '80px', cell: ({ id }) => id },
  {
    id: 'username',
    header: t('users.columns.username'),
    isMain: true,
    cell: ({ username }) => <PersonInline name={username} />,
  },
  { id: 'email', header: t('users.columns.email'), cell: ({ email }) => email },
  {
    id: 'createdAt',
    header: t('users.columns.createdAt'),
    cell: ({ createdAt }) => <DateTime value={createdAt} format="mediumDate" />,
  },
];

const UserList = () => {
  const t = useAdminMessages();
  const [search, setSearch] = useSearchParameter();
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useUserPages(search);
  const columns = useMemo(() => createColumns(t), [t]);
  const users = useMemo(() => data?.pages.flatMap((page) => page.users), [data]);
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
    </Page>
  );
};

/** Lists the organization's members (spec 2 §2). */
export const Component = () => (
  <RequireUserManager>
    <UserList />
  </RequireUserManager>
);
