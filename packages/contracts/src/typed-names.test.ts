import { describe, expect, it } from 'vitest';
import { listTypedNames } from './typed-names';

describe('listTypedNames', () => {
  const wordsIn = (text: string, known: string[] = []) => listTypedNames(text, known).map(({ word }) => word);

  it.each(['@anna', '(@anna)', '-@anna:', '„@anna”', '@anna...', '...@anna?', '@anna, proszę', '\n@anna\n'])(
    'finds the word in %j',
    (text) => {
      expect(wordsIn(text)).toEqual(['@anna']);
      expect(listTypedNames(text, [])[0]?.names).toContain('anna');
    },
  );

  it.each(['jan@acme.test', 'https://x.test/@jan', '@', '@ anna', '@@', 'a.@anna'])(
    'finds nothing in %j',
    (text) => {
      expect(wordsIn(text)).toEqual([]);
    },
  );

  it('lists longer names first', () => {
    expect(listTypedNames('@Anna Maria Nowak-Lis.', [])[0]?.names).toEqual([
      'Anna Maria Nowak-Lis.',
      'Anna Maria Nowak-Lis',
      'Anna Maria',
      'Anna',
    ]);
  });

  it('leaves out known people', () => {
    expect(wordsIn('@anna i @Jan Lis, @ola', ['Jan Lis', 'anna'])).toEqual(['@ola']);
  });

  it('ends with 50', () => {
    expect(wordsIn('@anna '.repeat(1_000))).toHaveLength(50);
  });
});
