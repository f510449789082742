import type { WorkflowStatus } from '@obieg/contracts';
import {
  Button,
  Card,
  DateTime,
  DetailList,
  ErrorPanel,
  Loading,
  Page,
  PageHead,
  SkeletonCard,
  StatusBadge,
} from '@obieg/ui';
import {
  isApiError,
  Navigate,
  useLocation,
  useNavigate,
  usePageTitle,
  useParams,
  usePermissions,
} from '@obieg/web-kit';
import { useState } from 'react';
import { useAdminMessages } from '../../messages';
import { RequireOrganization } from '../../RequireOrganization';
import { RequireWorkflowManager } from '../../RequireWorkflowManager';
import type { Revised } from '../../revised';
import { useStatus } from '../../statuses.api';
import { DeleteStatusDialog } from './DeleteStatusDialog';
import { StatusForm } from './StatusForm';

type Mode = 'create' | 'view' | 'edit';
const list = '/workflow-statuses';

const ViewActions = ({ entity: status, tag }: Revised<WorkflowStatus>) => {
  const t = useAdminMessages();
  const navigate = useNavigate();
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      <Button icon="delete" onClick={() => setIsAsked(true)}>
        {t('statuses.deleteButton')}
      </Button>
      <Button variant="primary" icon="edit" to={`${list}/${status.id}/edit`}>
        {t('statuses.edit')}
      </Button>
      <DeleteStatusDialog
        status={isAsked ? status : undefined}
        tag={tag}
        onDeleted={() => void navigate(list)}
        onCancel={() => setIsAsked(false)}
      />
    </>
  );
};

const Head = ({ mode, revised }: { mode: Mode; revised?: Revised<WorkflowStatus> }) => {
  const t = useAdminMessages();
  const { canManageWorkflow } = usePermissions();
  const titles: Record<Mode, string> = { create: 'status.new', view: 'status.view', edit: 'status.edit' };
  const title = t(titles[mode]);
  usePageTitle(title);
  return (
    <PageHead
      title={title}
      breadcrumb={[{ label: t('statuses.title'), to: list }, { label: revised?.entity.name ?? title }]}
      actions={mode === 'view' && revised && canManageWorkflow ? <ViewActions {...revised} /> : null}
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

const ExistingStatus = ({ id, mode }: { id: number; mode: 'view' | 'edit' }) => {
  const t = useAdminMessages();
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useStatus(id);
  const [reloads, setReloads] = useState(0);
  if (data && (mode === 'view' || isFetchedAfterMount)) {
    return (
      <>
        <Head mode={mode} revised={data} />
        {mode === 'edit' ? (
          <StatusForm
            key={reloads}
            revised={data}
            onReload={() => void refetch().then(() => setReloads((count) => count + 1))}
          />
        ) : (
          <StatusDetails status={data.entity} />
        )}
      </>
    );
  }
  return error ? (
    <ErrorPanel
      title={t('status.failed')}
      isWholePage
      onRetry={() => void refetch()}
      isRetrying={isFetching}
      actions={<Button to={list}>{t('status.back')}</Button>}
      requestId={isApiError(error) ? error.requestId : undefined}
    />
  ) : (
    <Loading>
      <SkeletonCard />
    </Loading>
  );
};

const StatusInMode = () => {
  const { pathname } = useLocation();
  const text = useParams()['id'];
  if (text === undefined) {
    return (
      <RequireWorkflowManager instead={list}>
        <Page width="form">
          <Head mode="create" />
          <StatusForm />
        </Page>
      </RequireWorkflowManager>
    );
  }
  if (!/^[1-9]\d{0,14}$/.test(text)) return <Navigate to={list} replace />;
  const id = Number(text);
  const mode = pathname.endsWith('/edit') ? 'edit' : 'view';
  const page = (
    <Page width="form">
      <ExistingStatus key={`${id}-${mode}`} id={id} mode={mode} />
    </Page>
  );
  return mode === 'view' ? (
    page
  ) : (
    <RequireWorkflowManager instead={`${list}/${id}`}>{page}</RequireWorkflowManager>
  );
};

/** A new status, or one to read or edit: the last part of the path tells which (spec 2 §2, spec 3 §2). */
export const Component = () => (
  <RequireOrganization>
    <StatusInMode />
  </RequireOrganization>
);
