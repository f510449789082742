import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildMatch } from './build-match';
import { foldContent, foldText, foldWithOffsets } from './fold';
import { kinds } from './kinds';
import { parseSearch } from './parse-search';
import { endingsOf, termLengthMax, termsOf } from './terms';

const letters = fc.constantFrom(...'aZłŻßİıæŒøĐśŚ̀é 東京ไทк\n\t-_%"1２ﬁΣς😀');
const text = fc.array(letters, { maxLength: 60 }).map((parts) => parts.join(''));

describe('foldText', () => {
  it.each([
    ['Zażółć GĘŚLĄ', 'zazolc gesla'],
    ['Müller Straße ẞ', 'muller strasse ss'],
    ['İstanbul ıŞIK', 'istanbul isik'],
    ['ŒUVRE Ænima Þór ðæ', 'oeuvre aenima thor dae'],
    ['ﬁn ２', 'fin 2'],
    ['ΟΔΟΣ οδος', 'οδοσ οδοσ'],
  ])('folds %s', (original, folded) => {
    for (const form of ['NFC', 'NFD'] as const) expect(foldText(original.normalize(form))).toBe(folded);
  });

  it('folds character by character', () => {
    fc.assert(
      fc.property(text, (original) => {
        expect([...original].map(foldText).join('')).toBe(foldText(original));
        expect(foldWithOffsets(original).content.trim()).toBe(foldContent(original));
      }),
    );
  });
});

describe('termsOf', () => {
  it('contains a term with each part of a word', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: termLengthMax - 1 }),
        fc.nat(),
        fc.nat({ max: termLengthMax }),
        (raw, start, length) => {
          const [word = 'x'] = foldContent(raw).match(/[\p{L}\p{N}]+/u) ?? [];
          const characters = [...word];
          const at = start % characters.length;
          const part = characters.slice(at, at + length + 1).join('');
          const endings = [...termsOf(word)].flatMap((term) => [term, ...endingsOf(term)]);
          const [first = ''] = [...termsOf(part)];
          expect(endings.some((ending) => ending.startsWith(first))).toBe(true);
        },
      ),
    );
  });

  it('splits scripts without spaces, and keeps signs', () => {
    expect([...termsOf('東京abc 100%')]).toEqual(['東', '京', 'abc', '100', '%']);
  });

  it('knows only the beginning of a run that is too long for a word', () => {
    const [term = '', ...others] = termsOf('x'.repeat(10_000));
    expect([term.length, others, endingsOf(term)]).toEqual([termLengthMax, [], []]);
  });

  it('limits the terms of one text', () => {
    const words = Array.from({ length: 5_000 }, (_, index) => index.toString(36));
    expect(termsOf(words.join(' ')).size).toBe(1_500);
  });
});

describe('parseSearch', () => {
  const textsOf = (search: string) => parseSearch(search).map(({ text: needle }) => needle);

  it('keeps the five longest words and two single characters, in their order', () => {
    expect(textsOf('od rana nie drukuje drukarka na pietrze')).toEqual([
      'rana',
      'nie',
      'drukuje',
      'drukarka',
      'pietrze',
    ]);
    expect(textsOf('regal 7 w b 9')).toEqual(['regal', '7', 'w']);
    expect(textsOf('z a d n i e p o m r w 1 2 3 4 5')).toEqual(['z', 'a']);
  });

  it('reads words, phrases, numbers and addresses of tasks', () => {
    expect(textsOf('  Łącze "nie  działa" łącze ')).toEqual(['lacze', 'nie dziala']);
    expect(textsOf('„Cała fraza” #123456789012')).toEqual(['cala fraza', '123456789012']);
    expect(textsOf('https://acme.obieg.example/task/123456789012?x=1')).toEqual(['123456789012']);
    expect(textsOf('"w trakcie pisania')).toEqual(['w', 'trakcie', 'pisania']);
    expect(textsOf('"" "')).toEqual([]);
  });

  it('knows the range of the numbers that begin with a needle', () => {
    expect(parseSearch('1234')[0]?.numbers).toEqual({ from: 123_400_000_000, to: 123_499_999_999 });
    expect(parseSearch('123456789012')[0]?.numbers).toEqual({ from: 123_456_789_012, to: 123_456_789_012 });
    for (const search of ['0123', '1234567890123', '12a'])
      expect(parseSearch(search)[0]?.numbers).toBeUndefined();
  });
});

describe('buildMatch', () => {
  const task = { publicTaskId: 123_456_789_012, title: 'Tytuł' };
  const marksOf = (original: string, search: string): string[] => {
    const { snippet, ranges } = buildMatch(
      { kind: kinds.description, text: original },
      task,
      parseSearch(search),
    );
    return ranges.map(([start, end]) => snippet.slice(start, end));
  };

  it('marks the original letters', () => {
    expect(marksOf('Die Straße, die STRASSE', 'strasse')).toEqual(['Straße', 'STRASSE']);
    expect(marksOf('Zażółć gęślą'.normalize('NFD'), 'zolc')).toEqual(['żółć'.normalize('NFD')]);
    expect(marksOf('nie   działa drukarka', '"nie dziala"')).toEqual(['nie   działa']);
    expect(marksOf('aaa abc', 'ab abc aa')).toEqual(['aa', 'abc']);
    expect(marksOf('İstanbul 😀 ıŞIK', 'istanbul isik')).toEqual(['İstanbul', 'ıŞIK']);
  });

  it('cuts a long text around the first match, inside of no character', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const original = `${before.repeat(9)}igła${after.repeat(9)}`;
        const match = buildMatch({ kind: kinds.comment, text: original }, task, parseSearch('igla'));
        const { snippet, ranges } = match;
        expect(snippet.length).toBeLessThanOrEqual(163);
        expect(snippet.isWellFormed?.() ?? true).toBe(true);
        expect(ranges.length).toBeGreaterThan(0);
        for (const [start, end] of ranges) expect(foldContent(snippet.slice(start, end))).toBe('igla');
      }),
    );
  });
});
