import { Badge, Icon, IconButton, StatusBadge } from '@obieg/ui';
import { ActionMenu } from '@obieg/ui/overlays';
import { useReactFlow } from '@xyflow/react';
import { useAdminMessages } from '../../i18n/messages';
import type { Box } from '../../workflow-picture/geometry/edge-paths';
import type { Mark } from '../../workflow-picture/geometry/picture';
import classes from './picture.module.css';
import { markIcons } from './Shapes';

const shownMarks: readonly Mark[] = ['conditions', 'requirements', 'executors', 'inactive'];

const Legend = () => {
  const t = useAdminMessages();
  return (
    <ul className={classes['legend']} aria-label={t('picture.legend')}>
      {(['INITIAL', 'INTERMEDIATE', 'FINAL'] as const).map((type) => (
        <li key={type}>
          <StatusBadge type={type}>{t(`statusTypes.${type}`)}</StatusBadge>
        </li>
      ))}
      <li>
        <Badge tone="danger" icon="error">
          {t('picture.conditions.deadEnd')}
        </Badge>
      </li>
      <li className={classes['unconnected']}>{t('picture.conditions.unconnected')}</li>
      {shownMarks.map((mark) => (
        <li key={mark} className={classes['mark']}>
          <Icon name={markIcons[mark]} size={14} />
          {t(`picture.marks.${mark}`)}
        </li>
      ))}
    </ul>
  );
};

interface PictureBarProps {
  bounds: Box;
  onExport: (format: 'svg' | 'png') => void;
}

/** Bar below the picture: legend, zoom and export. */
export const PictureBar = ({ bounds, onExport }: PictureBarProps) => {
  const t = useAdminMessages();
  const { zoomIn, zoomOut, fitBounds } = useReactFlow();
  return (
    <div className={classes['bar']}>
      <Legend />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields, these are buttons */}
      <div className={classes['tools']} role="group" aria-label={t('diagram.view')}>
        <IconButton icon="zoomOut" label={t('diagram.zoomOut')} onClick={() => void zoomOut()} />
        <IconButton icon="zoomIn" label={t('diagram.zoomIn')} onClick={() => void zoomIn()} />
        <IconButton
          icon="fit"
          label={t('diagram.fit')}
          onClick={() => void fitBounds(bounds, { padding: 0.03 })}
        />
        <ActionMenu
          icon="download"
          label={t('picture.export')}
          items={[
            { label: t('picture.exportSvg'), icon: 'picture', onSelect: () => onExport('svg') },
            { label: t('picture.exportPng'), icon: 'picture', onSelect: () => onExport('png') },
            { label: t('picture.print'), icon: 'document', onSelect: () => window.print() },
          ]}
        />
      </div>
    </div>
  );
};
