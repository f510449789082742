import type { Group } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import {
  Button,
  type Column,
  DataTable,
  DateTime,
  EmptyState,
  foldText,
  IconButton,
  Notice,
  Page,
  PageHead,
  Text,
} from '@obieg/ui';
import { type Translate, usePageTitle, usePermissions } from '@obieg/web-kit';
import { useMemo, useState } from 'react';
import { DeleteDialog } from '../../DeleteDialog';
import { useDeleteGroup, useGroupList } from '../../groups.api';
import { LoadFailure } from '../../LoadFailure';
import { useAdminMessages } from '../../messages';
import { RequireOrganization } from '../../RequireOrganization';
import { SearchField } from '../../SearchField';
import { useIncrementalList } from '../../use-incremental-list';
import { useSearchParameter } from '../../use-search-parameter';

const none = '-';

const createColumns = (t: Translate, canEdit: boolean, onDelete: (group: Group) => void): Column<Group>[] => [
  { id: 'id', header: t('groups.columns.id'), kind: 'code', width: '72px', cell: ({ id }) => id },
  { id: 'name', header: t('groups.columns.name'), isMain: true, cell: ({ name }) => name },
  {
    id: 'description',
    header: t('groups.columns.description'),
    cell: ({ description }) => (
      <Text as="span" lines={2}>
        {description || none}
      </Text>
    ),
  },
  {
    id: 'parent',
    header: t('groups.columns.parent'),
    cell: ({ parentGroupName }) => parentGroupName ?? none,
  },
  {
    id: 'createdAt',
    header: t('groups.columns.createdAt'),
    cell: ({ createdAt }) => <DateTime value={createdAt} format="mediumDate" />,
  },
  {
    id: 'actions',
    header: t('groups.columns.actions'),
    kind: 'actions',
    cell: (group) => (
      <>
        <IconButton icon="visible" label={t('groups.view')} to={`/groups/${group.id}`} />
        {canEdit ? (
          <>
            <IconButton icon="edit" label={t('groups.edit')} to={`/groups/${group.id}/edit`} />
            <IconButton icon="delete" label={t('groups.delete')} onClick={() => onDelete(group)} />
          </>
        ) : null}
      </>
    ),
  },
];

/** Returns the groups whose name, description or parent name contains the text. Ignores case and accents. */
const filterGroups = (groups: readonly Group[] | undefined, search: string): readonly Group[] | undefined => {
  const term = foldText(search);
  return groups?.filter(({ name, description, parentGroupName }) =>
    [name, description, parentGroupName].some((text) => foldText(text ?? '').includes(term)),
  );
};

const GroupList = () => {
  const t = useAdminMessages();
  const { canManageUsers } = usePermissions();
  const { data: groups, error, isFetching, refetch } = useGroupList();
  const [groupToDelete, setGroupToDelete] = useState<Group>();
  const deletion = useDeleteGroup();
  const [search, setSearch] = useSearchParameter();
  const matches = useMemo(() => filterGroups(groups, search), [groups, search]);
  const { visibleRows, footer } = useIncrementalList(matches);
  const columns = useMemo(() => createColumns(t, canManageUsers, setGroupToDelete), [t, canManageUsers]);
  usePageTitle(t('groups.title'));
  const addButton = canManageUsers ? (
    <Button variant="primary" icon="add" to="/groups/new">
      {t('groups.add')}
    </Button>
  ) : null;
  return (
    <Page>
      <PageHead
        title={t('groups.title')}
        actions={
          <>
            <Button icon="refresh" loading={isFetching} onClick={() => void refetch()}>
              {t('groups.refresh')}
            </Button>
            {addButton}
          </>
        }
      />
      {search || (groups && groups.length >= limits.groupPickerSearchFrom) ? (
        <SearchField
          label={t('groups.search')}
          placeholder={t('groups.searchPlaceholder')}
          clearLabel={t('groups.clearSearch')}
          value={search}
          onSearch={setSearch}
        />
      ) : null}
      {error && groups ? <Notice tone="danger">{t('groups.failed')}</Notice> : null}
      <DataTable
        label={t('groups.title')}
        columns={columns}
        rows={visibleRows}
        rowKey={({ id }) => id}
        rowHref={({ id }) => `/groups/${id}`}
        isRefreshing={isFetching}
        empty={
          search ? (
            <EmptyState
              icon="search"
              title={t('groups.empty')}
              action={<Button onClick={() => setSearch('')}>{t('groups.clearSearch')}</Button>}
            />
          ) : (
            <EmptyState icon="groups" title={t('groups.empty')} action={addButton} />
          )
        }
        footer={footer}
        error={
          error ? (
            <LoadFailure title={t('groups.failed')} query={{ error, isFetching, refetch }} />
          ) : undefined
        }
      />
      <DeleteDialog
        item={groupToDelete}
        texts="groups"
        deletion={deletion}
        onClose={() => setGroupToDelete(undefined)}
      />
    </Page>
  );
};

/** Lists the organization's groups (spec 2 §2). */
export const Component = () => (
  <RequireOrganization>
    <GroupList />
  </RequireOrganization>
);
