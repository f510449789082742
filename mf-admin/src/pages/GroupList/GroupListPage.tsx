import type { Group } from '@obieg/contracts';
import { groupPathOf } from '@obieg/contracts/group-path';
import { limits } from '@obieg/contracts/limits';
import { Button, EmptyState, foldText, Notice, Page, PageHead } from '@obieg/ui';
import { DataTable } from '@obieg/ui/lists';
import { usePageTitle, usePermissions } from '@obieg/web-kit';
import { useMemo, useState } from 'react';
import { useDeleteGroup, useGroupList, useGroupNames } from '../../api/groups.api';
import { useSearchParameter } from '../../browser/use-search-parameter';
import { LoadFailure } from '../../failures/LoadFailure';
import { RequireOrganization } from '../../guards/RequireOrganization';
import { useAdminMessages } from '../../i18n/messages';
import { DeleteDialog } from '../../lists/DeleteDialog';
import { SearchField } from '../../lists/SearchField';
import { useIncrementalList } from '../../lists/use-incremental-list';
import { createGroupColumns } from './group-columns';
import { orderAsTree } from './group-tree';

/** Returns the groups whose path, description or parent name contains the text. Ignores case and accents. */
const filterGroups = (groups: readonly Group[], search: string): readonly Group[] => {
  const term = foldText(search);
  return groups.filter((group) =>
    [groupPathOf(group), group.description, group.parentGroupName].some((text) =>
      foldText(text ?? '').includes(term),
    ),
  );
};

const GroupList = () => {
  const t = useAdminMessages();
  const { canManageUsers } = usePermissions();
  const { data: groups, error, isFetching, refetch } = useGroupList();
  const [groupToDelete, setGroupToDelete] = useState<Group>();
  const deletion = useDeleteGroup();
  const [search, setSearch] = useSearchParameter();
  const matches = useMemo(() => groups && orderAsTree(filterGroups(groups, search)), [groups, search]);
  const { visibleRows, footer } = useIncrementalList(matches);
  const nameOfGroup = useGroupNames();
  const columns = useMemo(
    () => createGroupColumns(t, nameOfGroup, canManageUsers, setGroupToDelete),
    [t, nameOfGroup, canManageUsers],
  );
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
        rowKey={({ group }) => group.id}
        rowHref={({ group }) => `/groups/${group.id}`}
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
        shown={groupToDelete}
        name={groupToDelete && groupPathOf(groupToDelete)}
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
