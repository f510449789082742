import { Button, IconButton, StatusBadge } from '@obieg/ui';
import { useReactFlow } from '@xyflow/react';
import { useAdminMessages } from '../../messages';
import classes from './diagram.module.css';
import { type DiagramTransition, getNodeId, type PlacedNode } from './diagram-layout';

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

interface ChosenProps {
  chosen: PlacedNode;
  transitions: readonly DiagramTransition[];
  canChange: boolean;
}

const Chosen = ({ chosen, transitions, canChange }: ChosenProps) => {
  const t = useAdminMessages();
  const { id, status } = chosen;
  const out = transitions.filter(({ fromStatusId }) => getNodeId(fromStatusId) === id).length;
  const into = transitions.filter(({ toStatusId }) => getNodeId(toStatusId) === id).length;
  return (
    <div className={classes['chosen']}>
      <strong className={classes['chosenName']}>{status?.name ?? t('diagram.start')}</strong>
      <span className={classes['counts']}>{t('diagram.counts', { into, out })}</span>
      {canChange ? (
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

interface DiagramBarProps extends Omit<ChosenProps, 'chosen'> {
  chosen: PlacedNode | undefined;
  /** Names are shown only of what is looked at. */
  areNamesHidden: boolean;
}

/** Below the picture: what its colours mean, or the status that was chosen; and what moves it. */
export const DiagramBar = ({ chosen, areNamesHidden, ...rest }: DiagramBarProps) => {
  const t = useAdminMessages();
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  return (
    <div className={classes['bar']}>
      {chosen ? <Chosen chosen={chosen} {...rest} /> : <Legend areNamesHidden={areNamesHidden} />}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields */}
      <div className={classes['zoom']} role="group" aria-label={t('diagram.view')}>
        <IconButton icon="zoomOut" label={t('diagram.zoomOut')} onClick={() => void zoomOut()} />
        <IconButton icon="zoomIn" label={t('diagram.zoomIn')} onClick={() => void zoomIn()} />
        <IconButton icon="fit" label={t('diagram.fit')} onClick={() => void fitView({ padding: 0.05 })} />
      </div>
    </div>
  );
};
