import { describe, expect, it } from 'vitest';
import { buildPicture } from '../workflow.builders';
import type { Picture } from './picture';
import { getInitialViewport, getWholeViewport, isWholeVisible, revealBox } from './viewport';

const canvas = { width: 1000, height: 600 };
const pictureOf = (width: number, height: number): Picture => ({
  ...buildPicture({}),
  bounds: { x: 0, y: 0, width, height },
});

describe('getInitialViewport', () => {
  it('centers a small picture', () => {
    const { x, y, zoom } = getInitialViewport(pictureOf(500, 200), canvas);
    expect([x + 250 * zoom, y + 100 * zoom].map(Math.round)).toEqual([500, 300]);
  });

  it('shows the whole of a picture that fits at a legible zoom with small margins', () => {
    const picture = pictureOf(990 / 0.8, 200);
    const viewport = getInitialViewport(picture, canvas);
    expect(viewport.zoom).toBe(0.8);
    expect(viewport.x).toBeCloseTo(5);
    expect(isWholeVisible(picture.bounds, viewport, canvas)).toBe(true);
  });

  it('zooms out a little further if that shows the whole picture', () =>
    expect(getInitialViewport(pictureOf(1300, 200), canvas).zoom).toBeCloseTo(0.732));

  it('shows the start of a large picture at a legible zoom', () => {
    const { x, y, zoom } = getInitialViewport(pictureOf(5000, 3000), canvas);
    expect(zoom).toBe(0.8);
    expect([x, y]).toEqual([24, 24]);
  });

  it('opens a large compact picture at a smaller zoom, to show more of it', () => {
    expect(getInitialViewport(pictureOf(5000, 3000), canvas, true).zoom).toBe(0.5);
    expect(getInitialViewport(pictureOf(1500, 800), canvas, true).zoom).toBeCloseTo(0.635);
  });
});

describe('getWholeViewport', () => {
  it('centers the whole picture at a smaller zoom', () => {
    const { bounds } = pictureOf(1500, 400);
    const viewport = getWholeViewport(bounds, canvas);
    expect(viewport && isWholeVisible(bounds, viewport, canvas)).toBe(true);
    expect(viewport?.zoom).toBeCloseTo(0.635);
  });

  it('gives up if statuses would be too small to recognize', () =>
    expect(getWholeViewport(pictureOf(5000, 400).bounds, canvas)).toBeUndefined());
});

describe('isWholeVisible', () => {
  it('compares the picture with the canvas at the current zoom', () => {
    const { bounds } = pictureOf(2000, 1000);
    expect(isWholeVisible(bounds, { x: 0, y: 0, zoom: 0.5 }, canvas)).toBe(true);
    expect(isWholeVisible(bounds, { x: 10, y: 0, zoom: 0.5 }, canvas)).toBe(false);
    expect(isWholeVisible(bounds, { x: 0, y: -10, zoom: 0.5 }, canvas)).toBe(false);
  });
});

describe('revealBox', () => {
  const viewport = { x: 0, y: 0, zoom: 1 };

  it('keeps a viewport that shows the box', () => {
    expect(revealBox({ x: 100, y: 100, width: 50, height: 50 }, viewport, canvas)).toEqual(viewport);
  });

  it('shifts as little as possible', () => {
    expect(revealBox({ x: 980, y: -50, width: 50, height: 50 }, viewport, canvas)).toEqual({
      x: -54,
      y: 74,
      zoom: 1,
    });
  });

  it('zooms in until names are legible', () => {
    const { x, zoom } = revealBox(
      { x: 3000, y: 0, width: 50, height: 50 },
      { x: 0, y: 0, zoom: 0.2 },
      canvas,
    );
    expect(zoom).toBe(0.8);
    expect(3050 * zoom + x).toBeLessThanOrEqual(canvas.width - 24);
  });
});
