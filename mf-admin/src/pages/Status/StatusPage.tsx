import type { SaveWorkflowStatus, WorkflowStatus } from '@obieg/contracts';
import { Button, Card, DateTime, DetailList, PageHead, StatusBadge } from '@obieg/ui';
import { useNavigate, usePageTitle, usePermissions } from '@obieg/web-kit';
import { useState } from 'react';
import type { Versioned } from '../../api/optimistic-concurrency';
import { useStatus } from '../../api/statuses.api';
import { useAdminMessages } from '../../i18n/messages';
import { EntityFindings } from '../../workflow-check/EntityFindings';
import { DeleteStatusDialog } from '../../workflow-entities/DeleteStatusDialog';
import { useStatusUses } from '../../workflow-entities/use-status-uses';
import {
  type EntityMode,
  EntityPlaceholder,
  type ExistingMode,
  WorkflowEntityPage,
} from '../../workflow-entities/WorkflowEntityPage';
import { StatusForm } from './StatusForm';

const listPath = '/workflow-statuses';

const ViewActions = ({ entity: status, etag }: Versioned<WorkflowStatus>) => {
  const t = useAdminMessages();
  const navigate = useNavigate();
  const describeUses = useStatusUses();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  return (
    <>
      <Button icon="delete" disabledReason={describeUses(status.id)} onClick={() => setIsDialogOpen(true)}>
        {t('statuses.deleteButton')}
      </Button>
      <Button variant="primary" icon="edit" to={`${listPath}/${status.id}/edit`}>
        {t('statuses.edit')}
      </Button>
      <DeleteStatusDialog
        status={isDialogOpen ? status : undefined}
        etag={etag}
        onDeleted={() => void navigate(listPath)}
        onCancel={() => setIsDialogOpen(false)}
      />
    </>
  );
};

const Head = ({ mode, versioned }: { mode: EntityMode; versioned?: Versioned<WorkflowStatus> }) => {
  const t = useAdminMessages();
  const { canManageWorkflow } = usePermissions();
  const titles: Record<EntityMode, string> = {
    create: 'status.new',
    view: 'status.view',
    edit: 'status.edit',
  };
  const title = t(titles[mode]);
  usePageTitle(title);
  return (
    <PageHead
      title={title}
      breadcrumb={[{ label: t('statuses.title'), to: listPath }, { label: versioned?.entity.name ?? title }]}
      actions={mode === 'view' && versioned && canManageWorkflow ? <ViewActions {...versioned} /> : null}
    />
  );
};

const StatusDetails = ({ status }: { status: WorkflowStatus }) => {
  const t = useAdminMessages();
  return (
    <Card>
      <DetailList
        columns={2}
        items={[
          { label: t('status.name'), value: status.name },
          {
            label: t('status.type'),
            value: (
              <StatusBadge type={status.statusType}>{t(`statusTypes.${status.statusType}`)}</StatusBadge>
            ),
          },
          {
            label: t('statuses.columns.createdAt'),
            value: <DateTime value={status.createdAt} format="mediumDate" />,
          },
        ]}
      />
    </Card>
  );
};

const ExistingStatus = ({ id, mode }: { id: number; mode: ExistingMode }) => {
  const t = useAdminMessages();
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useStatus(id);
  const [reloadCount, setReloadCount] = useState(0);
  if (data && (mode === 'view' || isFetchedAfterMount)) {
    return (
      <>
        <Head mode={mode} versioned={data} />
        {mode === 'edit' ? (
          <StatusForm
            key={reloadCount}
            versioned={data}
            onReload={() => void refetch().then(() => setReloadCount((count) => count + 1))}
          />
        ) : (
          <>
            <EntityFindings kind="status" id={id} />
            <StatusDetails status={data.entity} />
          </>
        )}
      </>
    );
  }
  return (
    <EntityPlaceholder
      error={error}
      title={t('status.failed')}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
      listPath={listPath}
      backLabel={t('status.back')}
    />
  );
};

const NewStatus = () => {
  const [saved, setSaved] = useState<readonly SaveWorkflowStatus[]>([]);
  return (
    <>
      <Head mode="create" />
      <StatusForm
        key={saved.length}
        previous={saved.at(-1)}
        onAddAnother={(status) => setSaved([...saved, status])}
      />
    </>
  );
};

/** Creates, shows or edits a workflow status (spec 2 §2). */
export const Component = () => (
  <WorkflowEntityPage
    listPath={listPath}
    renderNew={() => <NewStatus />}
    renderExisting={(id, mode) => <ExistingStatus id={id} mode={mode} />}
  />
);
