import type { WorkflowParameter } from '@obieg/contracts';
import { Button, PageHead } from '@obieg/ui';
import { useNavigate, usePageTitle, usePermissions } from '@obieg/web-kit';
import { useState } from 'react';
import type { Versioned } from '../../api/optimistic-concurrency';
import { useAvailableParents, useParameter, useParameterList } from '../../api/parameters.api';
import { useAdminMessages } from '../../i18n/messages';
import { EntityFindings } from '../../workflow-check/EntityFindings';
import { DeleteParameterDialog } from '../../workflow-entities/DeleteParameterDialog';
import { describeDependents } from '../../workflow-entities/describe-dependents';
import {
  type EntityMode,
  EntityPlaceholder,
  type ExistingMode,
  WorkflowEntityPage,
} from '../../workflow-entities/WorkflowEntityPage';
import { ParameterDetails } from './ParameterDetails';
import { ParameterForm } from './ParameterForm';
import type { ParameterValues } from './parameter-form';

const listPath = '/workflow-parameters';
const titles: Record<EntityMode, string> = {
  create: 'parameter.new',
  view: 'parameter.view',
  edit: 'parameter.edit',
};

const ViewActions = ({ entity: parameter, etag }: Versioned<WorkflowParameter>) => {
  const t = useAdminMessages();
  const navigate = useNavigate();
  const { data: parameters } = useParameterList();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  return (
    <>
      <Button
        icon="delete"
        disabledReason={describeDependents(parameter, parameters ?? [], t)}
        onClick={() => setIsDialogOpen(true)}
      >
        {t('parameters.deleteButton')}
      </Button>
      <Button variant="primary" icon="edit" to={`${listPath}/${parameter.id}/edit`}>
        {t('parameter.edit')}
      </Button>
      <DeleteParameterDialog
        parameter={isDialogOpen ? parameter : undefined}
        etag={etag}
        onDeleted={() => void navigate(listPath)}
        onCancel={() => setIsDialogOpen(false)}
      />
    </>
  );
};

const Head = ({ mode, versioned }: { mode: EntityMode; versioned?: Versioned<WorkflowParameter> }) => {
  const t = useAdminMessages();
  const { canManageWorkflow } = usePermissions();
  const title = t(titles[mode]);
  usePageTitle(title);
  return (
    <PageHead
      title={title}
      breadcrumb={[
        { label: t('parameters.title'), to: listPath },
        { label: versioned?.entity.displayName ?? title },
      ]}
      actions={mode === 'view' && versioned && canManageWorkflow ? <ViewActions {...versioned} /> : null}
    />
  );
};

interface PlaceholderProps {
  query: { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
}

const Placeholder = ({ query }: PlaceholderProps) => {
  const t = useAdminMessages();
  const { error, refetch, isFetching } = query;
  return (
    <EntityPlaceholder
      error={error}
      title={t('parameter.failed')}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
      listPath={listPath}
      backLabel={t('parameter.back')}
    />
  );
};

const NewParameter = () => {
  const parents = useAvailableParents();
  const [saved, setSaved] = useState<readonly ParameterValues[]>([]);
  if (!parents.data || !parents.isFetchedAfterMount) return <Placeholder query={parents} />;
  const addAnother = async (parameter: ParameterValues): Promise<void> => {
    // The next parameter may depend on this one.
    await parents.refetch();
    setSaved([...saved, parameter]);
  };
  return (
    <>
      <Head mode="create" />
      <ParameterForm
        key={saved.length}
        parameters={parents.data}
        previous={saved.at(-1)}
        onAddAnother={(parameter) => void addAnother(parameter)}
      />
    </>
  );
};

const ExistingParameter = ({ id, mode }: { id: number; mode: ExistingMode }) => {
  const query = useParameter(id);
  const parents = useAvailableParents();
  const [reloadCount, setReloadCount] = useState(0);
  if (!query.data || (mode === 'edit' && !query.isFetchedAfterMount)) return <Placeholder query={query} />;
  if (!parents.data) return <Placeholder query={parents} />;
  const reload = async (): Promise<void> => {
    await Promise.all([query.refetch(), parents.refetch()]);
    setReloadCount((count) => count + 1);
  };
  return (
    <>
      <Head mode={mode} versioned={query.data} />
      {mode === 'edit' ? (
        <ParameterForm
          key={reloadCount}
          parameters={parents.data}
          versioned={query.data}
          onReload={() => void reload()}
        />
      ) : (
        <>
          <EntityFindings kind="parameter" id={id} />
          <ParameterDetails parameter={query.data.entity} parameters={parents.data} />
        </>
      )}
    </>
  );
};

/** Creates, shows or edits a workflow parameter (spec 2 §2). */
export const Component = () => (
  <WorkflowEntityPage
    listPath={listPath}
    renderNew={() => <NewParameter />}
    renderExisting={(id, mode) => <ExistingParameter id={id} mode={mode} />}
  />
);
