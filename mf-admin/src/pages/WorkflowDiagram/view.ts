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
export const firstView = (layout: DiagramLayout, room: Size): { x: number; y: number; zoom: number } => {
  const zoom = Math.min(firstZoomMax, Math.max(firstZoomMin, fitZoom(layout, room)));
  const centre = (space: number, length: number): number => (space - length * zoom) / 2;
  const x = centre(room.width, layout.width);
  const beginning = layout.direction === 'LR' ? Math.max(margin, x) : x;
  const y = centre(room.height, layout.height);
  return {
    x: beginning - layout.left * zoom,
    y: layout.direction === 'TB' ? Math.max(margin, y) : y,
    zoom,
  };
};
