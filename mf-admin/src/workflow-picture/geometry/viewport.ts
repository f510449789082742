import { type Box, centerOf, type Size } from './boxes';
import type { Picture } from './picture';

export const zoomMin = 0.1;
export const zoomMax = 2;
/** Names of 12 pixels are comfortable to read from this zoom on. */
const legibleZoomMin = 0.8;
/** The least zoom at which names can be read. */
export const namesZoomMin = 0.7;
/** The least zoom at which a compact picture opens, even if it does not fit. */
const compactZoomMin = 0.5;
const initialZoomMax = 1.1;
const marginPx = 24;
/** Smaller margins are better than a name that is cut off at the edge. */
const marginMinPx = 4;

/** Returns the offset that shows the point of interest, without empty space beyond the margins. */
const align = (space: number, start: number, length: number, interest: number, zoom: number): number => {
  const [first, last] = [marginPx - start * zoom, space - marginPx - (start + length) * zoom];
  if (length * zoom <= space - 2 * marginMinPx) return (first + last) / 2;
  return Math.min(first, Math.max(last, space / 3 - interest * zoom));
};

/** Returns the zoom at which the picture just fits the canvas. */
export const fitZoom = ({ width, height }: Size, canvas: Size): number =>
  Math.min(
    (canvas.width - 2 * marginPx) / Math.max(1, width),
    (canvas.height - 2 * marginPx) / Math.max(1, height),
  );

/** Returns the viewport that shows the whole picture. Undefined if its statuses would be too small to recognize. */
export const getWholeViewport = (
  bounds: Box,
  canvas: Size,
): { x: number; y: number; zoom: number } | undefined => {
  const zoom = Math.min(initialZoomMax, fitZoom(bounds, canvas));
  if (zoom < compactZoomMin) return undefined;
  const center = centerOf(bounds);
  return { x: canvas.width / 2 - center.x * zoom, y: canvas.height / 2 - center.y * zoom, zoom };
};

/** Returns the comfortable zoom, or a smaller one if only that shows the whole picture with its names. */
const leastInitialZoom = ({ width, height }: Box, canvas: Size): number => {
  const isTight =
    width * legibleZoomMin <= canvas.width - 2 * marginMinPx &&
    height * legibleZoomMin <= canvas.height - 2 * marginMinPx;
  return isTight || fitZoom({ width, height }, canvas) < namesZoomMin ? legibleZoomMin : namesZoomMin;
};

/** Returns the viewport that shows the whole picture if names are legible then, and otherwise its start. */
export const getInitialViewport = ({ bounds, nodes }: Picture, canvas: Size, isCompact = false) => {
  const least = isCompact ? compactZoomMin : leastInitialZoom(bounds, canvas);
  const zoom = Math.min(initialZoomMax, Math.max(least, fitZoom(bounds, canvas)));
  const start = centerOf(nodes[0]?.box ?? bounds);
  return {
    x: align(canvas.width, bounds.x, bounds.width, start.x, zoom),
    y: align(canvas.height, bounds.y, bounds.height, start.y, zoom),
    zoom,
  };
};

/** Returns whether the whole picture is visible. */
export const isWholeVisible = (
  { x, y, width, height }: Box,
  viewport: { x: number; y: number; zoom: number },
  canvas: Size,
): boolean =>
  x * viewport.zoom + viewport.x >= 0 &&
  y * viewport.zoom + viewport.y >= 0 &&
  (x + width) * viewport.zoom + viewport.x <= canvas.width &&
  (y + height) * viewport.zoom + viewport.y <= canvas.height;

/** Returns the shift that brings a length into view, or its start if it is too long. */
const shiftInto = (space: number, start: number, length: number): number => {
  if (start < marginPx || length > space - 2 * marginPx) return marginPx - start;
  return Math.min(0, space - marginPx - (start + length));
};

/** Returns the nearest viewport that shows the box at a legible zoom. */
export const revealBox = (
  box: Box,
  viewport: { x: number; y: number; zoom: number },
  canvas: Size,
): { x: number; y: number; zoom: number } => {
  const zoom = Math.max(legibleZoomMin, viewport.zoom);
  // Zooms in around the center of the canvas.
  const scale = zoom / viewport.zoom;
  const x = canvas.width / 2 - (canvas.width / 2 - viewport.x) * scale;
  const y = canvas.height / 2 - (canvas.height / 2 - viewport.y) * scale;
  return {
    x: x + shiftInto(canvas.width, box.x * zoom + x, box.width * zoom),
    y: y + shiftInto(canvas.height, box.y * zoom + y, box.height * zoom),
    zoom,
  };
};
