import { useReactFlow } from '@xyflow/react';
import type { KeyboardEvent } from 'react';
import type { Box } from './geometry/boxes';

const panStepPx = 60;
const panByKey: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [panStepPx, 0],
  ArrowRight: [-panStepPx, 0],
  ArrowUp: [0, panStepPx],
  ArrowDown: [0, -panStepPx],
};

/** Margins around a picture that fits its canvas. */
export const fitOptions = { padding: 0.03 };

/** Returns a key handler for the canvas: arrow keys pan, plus and minus zoom, zero fits the picture. */
export const useKeyboardViewport = (bounds: Box) => {
  const { getViewport, setViewport, zoomIn, zoomOut, fitBounds } = useReactFlow();
  return (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
    const pan = panByKey[event.key];
    if (pan) {
      const { x, y, zoom } = getViewport();
      void setViewport({ x: x + pan[0], y: y + pan[1], zoom });
    } else if (event.key === '+' || event.key === '=') void zoomIn();
    else if (event.key === '-') void zoomOut();
    else if (event.key === '0') void fitBounds(bounds, fitOptions);
    else return;
    event.preventDefault();
  };
};
