import type { StatusTransition, WorkflowStatus } from '@obieg/contracts';
import { Button } from '@obieg/ui';
import { useNavigate, usePermissions } from '@obieg/web-kit';
import { useCallback, useState } from 'react';
import { useStatusList } from '../../api/statuses.api';
import { LoadFailure } from '../../failures/LoadFailure';
import { useAdminMessages } from '../../i18n/messages';
import type { Selection } from '../../workflow-picture/geometry/focus';
import { LazyPicture } from '../../workflow-picture/LazyPicture';
import { NoStatuses } from '../../workflow-picture/NoStatuses';
import classes from './diagram.module.css';

const hrefOf = (id: number): string => `/status-transitions/${id}`;

/** Keeps the selected status. Selecting a transition opens it. */
const useStatusSelection = () => {
  const navigate = useNavigate();
  const [selection, setSelection] = useState<{ statusId: number | null }>();
  const select = useCallback(
    (next: Selection | undefined): void => {
      if (next && 'transitionId' in next) void navigate(hrefOf(next.transitionId));
      else setSelection(next);
    },
    [navigate],
  );
  return { selection, select };
};

interface StatusDetailsProps {
  /** Undefined for the start of new tasks. */
  status: WorkflowStatus | undefined;
  transitions: readonly StatusTransition[];
}

const StatusDetails = ({ status, transitions }: StatusDetailsProps) => {
  const t = useAdminMessages();
  const { canManageWorkflow } = usePermissions();
  const id = status?.id ?? null;
  const out = transitions.filter(({ fromStatusId }) => fromStatusId === id).length;
  const into = transitions.filter(({ toStatusId }) => toStatusId === id).length;
  return (
    <div className={classes['details']}>
      <strong className={classes['name']}>{status?.name ?? t('diagram.start')}</strong>
      <span className={classes['counts']}>{t('diagram.counts', { into, out })}</span>
      {canManageWorkflow ? (
        <Button
          size="small"
          icon="add"
          to={status ? `/status-transitions/new?from=${status.id}` : '/status-transitions/new'}
        >
          {t('diagram.addFrom')}
        </Button>
      ) : null}
    </div>
  );
};

interface DiagramPanelProps {
  /** Undefined while loading. */
  transitions: readonly StatusTransition[] | undefined;
  /** The transition that is hovered or focused in the list. */
  highlightedId: number | undefined;
}

/** Shows the picture of the workflow beside the list: statuses, and transitions as arrows between them. */
export const DiagramPanel = ({ transitions, highlightedId }: DiagramPanelProps) => {
  const t = useAdminMessages();
  const { canManageWorkflow } = usePermissions();
  const statuses = useStatusList();
  const { selection, select } = useStatusSelection();
  const status = statuses.data?.find(({ id }) => id === selection?.statusId);
  const isKnown = status !== undefined || selection?.statusId === null;
  const renderContent = () => {
    if (statuses.error) return <LoadFailure title={t('diagram.failed')} query={statuses} />;
    if (statuses.data?.length === 0) return <NoStatuses />;
    const picture =
      statuses.data && transitions
        ? {
            statuses: statuses.data,
            transitions,
            isCompact: true,
            selection,
            highlightedId,
            onSelect: select,
            hrefOf,
            details: isKnown ? <StatusDetails status={status} transitions={transitions} /> : undefined,
          }
        : undefined;
    return <LazyPicture picture={picture} />;
  };
  const isDrawn = statuses.data && statuses.data.length > 0 && transitions;
  return (
    <section className={classes['panel']} aria-label={t('diagram.title')}>
      {isDrawn && canManageWorkflow ? <p className={classes['hint']}>{t('diagram.hint')}</p> : null}
      <div className={classes[isDrawn ? 'drawn' : 'waiting']}>{renderContent()}</div>
    </section>
  );
};
