export interface ImageShape {
  /**
   * `tall` and `wide`: much longer than the preview in one direction. `large`: enlarging shows more. `small`: it does
   * not.
   */
  kind: 'tall' | 'wide' | 'large' | 'small';
  /** Natural size in pixels. */
  width: number;
  height: number;
}

/** From this ratio on, an image that fits the preview covers less than a quarter of it. */
const stripRatio = 4;
/** Enlarging by less makes no visible difference. */
const minEnlargement = 1.2;

/** Compares the proportions of an image with those of its parent element. */
export const getImageShape = ({
  naturalWidth: width,
  naturalHeight: height,
  parentElement,
}: Pick<HTMLImageElement, 'naturalWidth' | 'naturalHeight' | 'parentElement'>): ImageShape => {
  const { clientWidth = 0, clientHeight = 0 } = parentElement ?? {};
  const [across, down] = [width / clientWidth, height / clientHeight];
  const kind =
    Math.max(across, down) < minEnlargement
      ? 'small'
      : down > across * stripRatio
        ? 'tall'
        : across > down * stripRatio
          ? 'wide'
          : 'large';
  return { kind, width, height };
};
