import type { WorkflowStatus } from '@obieg/contracts';
import { Button, DateTime, EmptyState, IconButton, Page, PageHead, StatusBadge } from '@obieg/ui';
import { type Column, DataTable } from '@obieg/ui/lists';
import { type Translate, usePageTitle, usePermissions } from '@obieg/web-kit';
import { useMemo, useState } from 'react';
import { useDeleteStatus, useStatusList } from '../../api/statuses.api';
import { LoadFailure } from '../../failures/LoadFailure';
import { RequireOrganization } from '../../guards/RequireOrganization';
import { useAdminMessages } from '../../i18n/messages';
import { DeleteDialog } from '../../lists/DeleteDialog';
import { DeletionImpact } from '../../task-impact/ChangeImpact';
import { WorkflowLinks } from '../../workflow-changes/WorkflowLinks';
import { FindingMark } from '../../workflow-check/FindingMark';
import { FindingsPanel } from '../../workflow-check/FindingsPanel';
import { useStatusUses } from '../../workflow-entities/use-status-uses';

const createColumns = (
  t: Translate,
  canEdit: boolean,
  describeUses: (statusId: number) => string | undefined,
  onDelete: (status: WorkflowStatus) => void,
): Column<WorkflowStatus>[] => [
  {
    id: 'name',
    header: t('statuses.columns.name'),
    isMain: true,
    cell: ({ id, name }) => (
      <>
        {name}
        <FindingMark kind="status" id={id} />
      </>
    ),
  },
  {
    id: 'type',
    header: t('statuses.columns.type'),
    kind: 'badge',
    width: '180px',
    cell: ({ statusType }) => <StatusBadge type={statusType}>{t(`statusTypes.${statusType}`)}</StatusBadge>,
  },
  {
    id: 'createdAt',
    header: t('statuses.columns.createdAt'),
    width: '180px',
    cell: ({ createdAt }) => <DateTime value={createdAt} format="mediumDate" />,
  },
  ...(canEdit
    ? [
        {
          id: 'actions',
          header: t('statuses.columns.actions'),
          kind: 'actions' as const,
          cell: (status: WorkflowStatus) => (
            <>
              <IconButton
                icon="edit"
                label={t('statuses.edit')}
                to={`/workflow-statuses/${status.id}/edit`}
              />
              <IconButton
                icon="delete"
                label={t('statuses.delete')}
                disabledReason={describeUses(status.id)}
                onClick={() => onDelete(status)}
              />
            </>
          ),
        },
      ]
    : []),
];

const StatusList = () => {
  const t = useAdminMessages();
  const { canManageWorkflow } = usePermissions();
  const { data: statuses, error, isFetching, refetch } = useStatusList();
  const describeUses = useStatusUses();
  const [statusToDelete, setStatusToDelete] = useState<WorkflowStatus>();
  const deletion = useDeleteStatus();
  const columns = useMemo(
    () => createColumns(t, canManageWorkflow, describeUses, setStatusToDelete),
    [t, canManageWorkflow, describeUses],
  );
  usePageTitle(t('statuses.title'));
  const addButton = canManageWorkflow ? (
    <Button variant="primary" icon="add" to="/workflow-statuses/new">
      {t('statuses.add')}
    </Button>
  ) : null;
  return (
    <Page>
      <PageHead
        title={t('statuses.title')}
        lead={t('statuses.lead')}
        actions={
          <>
            <Button icon="refresh" loading={isFetching} onClick={() => void refetch()}>
              {t('statuses.refresh')}
            </Button>
            {addButton}
          </>
        }
      />
      <WorkflowLinks />
      <FindingsPanel />
      <DataTable
        label={t('statuses.title')}
        columns={columns}
        rows={statuses}
        rowKey={({ id }) => id}
        rowHref={({ id }) => `/workflow-statuses/${id}`}
        isRefreshing={isFetching}
        empty={
          <EmptyState icon="statuses" title={t('statuses.empty')} action={addButton}>
            {t('statuses.emptyHelp')}
          </EmptyState>
        }
        error={
          error ? (
            <LoadFailure title={t('statuses.failed')} query={{ error, isFetching, refetch }} />
          ) : undefined
        }
      />
      <DeleteDialog
        shown={statusToDelete}
        name={statusToDelete?.name}
        texts="statuses"
        deletion={deletion}
        isReasonEnough
        onClose={() => setStatusToDelete(undefined)}
      >
        {statusToDelete ? <DeletionImpact kind="status" id={statusToDelete.id} /> : null}
      </DeleteDialog>
    </Page>
  );
};

/** Lists the statuses of the organization's workflow (spec 2 §2). */
export const Component = () => (
  <RequireOrganization>
    <StatusList />
  </RequireOrganization>
);
