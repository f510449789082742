import type { DiagramLayout } from './diagram-layout';

/** Size in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Below this zoom, transition names are illegible; the style sheet then enlarges the status names. */
export const namesZoomMin = 0.7;
/** Lower bound of the initial zoom, even if the diagram does not fit. */
const initialZoomMin = 0.5;
const initialZoomMax = 1.1;
export const zoomMin = 0.15;
export const zoomMax = 2;
const marginPx = 20;

/** Returns the zoom at which the diagram just fits the canvas. */
export const fitZoom = ({ width, height }: Size, canvas: Size): number =>
  Math.min(
    (canvas.width - 2 * marginPx) / Math.max(width, 1),
    (canvas.height - 2 * marginPx) / Math.max(height, 1),
  );

/** Returns the initial viewport: the whole diagram if it is legible, otherwise the start of the flow. */
export const getInitialViewport = (
  layout: DiagramLayout,
  canvas: Size,
): { x: number; y: number; zoom: number } => {
  const zoom = Math.min(initialZoomMax, Math.max(initialZoomMin, fitZoom(layout, canvas)));
  const align = (space: number, length: number, isStartVisible: boolean): number => {
    const centred = (space - length * zoom) / 2;
    return isStartVisible ? Math.max(marginPx, centred) : centred;
  };
  const { direction, isCompact } = layout;
  return {
    x: align(canvas.width, layout.width, direction === 'LR') - layout.left * zoom,
    y: align(canvas.height, layout.height, direction === 'TB' || isCompact),
    zoom,
  };
};
