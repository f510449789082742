import type { StatusTransition } from '@obieg/contracts';
import { ErrorPanel, Spinner } from '@obieg/ui';
import { usePermissions, useQuery } from '@obieg/web-kit';
import { useStatusList } from '../api/statuses.api';
import { LoadFailure } from '../failures/LoadFailure';
import { useAdminMessages } from '../i18n/messages';
import { DiagramBoundary } from './DiagramBoundary';
import { NoStatuses } from './NoStatuses';
import classes from './panel.module.css';

/** Loads the diagram code on first use. A query can retry a failed load; React.lazy cannot. */
const useDiagramCode = () =>
  useQuery({
    queryKey: ['workflow-diagram-code'],
    queryFn: () => import(/* webpackChunkName: "mf-admin-diagram" */ './WorkflowDiagram'),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });

interface DiagramPanelProps {
  /** Undefined while loading. */
  transitions: readonly StatusTransition[] | undefined;
  /** The transition that is hovered or focused in the list. */
  highlightedId: number | undefined;
}

/** Shows the workflow as a diagram: statuses, and transitions as arrows between them. */
export const DiagramPanel = ({ transitions, highlightedId }: DiagramPanelProps) => {
  const t = useAdminMessages();
  const { canManageWorkflow } = usePermissions();
  const code = useDiagramCode();
  const statuses = useStatusList();
  const failedQuery = [code, statuses].find(({ error }) => error);
  const renderContent = () => {
    if (failedQuery) return <LoadFailure title={t('diagram.failed')} query={failedQuery} />;
    if (!code.data || !statuses.data || !transitions) return <Spinner />;
    if (statuses.data.length === 0) return <NoStatuses />;
    const { WorkflowDiagram } = code.data;
    return (
      <DiagramBoundary fallback={(retry) => <ErrorPanel title={t('diagram.failed')} onRetry={retry} />}>
        <WorkflowDiagram
          statuses={statuses.data}
          transitions={transitions}
          canEdit={canManageWorkflow}
          highlightedId={highlightedId}
        />
      </DiagramBoundary>
    );
  };
  const isDrawn = code.data && statuses.data && statuses.data.length > 0 && transitions;
  return (
    <section className={classes['panel']} aria-label={t('diagram.title')}>
      {isDrawn && canManageWorkflow ? <p className={classes['hint']}>{t('diagram.hint')}</p> : null}
      <div className={classes[isDrawn ? 'drawn' : 'waiting']}>{renderContent()}</div>
    </section>
  );
};
