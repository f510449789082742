import { describe, expect, it } from 'vitest';
import { readAddresses } from './read-addresses';

const readPairs = (text: string) =>
  readAddresses(text).map(({ email, displayName }) => [email, displayName] as const);

describe('readAddresses', () => {
  it.each([
    ['commas', 'a@x.pl, b@x.pl,c@x.pl'],
    ['semicolons', 'a@x.pl; b@x.pl;c@x.pl;'],
    ['spaces', ' a@x.pl b@x.pl\tc@x.pl '],
    ['lines', 'a@x.pl\r\nb@x.pl\n\nc@x.pl\n'],
    ['repetitions', 'a@x.pl, B@X.pl, b@x.pl, A@x.pl c@x.pl'],
    ['brackets', '<a@x.pl> <b@x.pl>, <c@x.pl>'],
  ])('separates addresses by %s', (_, text) => {
    expect(readPairs(text)).toEqual([
      ['a@x.pl', undefined],
      ['b@x.pl', undefined],
      ['c@x.pl', undefined],
    ]);
  });

  it('reads names as mail programs copy them', () => {
    expect(
      readPairs('Jan Kowalski <jan@x.pl>, "Nowak; Anna" <anna@x.pl> Ola <OLA@x.pl>; "Ewa Lis" <ewa@x.pl>'),
    ).toEqual([
      ['jan@x.pl', 'Jan Kowalski'],
      ['anna@x.pl', undefined],
      ['ola@x.pl', 'Ola'],
      ['ewa@x.pl', 'Ewa Lis'],
    ]);
  });

  it('leaves out a name that the product does not accept', () => {
    expect(readPairs('Zobacz https://x.pl <jan@x.pl>')).toEqual([['jan@x.pl', undefined]]);
  });

  it('keeps what is no address, so that the form can name it', () => {
    const found = readAddresses('jan, <ola@x.pl, "Ewa <ewa@x.pl>\npiotr@x.pl <>');
    expect(found.filter(({ email }) => email === undefined).map(({ text }) => text)).toEqual([
      'jan',
      'piotr@x.pl <>',
    ]);
  });

  it('reads a long text without separators in linear time', () => {
    for (const text of ['a '.repeat(100_000), '<'.repeat(200_000), '"'.repeat(200_000)])
      expect(readAddresses(text).length).toBeLessThan(200_001);
  });
});
