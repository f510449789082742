import type { Box, Point } from './boxes';

/** Cubic Bézier curves, one after the other: the start, then two handles and the end of each. */
export type Curve = readonly Point[];

const round = (value: number): number => Math.round(value * 10) / 10;
const formatPoint = ({ x, y }: Point): string => `${round(x)} ${round(y)}`;

/** Returns SVG path data. */
export const toPath = ([start, ...corners]: Curve): string =>
  start ? `M${formatPoint(start)}C${corners.map(formatPoint).join(' ')}` : '';

/** Returns the end of a curve and its direction there in degrees; 0 points to the right. */
export const tipOf = (curve: Curve): Point & { angle: number } => {
  const [handle, end] = curve.slice(-2) as [Point, Point];
  return { ...end, angle: round((Math.atan2(end.y - handle.y, end.x - handle.x) * 180) / Math.PI) };
};

export const mix = (one: Point, other: Point, fraction: number): Point => ({
  x: one.x + (other.x - one.x) * fraction,
  y: one.y + (other.y - one.y) * fraction,
});

/** Returns points of a curve, including its ends. */
export const sampleCurve = (curve: Curve, stepsPerPart: number): Point[] => {
  const points = curve.slice(0, 1);
  for (let index = 1; index + 2 < curve.length; index += 3) {
    const [from, first, second, to] = curve.slice(index - 1, index + 3) as [Point, Point, Point, Point];
    for (let step = 1; step <= stepsPerPart; step += 1) {
      const t = step / stepsPerPart;
      const [a, b, c] = [mix(from, first, t), mix(first, second, t), mix(second, to, t)];
      points.push(mix(mix(a, b, t), mix(b, c, t), t));
    }
  }
  return points;
};

/** A curve reaches three quarters of the distance to its handles. */
export const handleFactor = 1.33;

/** Builds a curve below a status and back to it, around the center of the label. */
export const buildLoop = (box: Box, label: Point): Curve => {
  const [left, right] = [box.x + box.width * 0.3, box.x + box.width * 0.7];
  const edge = box.y + box.height;
  const reach = edge + (label.y - edge) * handleFactor;
  return [
    { x: left, y: edge },
    { x: left, y: reach },
    { x: right, y: reach },
    { x: right, y: edge },
  ];
};
