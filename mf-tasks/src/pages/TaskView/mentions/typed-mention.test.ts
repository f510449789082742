import { describe, expect, it } from 'vitest';
import { findTypedMention } from './typed-mention';

const find = (text: string, names: string[] = []) => {
  const cursor = text.indexOf('|');
  return findTypedMention(text.replace('|', ''), cursor, names);
};

describe('findTypedMention', () => {
  it.each([
    ['@|', 0, ''],
    ['Cześć @ol|', 6, 'ol'],
    ['(@ol|ga)', 1, 'ol'],
    ['@Anna No|', 0, 'Anna No'],
    ['Pyta @jan\ni @ol|', 12, 'ol'],
  ])('finds the mention in %s', (text, at, term) => {
    expect(find(text)).toEqual({ at, term });
  });

  it.each([
    'olga@ac|',
    'https://x.test/@ol|',
    'bez znaku|',
    '@ |',
    '@Anna Nowak pros|',
    '@ol\n|',
    '@@|',
    '@olga, |',
    '@olga)|',
  ])('finds none in %s', (text) => {
    expect(find(text)).toBeUndefined();
  });

  it('finds none behind a finished mention', () => {
    expect(find('@olga |', ['olga'])).toBeUndefined();
    expect(find('@olga prosz|', ['olga'])).toBeUndefined();
    expect(find('@olga|', ['olga'])).toEqual({ at: 0, term: 'olga' });
  });
});
