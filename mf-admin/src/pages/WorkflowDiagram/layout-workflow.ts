import { layoutCompactly } from './compact-layout';
import type { DiagramLayout, DiagramStatus, DiagramTransition } from './diagram-layout';
import { layoutInLayers } from './layered-layout';
import { fitZoom, namesZoomMin, type Size } from './view';

/** With more, an arrow finds no room for its name, and layers take long to compute. */
const layeredTransitionsMax = 60;

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
    const across = layoutInLayers(statuses, transitions, 'LR');
    const down = layoutInLayers(statuses, transitions, 'TB');
    const larger = fitZoom(down, room) > fitZoom(across, room) ? down : across;
    if (fitZoom(larger, room) >= namesZoomMin) return larger;
  }
  return layoutCompactly(statuses, transitions, room.width / room.height);
};
