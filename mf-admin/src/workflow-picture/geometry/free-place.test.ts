import { describe, expect, it } from 'vitest';
import { createBoxIndex } from './box-index';
import { isWithin } from './boxes';
import { createFreePlaceSearch } from './free-place';

const box = { x: 0, y: 0, width: 100, height: 40 };

describe('the search for a free place', () => {
  it('finds the nearest place, with the gap', () => {
    const boxes = createBoxIndex([box]);
    const moved = createFreePlaceSearch()(box, [{ boxes, gap: 8 }]);
    expect(isWithin(moved, box, 8)).toBe(false);
    expect(Math.abs(moved.x) + Math.abs(moved.y)).toBeLessThan(60);
  });

  it('goes below everything once the searches of a picture have looked at enough places', () => {
    let looks = 0;
    const occupied = {
      ...createBoxIndex([{ ...box, y: 700 }]),
      hasWithin: () => {
        looks += 1;
        return true;
      },
    };
    const search = createFreePlaceSearch();
    const obstacles = [{ boxes: occupied, gap: 8 }];
    expect(search(box, obstacles)).toEqual({ ...box, y: 748 });
    const first = looks;
    expect(first).toBeLessThan(600_000);
    for (let index = 0; index < 1_000; index += 1) search(box, obstacles);
    expect(looks).toBe(first);
  });
});
