import type { Box } from './boxes';
import { sampleCurve } from './curves';
import { createFreePlaceSearch } from './free-place';
import { getNodeId, type Picture, type PictureArrow, type PlacedLabel } from './picture';
import { placeLabels } from './place-labels';

/** What a user selected. A null status id means the start of new tasks. */
export type Selection = { statusId: number | null } | { transitionId: number };

/** The highlighted part of the picture: a status with all its arrows, or one arrow. */
export type Focus = { nodeId: string } | { arrowId: string } | undefined;

/** Returns the part of the picture that a selection highlights. */
export const findFocus = ({ nodes, arrows }: Picture, selection: Selection | undefined): Focus => {
  if (!selection) return undefined;
  if ('statusId' in selection) {
    const node = nodes.find(({ id }) => id === getNodeId(selection.statusId));
    return node && { nodeId: node.id };
  }
  const arrow = arrows.find(({ label }) =>
    label.rows.some(({ transition }) => transition.id === selection.transitionId),
  );
  return arrow && { arrowId: arrow.id };
};

/** Returns whether an arrow belongs to the focus. */
export const isFocused = (
  { id, source, target }: Pick<PictureArrow, 'id' | 'source' | 'target'>,
  focus: Focus,
): boolean => {
  if (!focus) return false;
  return 'nodeId' in focus ? focus.nodeId === source || focus.nodeId === target : focus.arrowId === id;
};

/** Position of a name on its arrow, from the other end than the focused status. Names overlap less there. */
const awayFraction = 0.35;
const pathSamples = 12;

/** Places the names that appear with the focus: apart from each other and from the focused status. */
export const placeFocusedLabels = (
  { nodes, arrows, bounds }: Picture,
  focus: Focus,
): ReadonlyMap<string, PlacedLabel> => {
  const focusedId = focus && 'nodeId' in focus ? focus.nodeId : undefined;
  const requests = arrows
    .filter((arrow) => isFocused(arrow, focus))
    .map(({ id, curve, source, label: { box } }) => {
      // A name at an arrow along the edge would leave the canvas.
      const [left, right] = [bounds.x + box.width / 2, bounds.x + bounds.width - box.width / 2];
      const points = sampleCurve(curve, pathSamples).map(({ x, y }) => ({
        x: Math.max(left, Math.min(right, x)),
        y,
      }));
      const fraction = source === focusedId ? 1 - awayFraction : awayFraction;
      const preferred = points[Math.floor(points.length * fraction)] ?? box;
      return { id, width: box.width, height: box.height, points, preferred };
    });
  const boxesOf = (isWanted: (id: string) => boolean): Box[] =>
    nodes.filter(({ id }) => isWanted(id)).map(({ box }) => box);
  const focused = boxesOf((id) => id === focusedId);
  const others = boxesOf((id) => id !== focusedId);
  return placeLabels(requests, focused, createFreePlaceSearch(), others);
};
