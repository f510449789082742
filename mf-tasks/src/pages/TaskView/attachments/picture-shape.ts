export interface PictureShape {
  /** A strip beside its stage; larger than it; or small enough to be seen as it is. */
  kind: 'tall' | 'wide' | 'large' | 'small';
  /** As it was made, in pixels. */
  width: number;
  height: number;
}

/** From here on a picture that is shown as a whole covers less than a quarter of its stage. */
const stripFrom = 4;
/** Less would be hardly another picture. */
const largerFrom = 1.2;

/** What would become of a picture beside what it stands in. */
export const shapeOf = ({
  naturalWidth: width,
  naturalHeight: height,
  parentElement,
}: Pick<HTMLImageElement, 'naturalWidth' | 'naturalHeight' | 'parentElement'>): PictureShape => {
  const { clientWidth = 0, clientHeight = 0 } = parentElement ?? {};
  const [across, down] = [width / clientWidth, height / clientHeight];
  const kind =
    Math.max(across, down) < largerFrom
      ? 'small'
      : down > across * stripFrom
        ? 'tall'
        : across > down * stripFrom
          ? 'wide'
          : 'large';
  return { kind, width, height };
};
