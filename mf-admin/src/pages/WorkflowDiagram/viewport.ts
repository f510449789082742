import type { DiagramLayout } from './diagram-layout';

/** Pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Below this the names of transitions cannot be read; those of statuses grow. */
export const namesZoomMin = 0.7;
/** At first nothing is smaller than this, even where the whole does not fit. */
const firstZoomMin = 0.5;
const firstZoomMax = 1.1;
export const zoomMin = 0.15;
export const zoomMax = 2;
/** Pixels around the picture. */
const margin = 20;

export const fitZoom = ({ width, height }: Size, room: Size): number =>
  Math.min((room.width - 2 * margin) / Math.max(width, 1), (room.height - 2 * margin) / Math.max(height, 1));

/** The first look: the whole where it can be read, else its beginning. */
export const getInitialViewport = (
  layout: DiagramLayout,
  room: Size,
): { x: number; y: number; zoom: number } => {
  const zoom = Math.min(firstZoomMax, Math.max(firstZoomMin, fitZoom(layout, room)));
  const place = (space: number, length: number, isFromBeginning: boolean): number => {
    const centre = (space - length * zoom) / 2;
    return isFromBeginning ? Math.max(margin, centre) : centre;
  };
  const { direction, isCompact } = layout;
  return {
    x: place(room.width, layout.width, direction === 'LR') - layout.left * zoom,
    y: place(room.height, layout.height, direction === 'TB' || isCompact),
    zoom,
  };
};
