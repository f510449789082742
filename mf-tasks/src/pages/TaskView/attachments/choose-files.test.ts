import { describe, expect, it } from 'vitest';
import { namePasted, photoName, refusalOf } from './choose-files';

const tenMegabytes = 10 * 1024 * 1024;

describe('refusalOf', () => {
  it.each([
    ['skan.pdf', 1, undefined],
    ['skan.PDF', tenMegabytes, undefined],
    ['skan.pdf', tenMegabytes + 1, 'tooLarge'],
    ['skan.pdf', 0, 'empty'],
    ['strona.html', 1, 'wrongType'],
    ['logo.svg', 1, 'wrongType'],
    ['skan.pdf.exe', 1, 'wrongType'],
    ['skan', 1, 'wrongType'],
  ])('of %s with %s bytes is %s', (name, size, refusal) => {
    expect(refusalOf({ name, size })).toBe(refusal);
  });
});

describe('names', () => {
  const now = new Date(2026, 10, 1, 9, 4, 5);

  it('of photos are the moment', () => {
    expect(photoName(now)).toBe('2026-11-01_09-04-05.jpg');
  });

  it('of pasted pictures, too; other pasted files keep theirs', () => {
    expect(namePasted(new File(['x'], 'image.png'), now).name).toBe('2026-11-01_09-04-05.png');
    expect(namePasted(new File(['x'], 'plan.png'), now).name).toBe('plan.png');
  });
});
