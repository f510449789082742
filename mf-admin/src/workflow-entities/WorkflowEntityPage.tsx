import { Button, Loading, Page, SkeletonCard } from '@obieg/ui';
import { Navigate, useLocation, useParams } from '@obieg/web-kit';
import type { ReactNode } from 'react';
import { parseId } from '../browser/parse-id';
import { LoadFailure } from '../failures/LoadFailure';
import { RequireOrganization } from '../guards/RequireOrganization';
import { RequireWorkflowManager } from '../guards/RequireWorkflowManager';

export type ExistingMode = 'view' | 'edit';
export type EntityMode = 'create' | ExistingMode;

interface WorkflowEntityPageProps {
  /** Path of the list; the entity paths extend it. */
  listPath: string;
  renderNew: () => ReactNode;
  renderExisting: (id: number, mode: ExistingMode) => ReactNode;
}

const EntityRoute = ({ listPath, renderNew, renderExisting }: WorkflowEntityPageProps) => {
  const { pathname } = useLocation();
  const idText = useParams()['id'];
  if (idText === undefined) {
    return (
      <RequireWorkflowManager fallbackPath={listPath}>
        <Page width="form">{renderNew()}</Page>
      </RequireWorkflowManager>
    );
  }
  const id = parseId(idText);
  if (id === undefined) return <Navigate to={listPath} replace />;
  const mode = pathname.endsWith('/edit') ? 'edit' : 'view';
  const page = (
    <Page key={`${id}-${mode}`} width="form">
      {renderExisting(id, mode)}
    </Page>
  );
  if (mode === 'view') return page;
  return <RequireWorkflowManager fallbackPath={`${listPath}/${id}`}>{page}</RequireWorkflowManager>;
};

/**
 * Creates, shows or edits a workflow entity, depending on the last path segment (spec 2 §2, §4).
 * All members can view it; only workflow managers can change it.
 */
export const WorkflowEntityPage = (props: WorkflowEntityPageProps) => (
  <RequireOrganization>
    <EntityRoute {...props} />
  </RequireOrganization>
);

interface EntityPlaceholderProps {
  /** The placeholder shows a skeleton until this is set. */
  error: unknown;
  /** Title of the error panel. */
  title: string;
  onRetry: () => void;
  isRetrying: boolean;
  listPath: string;
  backLabel: string;
}

/** Replaces an entity or its form while the data loads or after loading failed. */
export const EntityPlaceholder = ({
  error,
  title,
  onRetry,
  isRetrying,
  listPath,
  backLabel,
}: EntityPlaceholderProps) =>
  error ? (
    <LoadFailure
      title={title}
      query={{ error, isFetching: isRetrying, refetch: onRetry }}
      isWholePage
      actions={<Button to={listPath}>{backLabel}</Button>}
    />
  ) : (
    <Loading>
      <SkeletonCard />
      <SkeletonCard />
    </Loading>
  );
