import { Button, Loading, Page, SkeletonCard } from '@obieg/ui';
import { Navigate, useLocation, useParams } from '@obieg/web-kit';
import type { ReactNode } from 'react';
import { LoadFailure } from './LoadFailure';
import { RequireOrganization } from './RequireOrganization';
import { RequireWorkflowManager } from './RequireWorkflowManager';

export type ExistingMode = 'view' | 'edit';
export type EntityMode = 'create' | ExistingMode;

interface WorkflowEntityPageProps {
  /** Address of the list, which this page's own address begins with. */
  list: string;
  create: ReactNode;
  existing: (id: number, mode: ExistingMode) => ReactNode;
}

const EntityInMode = ({ list, create, existing }: WorkflowEntityPageProps) => {
  const { pathname } = useLocation();
  const text = useParams()['id'];
  if (text === undefined) {
    return (
      <RequireWorkflowManager instead={list}>
        <Page width="form">{create}</Page>
      </RequireWorkflowManager>
    );
  }
  if (!/^[1-9]\d{0,14}$/.test(text)) return <Navigate to={list} replace />;
  const mode = pathname.endsWith('/edit') ? 'edit' : 'view';
  const page = (
    <Page key={`${text}-${mode}`} width="form">
      {existing(Number(text), mode)}
    </Page>
  );
  if (mode === 'view') return page;
  return <RequireWorkflowManager instead={`${list}/${text}`}>{page}</RequireWorkflowManager>;
};

/**
 * A part of the workflow that is new, or one to read or edit: the last part of the path tells which (spec 2 §2, §4).
 * All members read; who manages the workflow changes it.
 */
export const WorkflowEntityPage = (props: WorkflowEntityPageProps) => (
  <RequireOrganization>
    <EntityInMode {...props} />
  </RequireOrganization>
);

interface EntityPlaceholderProps {
  error: unknown;
  /** What to say when there is an error; until then it loads. */
  title: string;
  onRetry: () => void;
  isRetrying: boolean;
  list: string;
  backLabel: string;
}

/** In place of an entity, or of what its form needs, that is on its way or failed to come. */
export const EntityPlaceholder = ({
  error,
  title,
  onRetry,
  isRetrying,
  list,
  backLabel,
}: EntityPlaceholderProps) =>
  error ? (
    <LoadFailure
      title={title}
      query={{ error, isFetching: isRetrying, refetch: onRetry }}
      isWholePage
      actions={<Button to={list}>{backLabel}</Button>}
    />
  ) : (
    <Loading>
      <SkeletonCard />
      <SkeletonCard />
    </Loading>
  );
