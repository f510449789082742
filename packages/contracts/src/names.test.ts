import { describe, expect, it } from 'vitest';
import { changeAccountSchema } from './account';
import { isPlainName, maskAddresses, presentName } from './names';

describe('isPlainName', () => {
  it.each([
    'Żaneta Łoś',
    'J.R.R. Tolkien',
    "O'Connor-Nowak 2",
    '李小龍',
    'สมชาย ใจดี',
    'नीति',
    'محمّد',
    'x'.repeat(80),
  ])('accepts %s', (name) => expect(isPlainName(name)).toBe(true));

  it.each([
    ['an address', 'anna@acme.test'],
    ['a link', 'm1: NOWE KONTO PL61, https://evil.test/zaplac'],
    ['a colon', 'Anna: Nowak'],
    ['markup', '<b>Anna</b>'],
    ['a zero-width space', 'An\u200bna'],
    ['a soft hyphen', 'An\u00adna'],
    ['an Arabic letter mark', '\u061cAnna'],
    ['a line separator', 'Anna\u2028Nowak'],
    ['a line break', 'Anna\nNowak'],
    ['a tag character', 'Anna\u{e0041}'],
    ['a direction override', 'Olga \u202eagA'],
    ['a variation selector', 'Anna\ufe0f'],
    ['a Hangul filler', 'Anna\u3164'],
    ['an invisible mark', 'Anna\u034f'],
    ['stacked marks', 'A\u0301\u0301\u0301nna'],
    ['only punctuation', ". - '"],
    ['a no-break space', 'Anna\u00a0Nowak'],
    ['81 characters', 'x'.repeat(81)],
  ])('rejects %s', (_, name) => expect(isPlainName(name)).toBe(false));
});

describe('changeAccountSchema', () => {
  it('accepts a display name equal to a username that is not plain', () => {
    const names = { username: 'jan_k', displayName: 'jan_k' };
    expect(changeAccountSchema.parse(names)).toEqual(names);
  });

  it('rejects another display name that is not plain', () => {
    const { error } = changeAccountSchema.safeParse({ username: 'jan', displayName: 'jan_k' });
    expect(error?.issues.map(({ path }) => path)).toEqual([['displayName']]);
  });

  it('writes one space and a straight apostrophe', () =>
    expect(
      changeAccountSchema.parse({ username: 'jan', displayName: ' Jan   O\u2019Hara ' }).displayName,
    ).toBe("Jan O'Hara"));
});

describe('presentName', () => {
  it.each([
    ['jan@acme.test', 'jan@acme.test', 'j***@acme.test'],
    ['jan@acme.test-a1b2c3', 'jan@acme.test-a1b2c3', 'j***@acme.test-a1b2c3'],
    ['Jan (jan@acme.test)', 'Jan j***@acme.test', 'Jan j***@acme.test'],
    ['m1: KONTO, https://evil.test/zaplac', 'm1 KONTO https evil.test zaplac', undefined],
    ['An\u200bna\u2028Now\u00adak', 'Anna Nowak', undefined],
    ['jan_k', 'jan_k', undefined],
    ['Jan Nowak', 'Jan Nowak', undefined],
    ['a@https://evil.test', 'a***@https evil.test', undefined],
    ['a@b@evil.test', 'a***@evil.test', undefined],
    ['@acme.test', '***', undefined],
    ['Ala+Ola: biuro', 'Ala Ola biuro', undefined],
    ['Z\u0307ółw: A\u0301\u0301\u0301\u0301', 'Żółw Á\u0301\u0301', undefined],
    ['\u{1f984}', '***', undefined],
  ])('presents %j', (name, toMembers, toOthers = toMembers) => {
    expect(presentName(name, true)).toBe(toMembers);
    expect(presentName(name, false)).toBe(toOthers);
  });

  it('takes time in proportion to the length of the name', () => {
    for (const part of ['a@', 'a', '@', '\u0301', "'-", ' .'])
      expect(presentName(part.repeat(50_000), false)).not.toBe('');
  });
});

describe('maskAddresses', () => {
  it('keeps the text around an address', () =>
    expect(maskAddresses('Dział IT (jan@acme.test), Łódź')).toBe('Dział IT (j***@acme.test), Łódź'));
});
