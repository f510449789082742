import { layoutCompactly } from './compact-layout';
import type { DiagramLayout, DiagramStatus, DiagramTransition } from './diagram-layout';
import { layoutInLayers } from './layered-layout';
import { fitZoom, namesZoomMin, type Size } from './viewport';

/** With more, an arrow finds no room for its name, and layers take long to compute. */
const layeredTransitionsMax = 40;
/** From here it is not worth trying whether the other direction comes out larger. */
const largeEnough = 0.9;

const layoutLarger = (
  statuses: readonly DiagramStatus[],
  transitions: readonly DiagramTransition[],
  room: Size,
): DiagramLayout => {
  const across = layoutInLayers(statuses, transitions, 'LR');
  if (fitZoom(across, room) >= largeEnough) return across;
  const down = layoutInLayers(statuses, transitions, 'TB');
  return fitZoom(down, room) > fitZoom(across, room) ? down : across;
};

/**
 * Places statuses and transitions, each exactly once, in the room that there is (pixels): in layers with all names
 * where they can be read, from left to right or from top to bottom as it comes out larger; else compactly. Pure.
 */
export const layoutWorkflow = (
  statuses: readonly DiagramStatus[],
  transitions: readonly DiagramTransition[],
  room: Size,
): DiagramLayout => {
  if (transitions.length <= layeredTransitionsMax) {
    const larger = layoutLarger(statuses, transitions, room);
    if (fitZoom(larger, room) >= namesZoomMin) return larger;
  }
  return layoutCompactly(statuses, transitions, room.width / room.height);
};
