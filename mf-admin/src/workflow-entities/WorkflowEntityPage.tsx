import { Button, Loading, Page, PageHead, SkeletonCard } from '@obieg/ui';
import { Navigate, useLocation, usePageTitle, useParams, usePermissions } from '@obieg/web-kit';
import { type ComponentType, type ReactNode, useState } from 'react';
import type { Versioned } from '../api/optimistic-concurrency';
import { parseId } from '../browser/parse-id';
import { LoadFailure } from '../failures/LoadFailure';
import { RequireOrganization } from '../guards/RequireOrganization';
import { RequireWorkflowManager } from '../guards/RequireWorkflowManager';
import { useAdminMessages } from '../i18n/messages';
import { EntityFindings } from '../workflow-check/EntityFindings';
import type { EntityFormProps, EntityKind, EntityMode, ExistingMode, FormData } from './entity-kind';

interface EntityPageProps<Entity extends { id: number }, Body, Data> {
  kind: EntityKind<Entity, Body>;
  useFormData: (mode: EntityMode) => FormData<Data>;
  Form: ComponentType<EntityFormProps<Entity, Body, Data>>;
  renderDetails: (entity: Entity, formData: Data) => ReactNode;
  /** Buttons of the view, for workflow managers. */
  renderActions: (versioned: Versioned<Entity>) => ReactNode;
}

type PageProps<Entity extends { id: number }, Body, Data, Own = unknown> = Own &
  EntityPageProps<Entity, Body, Data>;

const Head = <Entity extends { id: number }, Body>({
  kind,
  mode,
  versioned,
  renderActions,
}: Pick<EntityPageProps<Entity, Body, never>, 'kind' | 'renderActions'> & {
  mode: EntityMode;
  versioned?: Versioned<Entity>;
}) => {
  const t = useAdminMessages();
  const { canManageWorkflow } = usePermissions();
  const title = t(kind.titles[mode]);
  usePageTitle(title);
  return (
    <PageHead
      title={title}
      breadcrumb={[
        { label: t(`${kind.listTexts}.title`), to: kind.listPath },
        { label: versioned ? kind.getLabel(versioned.entity) : title },
      ]}
      actions={mode === 'view' && versioned && canManageWorkflow ? renderActions(versioned) : null}
    />
  );
};

interface PlaceholderProps {
  kind: Pick<EntityKind<never, never>, 'name' | 'listPath'>;
  query: Omit<FormData<unknown>, 'data'>;
}

/** Replaces an entity or its form while the data loads or after loading failed. */
const Placeholder = ({ kind: { name, listPath }, query }: PlaceholderProps) => {
  const t = useAdminMessages();
  const { error, isFetching, retry, failedText = `${name}.failed` } = query;
  return error ? (
    <LoadFailure
      title={t(failedText)}
      query={{ error, isFetching, refetch: retry }}
      isWholePage
      actions={<Button to={listPath}>{t(`${name}.back`)}</Button>}
    />
  ) : (
    <Loading>
      <SkeletonCard />
      <SkeletonCard />
    </Loading>
  );
};

const NewEntity = <Entity extends { id: number }, Body, Data>(props: PageProps<Entity, Body, Data>) => {
  const { useFormData, Form } = props;
  const formData = useFormData('create');
  const [saved, setSaved] = useState<readonly Body[]>([]);
  if (formData.data === undefined) return <Placeholder {...props} query={formData} />;
  const addAnother = async (body: Body): Promise<void> => {
    await formData.refresh?.();
    setSaved([...saved, body]);
  };
  return (
    <>
      <Head {...props} mode="create" />
      <Form
        key={saved.length}
        formData={formData.data}
        previous={saved.at(-1)}
        onAddAnother={(body) => void addAnother(body)}
      />
    </>
  );
};

const ExistingEntity = <Entity extends { id: number }, Body, Data>(
  props: PageProps<Entity, Body, Data, { id: number; mode: ExistingMode }>,
) => {
  const { kind, id, mode, useFormData, Form, renderDetails } = props;
  const { data: versioned, error, isFetching, isFetchedAfterMount, refetch } = kind.useOne(id);
  const formData = useFormData(mode);
  if (!versioned || (mode === 'edit' && !isFetchedAfterMount)) {
    const query = { error: versioned ? null : error, isFetching, retry: () => void refetch() };
    return <Placeholder {...props} query={query} />;
  }
  if (formData.data === undefined) return <Placeholder {...props} query={formData} />;
  return (
    <>
      <Head {...props} versioned={versioned} />
      {mode === 'edit' ? (
        <Form formData={formData.data} versioned={versioned} refreshFormData={formData.refresh} />
      ) : (
        <>
          {kind.name === 'calendar' ? null : <EntityFindings kind={kind.name} id={id} />}
          {renderDetails(versioned.entity, formData.data)}
        </>
      )}
    </>
  );
};

const EntityRoute = <Entity extends { id: number }, Body, Data>(props: PageProps<Entity, Body, Data>) => {
  const { listPath } = props.kind;
  const { pathname } = useLocation();
  const idText = useParams()['id'];
  if (idText === undefined) {
    return (
      <RequireWorkflowManager fallbackPath={listPath}>
        <Page width="form">
          <NewEntity {...props} />
        </Page>
      </RequireWorkflowManager>
    );
  }
  const id = parseId(idText);
  if (id === undefined) return <Navigate to={listPath} replace />;
  const mode = pathname.endsWith('/edit') ? 'edit' : 'view';
  const page = (
    <Page key={`${id}-${mode}`} width="form">
      <ExistingEntity {...props} id={id} mode={mode} />
    </Page>
  );
  if (mode === 'view') return page;
  return <RequireWorkflowManager fallbackPath={`${listPath}/${id}`}>{page}</RequireWorkflowManager>;
};

/**
 * Creates, shows or edits a workflow entity, depending on the last path segment (spec 2 §2, §4).
 * All members can view it; only workflow managers can change it.
 */
export const WorkflowEntityPage = <Entity extends { id: number }, Body, Data>(
  props: EntityPageProps<Entity, Body, Data>,
) => (
  <RequireOrganization>
    <EntityRoute {...props} />
  </RequireOrganization>
);
