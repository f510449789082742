import { useReactFlow } from '@xyflow/react';
import type { KeyboardEvent } from 'react';

/** Pixels that one press of an arrow key moves. */
const step = 60;
const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [step, 0],
  ArrowRight: [-step, 0],
  ArrowUp: [0, step],
  ArrowDown: [0, -step],
};

/** Moves and zooms the picture by keyboard, while it has the focus: arrows, plus, minus, zero for the whole. */
export const useKeyboardViewport = () => {
  const { getViewport, setViewport, zoomIn, zoomOut, fitView } = useReactFlow();
  return (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
    const move = moves[event.key];
    if (move) {
      const { x, y, zoom } = getViewport();
      void setViewport({ x: x + move[0], y: y + move[1], zoom });
    } else if (event.key === '+' || event.key === '=') void zoomIn();
    else if (event.key === '-') void zoomOut();
    else if (event.key === '0') void fitView();
    else return;
    event.preventDefault();
  };
};
