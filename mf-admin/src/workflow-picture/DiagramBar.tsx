import { Button, IconButton, StatusBadge } from '@obieg/ui';
import { useReactFlow } from '@xyflow/react';
import { useAdminMessages } from '../i18n/messages';
import classes from './diagram.module.css';
import { type DiagramTransition, getNodeId, type PlacedNode } from './geometry/diagram-layout';

const Legend = ({ areNamesHidden }: { areNamesHidden: boolean }) => {
  const t = useAdminMessages();
  return (
    <ul className={classes['legend']}>
      {(['INITIAL', 'INTERMEDIATE', 'FINAL'] as const).map((type) => (
        <li key={type}>
          <StatusBadge type={type}>{t(`statusTypes.${type}`)}</StatusBadge>
        </li>
      ))}
      <li className={classes['legendInactive']}>
        <svg width="28" height="10" aria-hidden="true">
          <path d="M0 5H28" className={classes['arrow']} data-inactive="true" />
        </svg>
        {t('diagram.inactive')}
      </li>
      {areNamesHidden ? <li className={classes['counts']}>{t('diagram.namesHidden')}</li> : null}
    </ul>
  );
};

interface SelectedNodeProps {
  selectedNode: PlacedNode;
  transitions: readonly DiagramTransition[];
  canEdit: boolean;
}

const SelectedNode = ({ selectedNode, transitions, canEdit }: SelectedNodeProps) => {
  const t = useAdminMessages();
  const { id, status } = selectedNode;
  const out = transitions.filter(({ fromStatusId }) => getNodeId(fromStatusId) === id).length;
  const into = transitions.filter(({ toStatusId }) => getNodeId(toStatusId) === id).length;
  return (
    <div className={classes['selected']}>
      <strong className={classes['selectedName']}>{status?.name ?? t('diagram.start')}</strong>
      <span className={classes['counts']}>{t('diagram.counts', { into, out })}</span>
      {canEdit ? (
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

interface DiagramBarProps extends Omit<SelectedNodeProps, 'selectedNode'> {
  selectedNode: PlacedNode | undefined;
  /** Whether the diagram shows transition names only on hover or selection. */
  areNamesHidden: boolean;
}

/** Bar below the diagram: the legend or the selected status, and the zoom buttons. */
export const DiagramBar = ({ selectedNode, areNamesHidden, ...rest }: DiagramBarProps) => {
  const t = useAdminMessages();
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  return (
    <div className={classes['bar']}>
      {selectedNode ? (
        <SelectedNode selectedNode={selectedNode} {...rest} />
      ) : (
        <Legend areNamesHidden={areNamesHidden} />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, these are buttons */}
      <div className={classes['zoom']} role="group" aria-label={t('diagram.view')}>
        <IconButton icon="zoomOut" label={t('diagram.zoomOut')} onClick={() => void zoomOut()} />
        <IconButton icon="zoomIn" label={t('diagram.zoomIn')} onClick={() => void zoomIn()} />
        <IconButton icon="fit" label={t('diagram.fit')} onClick={() => void fitView({ padding: 0.05 })} />
      </div>
    </div>
  );
};
