import { describe, expect, it } from 'vitest';
import { skeletonsOf } from './name-skeletons';

const looksLike = (one: string, other: string): boolean => {
  const forms = skeletonsOf(other);
  return skeletonsOf(one).some((form) => forms.includes(form));
};

describe('skeletonsOf', () => {
  it.each([
    ['anna', '\u0430nna'],
    ['anna', '\uff41nna'],
    ['anna', 'ann\u1d43'],
    ['anna', 'ANNA'],
    ['anna', '\u0391\u039d\u039d\u0391'],
    ['anna', 'an\u200bn\u00ada'],
    ['super', 'supe\u0433'],
    ['alicja', 'aIicja'],
    ['ania', 'An\u0456\u0430'],
    ['marek', 'rnarek'],
    ['ola', '0la'],
    ['Łukasz', 'łukasz'],
    ['Anna Nowak', 'Ann\u0430  Now\u0430k'.replace('  ', ' ')],
  ])('equates %s and %s', (one, other) => expect(looksLike(one, other)).toBe(true));

  it.each([
    ['łukasz', 'lukasz'],
    ['żółw', 'zolw'],
    ['ola', 'ala'],
    ['jan.kowalski', 'jan-kowalski'],
    ['李', '王'],
  ])('distinguishes %s and %s', (one, other) => expect(looksLike(one, other)).toBe(false));
});
