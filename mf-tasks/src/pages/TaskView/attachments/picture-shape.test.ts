import { expect, it } from 'vitest';
import { shapeOf } from './picture-shape';

const stage = Object.assign(document.createElement('div'), {});
Object.defineProperties(stage, { clientWidth: { value: 700 }, clientHeight: { value: 600 } });

it.each([
  [400, 8000, 'tall'],
  [8000, 400, 'wide'],
  [4000, 3000, 'large'],
  [700, 2300, 'large'],
  [700, 600, 'small'],
  [20, 400, 'small'],
] as const)('a picture of %i by %i is %s', (naturalWidth, naturalHeight, kind) => {
  expect(shapeOf({ naturalWidth, naturalHeight, parentElement: stage }).kind).toBe(kind);
});
