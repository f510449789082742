import { describe, expect, it } from 'vitest';
import { createBoxIndex } from './box-index';
import { sampleCurve } from './curves';
import { routeArrow } from './route-arrow';

const boxAt = (x: number, y: number) => ({ x, y, width: 100, height: 40 });

describe('routeArrow', () => {
  it.each([
    ['nothing', []],
    ['a status', [boxAt(300, 10)]],
    ['statuses on one side', [boxAt(300, 10), boxAt(300, 60)]],
    ['statuses on the other side', [boxAt(300, 10), boxAt(300, -60)]],
  ])('keeps opposite arrows apart with %s between them', (_, between) => {
    const [source, target] = [boxAt(0, 0), boxAt(600, 20)];
    const index = createBoxIndex([source, target, ...between]);
    const [there, back] = [routeArrow(source, target, index), routeArrow(target, source, index)];
    const [one, other] = [sampleCurve(there, 2)[1], sampleCurve(back, 2)[1]];
    expect(Math.hypot((one?.x ?? 0) - (other?.x ?? 0), (one?.y ?? 0) - (other?.y ?? 0))).toBeGreaterThan(15);
  });
});
