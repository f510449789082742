import { Badge, Icon, IconButton, StatusBadge } from '@obieg/ui';
import { usePermissions } from '@obieg/web-kit';
import { useReactFlow } from '@xyflow/react';
import type { ReactNode } from 'react';
import { useAdminMessages } from '../i18n/messages';
import type { Mark, Picture } from './geometry/picture';
import classes from './picture.module.css';
import { markIcons } from './Shapes';
import { fitOptions } from './use-keyboard-viewport';

const shownMarks: readonly Mark[] = ['conditions', 'requirements', 'executors', 'approval', 'inactive'];

interface LegendProps {
  isCompact: boolean;
  /** Whether names appear only on hover or selection. */
  areNamesHidden: boolean;
}

const Legend = ({ isCompact, areNamesHidden }: LegendProps) => {
  const t = useAdminMessages();
  return (
    <ul className={classes['legend']} aria-label={t('picture.legend')}>
      {(['INITIAL', 'INTERMEDIATE', 'FINAL'] as const).map((type) => (
        <li key={type}>
          <StatusBadge type={type}>{t(`statusTypes.${type}`)}</StatusBadge>
        </li>
      ))}
      {isCompact ? null : (
        <>
          <li>
            <Badge tone="danger" icon="error">
              {t('picture.conditions.deadEnd')}
            </Badge>
          </li>
          <li className={classes['unconnected']}>{t('picture.conditions.unconnected')}</li>
        </>
      )}
      {(isCompact ? (['inactive'] as const) : shownMarks).map((mark) => (
        <li key={mark} className={classes['mark']}>
          <Icon name={markIcons[mark]} size={14} />
          {t(`picture.marks.${mark}`)}
        </li>
      ))}
      {areNamesHidden ? <li>{t('diagram.namesHidden')}</li> : null}
    </ul>
  );
};

interface PictureBarProps {
  picture: Picture;
  isCompact: boolean;
  /** Replaces the legend. */
  details: ReactNode;
  /** Further buttons. */
  tools: ReactNode;
}

/** Bar below the picture: legend or details of the selection, zoom, and buttons of the page. */
export const PictureBar = ({ picture, isCompact, details, tools }: PictureBarProps) => {
  const t = useAdminMessages();
  const { zoomIn, zoomOut, fitBounds } = useReactFlow();
  const { canManageWorkflow } = usePermissions();
  const areNamesHidden = picture.areNamesHidden && picture.arrows.length > 0;
  return (
    <div className={classes['bar']} data-compact={isCompact}>
      {details ?? <Legend isCompact={isCompact} areNamesHidden={areNamesHidden} />}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, these are buttons */}
      <div className={classes['tools']} role="group" aria-label={t('diagram.view')}>
        <IconButton icon="zoomOut" label={t('diagram.zoomOut')} onClick={() => void zoomOut()} />
        <IconButton icon="zoomIn" label={t('diagram.zoomIn')} onClick={() => void zoomIn()} />
        <IconButton
          icon="fit"
          label={t('diagram.fit')}
          onClick={() => void fitBounds(picture.bounds, fitOptions)}
        />
        {canManageWorkflow ? (
          <IconButton icon="add" label={t('statuses.add')} to="/workflow-statuses/new" />
        ) : null}
        {tools}
      </div>
    </div>
  );
};
