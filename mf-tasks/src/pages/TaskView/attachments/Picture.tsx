import { IconButton } from '@obieg/ui';
import { type CSSProperties, useState } from 'react';
import { useTaskMessages } from '../../../messages';
import classes from './attachments.module.css';
import { type PictureShape, shapeOf } from './picture-shape';
import { useObjectUrl } from './use-object-url';

interface PictureProps {
  content: Blob;
  name: string;
  onFailure: () => void;
}

const naturalSize = ({ width, height }: PictureShape): CSSProperties =>
  ({ '--natural-width': `${width}px`, '--natural-height': `${height}px` }) as CSSProperties;

/**
 * A picture as a whole, or enlarged to be scrolled. A tall strip begins enlarged, at its top, as one reads it; of a wide
 * one a phone would show no more than a piece.
 */
export const Picture = ({ content, name, onFailure }: PictureProps) => {
  const t = useTaskMessages();
  const url = useObjectUrl(content);
  const [shape, setShape] = useState<PictureShape>();
  const [chosen, setChosen] = useState<boolean>();
  if (!url) return null;
  const isEnlarged = chosen ?? shape?.kind === 'tall';
  const picture = (
    <img
      className={classes['picture']}
      style={shape && naturalSize(shape)}
      src={url}
      alt={name}
      onError={onFailure}
      onLoad={({ currentTarget }) => setShape(shapeOf(currentTarget))}
    />
  );
  return (
    <>
      {isEnlarged ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls only what can be focused
        <section className={classes['enlarged']} data-shape={shape?.kind} aria-label={name} tabIndex={0}>
          {picture}
        </section>
      ) : (
        picture
      )}
      {shape && shape.kind !== 'small' ? (
        <div className={classes['zoom']}>
          <IconButton
            variant="secondary"
            icon={isEnlarged ? 'zoomOut' : 'zoomIn'}
            label={t(isEnlarged ? 'attachments.showWhole' : 'attachments.enlarge')}
            tipAt="below end"
            onClick={() => setChosen(!isEnlarged)}
          />
        </div>
      ) : null}
    </>
  );
};
