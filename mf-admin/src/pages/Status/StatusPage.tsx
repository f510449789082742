import type { WorkflowStatus } from '@obieg/contracts';
import { Button, Card, DateTime, DetailList, PageHead, StatusBadge } from '@obieg/ui';
import { useNavigate, usePageTitle, usePermissions } from '@obieg/web-kit';
import { useState } from 'react';
import { useAdminMessages } from '../../messages';
import type { Versioned } from '../../optimistic-concurrency';
import { useStatus } from '../../statuses.api';
import {
  type EntityMode,
  EntityPlaceholder,
  type ExistingMode,
  WorkflowEntityPage,
} from '../../WorkflowEntityPage';
import { DeleteStatusDialog } from './DeleteStatusDialog';
import { StatusForm } from './StatusForm';

const list = '/workflow-statuses';

const ViewActions = ({ entity: status, etag }: Versioned<WorkflowStatus>) => {
  const t = useAdminMessages();
  const navigate = useNavigate();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  return (
    <>
      <Button icon="delete" onClick={() => setIsDialogOpen(true)}>
        {t('statuses.deleteButton')}
      </Button>
      <Button variant="primary" icon="edit" to={`${list}/${status.id}/edit`}>
        {t('statuses.edit')}
      </Button>
      <DeleteStatusDialog
        status={isDialogOpen ? status : undefined}
        etag={etag}
        onDeleted={() => void navigate(list)}
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
      breadcrumb={[{ label: t('statuses.title'), to: list }, { label: versioned?.entity.name ?? title }]}
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
  const [reloads, setReloads] = useState(0);
  if (data && (mode === 'view' || isFetchedAfterMount)) {
    return (
      <>
        <Head mode={mode} versioned={data} />
        {mode === 'edit' ? (
          <StatusForm
            key={reloads}
            versioned={data}
            onReload={() => void refetch().then(() => setReloads((count) => count + 1))}
          />
        ) : (
          <StatusDetails status={data.entity} />
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
      list={list}
      backLabel={t('status.back')}
    />
  );
};

export const Component = () => (
  <WorkflowEntityPage
    list={list}
    create={
      <>
        <Head mode="create" />
        <StatusForm />
      </>
    }
    existing={(id, mode) => <ExistingStatus id={id} mode={mode} />}
  />
);
