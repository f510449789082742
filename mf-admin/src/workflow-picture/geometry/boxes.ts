/** Lengths and positions are pixels. */
export interface Size {
  width: number;
  height: number;
}
export interface Point {
  x: number;
  y: number;
}
/** The point is the upper left corner. */
export interface Box extends Point, Size {}

export const centerOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

/** Returns the box of this size around a center. */
export const boxAround = ({ x, y }: Point, { width, height }: Size): Box => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
});

/** Returns whether two boxes are closer than the gap. */
export const isWithin = (one: Box, other: Box, gap: number): boolean =>
  one.x < other.x + other.width + gap &&
  other.x < one.x + one.width + gap &&
  one.y < other.y + other.height + gap &&
  other.y < one.y + one.height + gap;

export const contains = ({ x, y, width, height }: Box, point: Point, margin = 0): boolean =>
  point.x > x - margin &&
  point.x < x + width + margin &&
  point.y > y - margin &&
  point.y < y + height + margin;

/** Returns the smallest box that contains all boxes and points. */
export const boundsOf = (boxes: readonly Box[], points: readonly Point[] = []): Box => {
  let [left, top, right, bottom] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (const { x, y, width, height } of [
    ...boxes,
    ...points.map((point) => ({ ...point, width: 0, height: 0 })),
  ]) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
};
