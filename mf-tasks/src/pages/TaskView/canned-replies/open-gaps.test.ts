import { describe, expect, it } from 'vitest';
import { listOpenGaps, toGap } from './open-gaps';

describe('listOpenGaps', () => {
  it('lists each gap once', () => {
    const text = `${toGap('Przypisanie')}, ${toGap('Zgłaszający')} i ${toGap('Przypisanie')}`;
    expect(listOpenGaps(text)).toEqual(['[… Przypisanie]', '[… Zgłaszający]']);
  });

  it.each(['', 'Cytat […] dalej', '[… bez końca', '[…\nwiersz]'])('lists nothing for %j', (text) => {
    expect(listOpenGaps(text)).toEqual([]);
  });
});
