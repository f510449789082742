import type { WorkflowParameter } from '@obieg/contracts';
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
import { useAvailableParents, useParameter } from '../../parameters.api';
import { RequireOrganization } from '../../RequireOrganization';
import { RequireWorkflowManager } from '../../RequireWorkflowManager';
import type { Revised } from '../../revised';
import { DeleteParameterDialog } from './DeleteParameterDialog';
import { ParameterDetails } from './ParameterDetails';
import { ParameterForm } from './ParameterForm';

type Mode = 'create' | 'view' | 'edit';
const list = '/workflow-parameters';
const titles: Record<Mode, string> = {
  create: 'parameter.new',
  view: 'parameter.view',
  edit: 'parameter.edit',
};

const ViewActions = ({ entity: parameter, tag }: Revised<WorkflowParameter>) => {
  const t = useAdminMessages();
  const navigate = useNavigate();
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      <Button icon="delete" onClick={() => setIsAsked(true)}>
        {t('parameters.deleteButton')}
      </Button>
      <Button variant="primary" icon="edit" to={`${list}/${parameter.id}/edit`}>
        {t('parameter.edit')}
      </Button>
      <DeleteParameterDialog
        parameter={isAsked ? parameter : undefined}
        tag={tag}
        onDeleted={() => void navigate(list)}
        onCancel={() => setIsAsked(false)}
      />
    </>
  );
};

const Head = ({ mode, revised }: { mode: Mode; revised?: Revised<WorkflowParameter> }) => {
  const t = useAdminMessages();
  const { canManageWorkflow } = usePermissions();
  const title = t(titles[mode]);
  usePageTitle(title);
  return (
    <PageHead
      title={title}
      breadcrumb={[
        { label: t('parameters.title'), to: list },
        { label: revised?.entity.displayName ?? title },
      ]}
      actions={mode === 'view' && revised && canManageWorkflow ? <ViewActions {...revised} /> : null}
    />
  );
};

interface LoadedQuery {
  error: Error | null;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

const NotLoaded = ({ query }: { query: LoadedQuery }) => {
  const t = useAdminMessages();
  const { error, refetch, isFetching } = query;
  return error ? (
    <ErrorPanel
      title={t('parameter.failed')}
      isWholePage
      onRetry={() => void refetch()}
      isRetrying={isFetching}
      actions={<Button to={list}>{t('parameter.back')}</Button>}
      requestId={isApiError(error) ? error.requestId : undefined}
    />
  ) : (
    <Loading>
      <SkeletonCard />
      <SkeletonCard />
    </Loading>
  );
};

const NewParameter = () => {
  const parents = useAvailableParents();
  if (!parents.data || !parents.isFetchedAfterMount) return <NotLoaded query={parents} />;
  return (
    <>
      <Head mode="create" />
      <ParameterForm parameters={parents.data} />
    </>
  );
};

const ExistingParameter = ({ id, mode }: { id: number; mode: 'view' | 'edit' }) => {
  const query = useParameter(id);
  const parents = useAvailableParents();
  const [reloads, setReloads] = useState(0);
  if (!query.data || (mode === 'edit' && !query.isFetchedAfterMount)) return <NotLoaded query={query} />;
  if (!parents.data) return <NotLoaded query={parents} />;
  const reload = async (): Promise<void> => {
    await Promise.all([query.refetch(), parents.refetch()]);
    setReloads((count) => count + 1);
  };
  return (
    <>
      <Head mode={mode} revised={query.data} />
      {mode === 'edit' ? (
        <ParameterForm
          key={reloads}
          parameters={parents.data}
          revised={query.data}
          onReload={() => void reload()}
        />
      ) : (
        <ParameterDetails parameter={query.data.entity} parameters={parents.data} />
      )}
    </>
  );
};

const ParameterInMode = () => {
  const { pathname } = useLocation();
  const text = useParams()['id'];
  if (text === undefined) {
    return (
      <RequireWorkflowManager instead={list}>
        <Page width="form">
          <NewParameter />
        </Page>
      </RequireWorkflowManager>
    );
  }
  if (!/^[1-9]\d{0,14}$/.test(text)) return <Navigate to={list} replace />;
  const id = Number(text);
  const mode = pathname.endsWith('/edit') ? 'edit' : 'view';
  const page = (
    <Page width="form">
      <ExistingParameter key={`${id}-${mode}`} id={id} mode={mode} />
    </Page>
  );
  return mode === 'view' ? (
    page
  ) : (
    <RequireWorkflowManager instead={`${list}/${id}`}>{page}</RequireWorkflowManager>
  );
};

/** A new parameter, or one to read or edit: the last part of the path tells which (spec 2 §2, §4). */
export const Component = () => (
  <RequireOrganization>
    <ParameterInMode />
  </RequireOrganization>
);
