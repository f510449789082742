import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findMentions, renameMentions, splitMentions } from './mention-text';

const namesIn = (text: string, names: string[]) => [...findMentions(text, names)];

describe('splitMentions', () => {
  it('finds names at the beginning, in brackets, before punctuation and at the end', () => {
    expect(splitMentions('@anna, (@jan.nowak) i @ola.', ['anna', 'jan.nowak', 'ola'])).toEqual([
      { text: '@anna', mention: 'anna', at: 0 },
      { text: ', (', at: 5 },
      { text: '@jan.nowak', mention: 'jan.nowak', at: 8 },
      { text: ') i ', at: 18 },
      { text: '@ola', mention: 'ola', at: 22 },
      { text: '.', at: 26 },
    ]);
  });

  it('chooses the longest name', () => {
    expect(namesIn('@jan.nowak', ['jan', 'jan.nowak'])).toEqual(['jan.nowak']);
  });

  it.each([
    'jan@acme.test',
    'https://example.test/@jan',
    '@@jan',
    '@janek',
    '@jan.nowak',
    '@jan-nowak',
    '@jan_1',
    '@Jan',
    '@ jan',
  ])('does not find jan in %s', (text) => {
    expect(namesIn(text, ['jan'])).toEqual([]);
  });

  it('keeps every character of any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('@', 'a', 'ą', 'b', '.', '-', ' ', '\n', '😀', '<') }),
        fc.array(fc.string({ unit: fc.constantFrom('a', 'ą', 'b', '.', '-'), maxLength: 4 })),
        (text, names) => {
          const pieces = splitMentions(text, names);
          expect(pieces.map((piece) => piece.text).join('')).toBe(text);
          for (const { text: piece, at } of pieces) expect(text.startsWith(piece, at)).toBe(true);
        },
      ),
    );
  });

  it('ends for 10,000 signs and 50 names', () => {
    const names = Array.from({ length: 50 }, (_, index) => `jan${index}`);
    expect(splitMentions('@'.repeat(10_000), names)).toHaveLength(1);
  });
});

describe('renameMentions', () => {
  it('writes the new names, also when two people exchange theirs', () => {
    const names = new Map([
      ['ola', 'jan'],
      ['jan', 'ola'],
    ]);
    expect(renameMentions('@ola pyta @jan, nie jan@ola.test', names)).toBe(
      '@jan pyta @ola, nie jan@ola.test',
    );
  });
});
