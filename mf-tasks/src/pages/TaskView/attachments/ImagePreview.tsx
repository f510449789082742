import { IconButton } from '@obieg/ui';
import { type CSSProperties, useState } from 'react';
import classes from '../../../files/files.module.css';
import { useTaskMessages } from '../../../i18n/messages';
import { getImageShape, type ImageShape } from './image-shape';
import { useObjectUrl } from './use-object-url';

interface ImagePreviewProps {
  content: Blob;
  name: string;
  onFailure: () => void;
}

const naturalSize = ({ width, height }: ImageShape): CSSProperties =>
  ({ '--natural-width': `${width}px`, '--natural-height': `${height}px` }) as CSSProperties;

/**
 * Image that fits the preview, or is enlarged and scrollable.
 * A tall image starts enlarged, because users read it from the top. A wide one does not: a phone would show only a
 * fragment.
 */
export const ImagePreview = ({ content, name, onFailure }: ImagePreviewProps) => {
  const t = useTaskMessages();
  const url = useObjectUrl(content);
  const [shape, setShape] = useState<ImageShape>();
  const [selectedZoom, setSelectedZoom] = useState<boolean>();
  if (!url) return null;
  const isEnlarged = selectedZoom ?? shape?.kind === 'tall';
  const image = (
    <img
      className={classes['image']}
      style={shape && naturalSize(shape)}
      src={url}
      alt={name}
      onError={onFailure}
      onLoad={({ currentTarget }) => setShape(getImageShape(currentTarget))}
    />
  );
  return (
    <>
      {isEnlarged ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard scrolling needs a focusable element
        <section className={classes['enlarged']} data-shape={shape?.kind} aria-label={name} tabIndex={0}>
          {image}
        </section>
      ) : (
        image
      )}
      {shape && shape.kind !== 'small' ? (
        <div className={classes['zoom']}>
          <IconButton
            variant="secondary"
            icon={isEnlarged ? 'zoomOut' : 'zoomIn'}
            label={t(isEnlarged ? 'attachments.showWhole' : 'attachments.enlarge')}
            tipAt="below end"
            onClick={() => setSelectedZoom(!isEnlarged)}
          />
        </div>
      ) : null}
    </>
  );
};
