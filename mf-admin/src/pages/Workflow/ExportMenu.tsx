import { ActionMenu } from '@obieg/ui/overlays';
import type { RefObject } from 'react';
import { useAdminMessages } from '../../i18n/messages';
import { readFontFamily } from '../../workflow-picture/font';
import { createTextMeasure } from '../../workflow-picture/geometry/wrap-text';
import { savePicture } from './export-picture';

interface ExportMenuProps {
  /** The whole picture. */
  picture: RefObject<SVGSVGElement | null>;
  /** Called with false at the start of each export. */
  onFailure: (hasFailed: boolean) => void;
}

/** Saves the picture as a file or prints it. */
export const ExportMenu = ({ picture, onFailure }: ExportMenuProps) => {
  const t = useAdminMessages();
  const exportAs = (format: 'svg' | 'png'): void => {
    if (!picture.current) return;
    onFailure(false);
    const measure = createTextMeasure(readFontFamily());
    savePicture(picture.current, format, t('picture.fileName'), measure).catch(() => onFailure(true));
  };
  return (
    <ActionMenu
      icon="download"
      label={t('picture.export')}
      items={[
        { label: t('picture.exportSvg'), icon: 'picture', onSelect: () => exportAs('svg') },
        { label: t('picture.exportPng'), icon: 'picture', onSelect: () => exportAs('png') },
        { label: t('picture.print'), icon: 'document', onSelect: () => window.print() },
      ]}
    />
  );
};
