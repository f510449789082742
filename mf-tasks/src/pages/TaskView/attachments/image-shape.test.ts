import { describe, expect, it } from 'vitest';
import { getImageShape } from './image-shape';

const parent = Object.assign(document.createElement('div'), {});
Object.defineProperties(parent, { clientWidth: { value: 700 }, clientHeight: { value: 600 } });

describe('getImageShape', () => {
  it.each([
    [400, 8000, 'tall'],
    [8000, 400, 'wide'],
    [4000, 3000, 'large'],
    [700, 2300, 'large'],
    [700, 600, 'small'],
    [20, 400, 'small'],
  ] as const)('classifies an image of %i by %i as %s', (naturalWidth, naturalHeight, kind) => {
    expect(getImageShape({ naturalWidth, naturalHeight, parentElement: parent }).kind).toBe(kind);
  });
});
