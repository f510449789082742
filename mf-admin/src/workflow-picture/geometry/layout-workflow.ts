import { layoutCompactly } from './compact-layout';
import type { DiagramLayout, DiagramStatus, DiagramTransition } from './diagram-layout';
import { layoutInLayers } from './layered-layout';
import { fitZoom, namesZoomMin, type Size } from './viewport';

/** Above this number, names do not fit and the layered layout is slow. */
const layeredTransitionsMax = 40;
/** From this zoom on, the other direction is not tried. */
const sufficientZoom = 0.9;

/** Returns the layered layout in the direction that allows the larger zoom. */
const layoutInBestDirection = (
  statuses: readonly DiagramStatus[],
  transitions: readonly DiagramTransition[],
  canvas: Size,
): DiagramLayout => {
  const horizontal = layoutInLayers(statuses, transitions, 'LR');
  if (fitZoom(horizontal, canvas) >= sufficientZoom) return horizontal;
  const vertical = layoutInLayers(statuses, transitions, 'TB');
  return fitZoom(vertical, canvas) > fitZoom(horizontal, canvas) ? vertical : horizontal;
};

/**
 * Lays out each status and transition once. Uses layers if all names are legible at the resulting zoom, and the
 * compact grid otherwise.
 */
export const layoutWorkflow = (
  statuses: readonly DiagramStatus[],
  transitions: readonly DiagramTransition[],
  canvas: Size,
): DiagramLayout => {
  if (transitions.length <= layeredTransitionsMax) {
    const layered = layoutInBestDirection(statuses, transitions, canvas);
    if (fitZoom(layered, canvas) >= namesZoomMin) return layered;
  }
  return layoutCompactly(statuses, transitions, canvas.width / canvas.height);
};
