import type { BoxIndex } from './box-index';
import { type Box, centerOf, type Point } from './boxes';
import { type Curve, mix, sampleCurve } from './curves';

/** Returns the point where a line from the center of the box towards the point crosses the border. */
const exitOf = (box: Box, towards: Point): Point => {
  const center = centerOf(box);
  const [dx, dy] = [towards.x - center.x, towards.y - center.y];
  const scale = Math.min(
    dx === 0 ? Number.POSITIVE_INFINITY : box.width / 2 / Math.abs(dx),
    dy === 0 ? Number.POSITIVE_INFINITY : box.height / 2 / Math.abs(dy),
  );
  return Number.isFinite(scale) ? { x: center.x + dx * scale, y: center.y + dy * scale } : center;
};

/**
 * Distances of the bend from the straight line, in pixels. Opposite arrows bend to opposite sides. The two sides have
 * different distances, so that an arrow never has the curve of the opposite one.
 */
const bends = [26, 64, -87, 110, -140, 170, -205, 240, -280, 320, -365];
const samples = 24;

const bendBy = (source: Box, target: Box, bend: number): Curve => {
  const [start, end] = [centerOf(source), centerOf(target)];
  const length = Math.max(1, Math.hypot(end.x - start.x, end.y - start.y));
  const middle = mix(start, end, 0.5);
  // A quadratic curve reaches half of the distance to its handle.
  const handle = {
    x: middle.x - ((end.y - start.y) / length) * bend * 2,
    y: middle.y + ((end.x - start.x) / length) * bend * 2,
  };
  const [from, to] = [exitOf(source, handle), exitOf(target, handle)];
  return [from, mix(from, handle, 2 / 3), mix(to, handle, 2 / 3), to];
};

/**
 * Connects two statuses at any positions by a curve that passes behind as few other statuses as possible.
 *
 * @param boxes all statuses, including both
 */
export const routeArrow = (source: Box, target: Box, boxes: BoxIndex): Curve => {
  let best: { curve: Curve; hits: number } | undefined;
  for (const bend of bends) {
    const curve = bendBy(source, target, bend);
    const points = sampleCurve(curve, samples);
    const passed = new Set(points.flatMap((point) => boxes.listAround(point, 6)));
    passed.delete(source);
    passed.delete(target);
    if (!best || passed.size < best.hits) best = { curve, hits: passed.size };
    if (passed.size === 0) break;
  }
  return best?.curve ?? bendBy(source, target, 0);
};
