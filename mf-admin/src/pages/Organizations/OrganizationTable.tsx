import type { Organization } from '@obieg/contracts';
import { Button, DateTime, EmptyState, foldText } from '@obieg/ui';
import { type Column, DataTable } from '@obieg/ui/lists';
import type { Translate } from '@obieg/web-kit';
import { useMemo, useState } from 'react';
import { useSearchParameter } from '../../browser/use-search-parameter';
import { useAdminMessages } from '../../i18n/messages';
import { SearchField } from '../../lists/SearchField';
import { useIncrementalList } from '../../lists/use-incremental-list';
import { OrganizationLink } from '../../organization-selection/OrganizationLink';
import { DeleteOrganizationDialog } from './DeleteOrganizationDialog';
import { OrganizationActions, OrganizationRow, TableActionsContext } from './OrganizationRow';
import classes from './organizations.module.css';
import type { Message } from './use-temporary-message';

const createColumns = (t: Translate): Column<Organization>[] => [
  {
    id: 'name',
    header: t('organizations.name'),
    isMain: true,
    cell: ({ name }) => <span className={classes['name']}>{name}</span>,
  },
  {
    id: 'codeName',
    header: t('organizations.codeName'),
    cell: (organization) => (
      <OrganizationLink organization={organization} className={classes['address']}>
        {organization.codeName}
      </OrganizationLink>
    ),
  },
  {
    id: 'createdAt',
    header: t('organizations.createdAt'),
    cell: ({ createdAt }) => <DateTime value={createdAt} format="mediumDate" />,
  },
  {
    id: 'actions',
    header: t('organizations.actions'),
    kind: 'actions',
    cell: (organization) => <OrganizationActions organization={organization} />,
  },
];

/** Returns the organizations whose name or code name contains the text. Ignores case and accents. */
const filterOrganizations = (organizations: readonly Organization[], search: string): Organization[] => {
  const term = foldText(search);
  return organizations.filter(({ name, codeName }) =>
    [name, codeName].some((text) => foldText(text).includes(term)),
  );
};

interface OrganizationTableProps {
  organizations: readonly Organization[];
  showMessage: (message: Message) => void;
}

/** Searches, edits and deletes organizations (spec 1 §2, §4). */
export const OrganizationTable = ({ organizations, showMessage }: OrganizationTableProps) => {
  const t = useAdminMessages();
  const [search, setSearch] = useSearchParameter();
  const [organizationToDelete, confirmDeletion] = useState<Organization>();
  const matches = useMemo(() => filterOrganizations(organizations, search), [organizations, search]);
  const { visibleRows, footer } = useIncrementalList(matches);
  const columns = useMemo(() => createColumns(t), [t]);
  const actions = useMemo(() => ({ showMessage, confirmDeletion }), [showMessage]);
  if (organizations.length === 0) return <EmptyState icon="building" title={t('organizations.empty')} />;
  return (
    <TableActionsContext value={actions}>
      <SearchField
        label={t('organizations.search')}
        placeholder={t('organizations.searchPlaceholder')}
        clearLabel={t('organizations.clearSearch')}
        value={search}
        onSearch={setSearch}
      />
      <DataTable
        label={t('organizations.heading')}
        columns={columns}
        rows={visibleRows}
        rowKey={({ id }) => id}
        rowFrame={OrganizationRow}
        empty={
          <EmptyState
            icon="search"
            title={t('organizations.noMatch')}
            action={<Button onClick={() => setSearch('')}>{t('organizations.clearSearch')}</Button>}
          />
        }
        footer={footer}
      />
      {organizationToDelete ? (
        <DeleteOrganizationDialog
          organization={organizationToDelete}
          onDeleted={() => showMessage({ tone: 'success', text: t('organizations.deleted') })}
          onClose={() => confirmDeletion(undefined)}
        />
      ) : null}
    </TableActionsContext>
  );
};
