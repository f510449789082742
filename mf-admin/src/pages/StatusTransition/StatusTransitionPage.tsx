import type { StatusTransition } from '@obieg/contracts';
import { Button, PageHead } from '@obieg/ui';
import { useNavigate, usePageTitle, usePermissions } from '@obieg/web-kit';
import { useState } from 'react';
import { useTransition } from '../../api/transitions.api';
import { useAdminMessages } from '../../i18n/messages';
import { EntityFindings } from '../../workflow-check/EntityFindings';
import {
  type EntityMode,
  EntityPlaceholder,
  type ExistingMode,
  WorkflowEntityPage,
} from '../../workflow-entities/WorkflowEntityPage';
import { TransitionDetails } from './TransitionDetails';
import { TransitionForm } from './TransitionForm';
import type { TransitionValues } from './transition-form';
import { useFormData } from './use-form-data';

const listPath = '/status-transitions';
const titles: Record<EntityMode, string> = {
  create: 'transition.new',
  view: 'transition.show',
  edit: 'transition.edit',
};

const Head = ({ mode, transition }: { mode: EntityMode; transition?: StatusTransition }) => {
  const t = useAdminMessages();
  const navigate = useNavigate();
  const { canManageWorkflow } = usePermissions();
  const title = t(titles[mode]);
  usePageTitle(title);
  return (
    <PageHead
      title={title}
      breadcrumb={[{ label: t('transitions.title'), to: listPath }, { label: transition?.name ?? title }]}
      actions={
        mode === 'view' && transition && canManageWorkflow ? (
          <Button
            variant="primary"
            icon="edit"
            onClick={() => void navigate(`${listPath}/${transition.id}/edit`, { replace: true })}
          >
            {t('transition.editButton')}
          </Button>
        ) : null
      }
    />
  );
};

const FormDataPlaceholder = ({ formData }: { formData: ReturnType<typeof useFormData> }) => {
  const t = useAdminMessages();
  return (
    <EntityPlaceholder
      error={formData.error}
      title={t('transition.formFailed')}
      onRetry={formData.retry}
      isRetrying={formData.isFetching}
      listPath={listPath}
      backLabel={t('transition.back')}
    />
  );
};

const NewTransition = () => {
  const formData = useFormData();
  const [saved, setSaved] = useState<readonly TransitionValues[]>([]);
  if (!formData.data) return <FormDataPlaceholder formData={formData} />;
  return (
    <>
      <Head mode="create" />
      <TransitionForm
        key={saved.length}
        formData={formData.data}
        previous={saved.at(-1)}
        onAddAnother={(transition) => setSaved([...saved, transition])}
      />
    </>
  );
};

const ExistingTransition = ({ id, mode }: { id: number; mode: ExistingMode }) => {
  const t = useAdminMessages();
  const formData = useFormData();
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useTransition(id);
  const [reloadCount, setReloadCount] = useState(0);
  if (!data || (mode === 'edit' && !isFetchedAfterMount)) {
    return (
      <EntityPlaceholder
        error={data ? null : error}
        title={t('transition.failed')}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
        listPath={listPath}
        backLabel={t('transition.back')}
      />
    );
  }
  if (!formData.data) return <FormDataPlaceholder formData={formData} />;
  return (
    <>
      <Head mode={mode} transition={data.entity} />
      {mode === 'edit' ? (
        <TransitionForm
          key={reloadCount}
          formData={formData.data}
          versioned={data}
          onReload={() => void refetch().then(() => setReloadCount((count) => count + 1))}
        />
      ) : (
        <>
          <EntityFindings kind="transition" id={id} />
          <TransitionDetails transition={data.entity} formData={formData.data} />
        </>
      )}
    </>
  );
};

/** Creates, shows or edits a status transition (spec 2 §2). */
export const Component = () => (
  <WorkflowEntityPage
    listPath={listPath}
    renderNew={() => <NewTransition />}
    renderExisting={(id, mode) => <ExistingTransition id={id} mode={mode} />}
  />
);
