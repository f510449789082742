import type { StatusTransition } from '@obieg/contracts';
import { Button, ErrorPanel, Loading, Page, PageHead, SkeletonCard } from '@obieg/ui';
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
import { useTransition } from '../../transitions.api';
import { TransitionDetails } from './TransitionDetails';
import { TransitionForm } from './TransitionForm';
import { useFormData } from './use-form-data';

type Mode = 'create' | 'view' | 'edit';
const list = '/status-transitions';
const titles: Record<Mode, string> = {
  create: 'transition.new',
  view: 'transition.show',
  edit: 'transition.edit',
};

const Head = ({ mode, transition }: { mode: Mode; transition?: StatusTransition }) => {
  const t = useAdminMessages();
  const navigate = useNavigate();
  const { canManageWorkflow } = usePermissions();
  const title = t(titles[mode]);
  usePageTitle(title);
  return (
    <PageHead
      title={title}
      breadcrumb={[{ label: t('transitions.title'), to: list }, { label: transition?.name ?? title }]}
      actions={
        mode === 'view' && transition && canManageWorkflow ? (
          <Button
            variant="primary"
            icon="edit"
            onClick={() => void navigate(`${list}/${transition.id}/edit`, { replace: true })}
          >
            {t('transition.editButton')}
          </Button>
        ) : null
      }
    />
  );
};

interface FailedProps {
  title: string;
  error: unknown;
  onRetry: () => void;
  isRetrying: boolean;
}

const Failed = ({ title, error, onRetry, isRetrying }: FailedProps) => {
  const t = useAdminMessages();
  return (
    <ErrorPanel
      title={title}
      isWholePage
      onRetry={onRetry}
      isRetrying={isRetrying}
      actions={<Button to={list}>{t('transition.back')}</Button>}
      requestId={isApiError(error) ? error.requestId : undefined}
    />
  );
};

const Skeleton = () => (
  <Loading>
    <SkeletonCard />
    <SkeletonCard />
  </Loading>
);

const NewTransition = () => {
  const t = useAdminMessages();
  const formData = useFormData();
  if (!formData.data) {
    return formData.error ? (
      <Failed
        title={t('transition.formFailed')}
        error={formData.error}
        onRetry={formData.retry}
        isRetrying={formData.isFetching}
      />
    ) : (
      <Skeleton />
    );
  }
  return (
    <>
      <Head mode="create" />
      <TransitionForm formData={formData.data} />
    </>
  );
};

const ExistingTransition = ({ id, mode }: { id: number; mode: 'view' | 'edit' }) => {
  const t = useAdminMessages();
  const formData = useFormData();
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useTransition(id);
  const [reloads, setReloads] = useState(0);
  if (error && !data) {
    return (
      <Failed
        title={t('transition.failed')}
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  if (formData.error && !formData.data) {
    return (
      <Failed
        title={t('transition.formFailed')}
        error={formData.error}
        onRetry={formData.retry}
        isRetrying={formData.isFetching}
      />
    );
  }
  if (!data || !formData.data || (mode === 'edit' && !isFetchedAfterMount)) return <Skeleton />;
  return (
    <>
      <Head mode={mode} transition={data.entity} />
      {mode === 'edit' ? (
        <TransitionForm
          key={reloads}
          formData={formData.data}
          revised={data}
          onReload={() => void refetch().then(() => setReloads((count) => count + 1))}
        />
      ) : (
        <TransitionDetails transition={data.entity} formData={formData.data} />
      )}
    </>
  );
};

const TransitionInMode = () => {
  const { pathname } = useLocation();
  const text = useParams()['id'];
  if (text === undefined) {
    return (
      <RequireWorkflowManager instead={list}>
        <Page width="form">
          <NewTransition />
        </Page>
      </RequireWorkflowManager>
    );
  }
  if (!/^[1-9]\d{0,14}$/.test(text)) return <Navigate to={list} replace />;
  const id = Number(text);
  const mode = pathname.endsWith('/edit') ? 'edit' : 'view';
  const page = (
    <Page width="form">
      <ExistingTransition key={`${id}-${mode}`} id={id} mode={mode} />
    </Page>
  );
  return mode === 'view' ? (
    page
  ) : (
    <RequireWorkflowManager instead={`${list}/${id}`}>{page}</RequireWorkflowManager>
  );
};

/** A new transition, or one to read or edit: the last part of the path tells which (spec 2 §2, §4). */
export const Component = () => (
  <RequireOrganization>
    <TransitionInMode />
  </RequireOrganization>
);
