import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEmailAddress, maskEmail, toAsciiAddress } from './email-address';
import { emailSchema } from './text';

describe('isEmailAddress', () => {
  it.each([
    'jan@acme.com',
    ' Jan@Acme.COM ',
    '',
    'jan',
    'jan@acme',
    'jan@acme.com\n',
    'jan@acme.com\nx',
    'żółw@acme.com',
    'a..b@acme.com',
    'İ@acme.com',
    'jan@żółw.pl',
    'jan@пример.рф',
    'jan@xn--e1afmkfd.xn--p1ai',
    'jan@żółw.pl/x',
    'jan@ż%2e.pl',
    `jan@${'ż'.repeat(300)}.pl`,
    `${'a'.repeat(250)}@b.pl`,
    'integration-1@integrations.invalid',
    // The Kelvin sign, whose lower case is k.
    '\u212aasia@acme.com',
  ])('agrees with emailSchema about %j', (text) => {
    expect(isEmailAddress(text)).toBe(emailSchema.safeParse(text).success);
  });

  it('agrees with emailSchema about generated texts', () => {
    const texts = fc.oneof(
      fc.emailAddress(),
      fc.string({ unit: 'binary' }),
      fc.string(),
      fc.string({ unit: 'grapheme' }).map((domain) => `jan@${domain}.pl`),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(isEmailAddress(text)).toBe(emailSchema.safeParse(text).success);
      }),
    );
  });
});

describe('emailSchema', () => {
  it.each(['integration-1@integrations.invalid', 'X@Integrations.INVALID'])(
    'refuses the address of an integration: %s',
    (address) => {
      expect(emailSchema.safeParse(address).success).toBe(false);
    },
  );
});

describe('toAsciiAddress', () => {
  it.each([
    ['jan@żółw.pl', 'jan@xn--w-uga1v8h.pl'],
    ['Jan@ŻÓŁW.PL', 'Jan@xn--w-uga1v8h.pl'],
    ['jan@пример.рф', 'jan@xn--e1afmkfd.xn--p1ai'],
    ['jan@例え。jp', 'jan@xn--r8jz45g.jp'],
    // Decomposed, as copied from a PDF.
    ['jan@z\u0307ółw.pl', 'jan@xn--w-uga1v8h.pl'],
    ['jan@Acme.com', 'jan@Acme.com'],
    ['żółw@acme.com', 'żółw@acme.com'],
  ])('converts %j to %j', (address, ascii) => {
    expect(toAsciiAddress(address)).toBe(ascii);
    expect(emailSchema.safeParse(address).data).toBe(
      isEmailAddress(address) ? ascii.toLowerCase() : undefined,
    );
  });

  it.each([
    'jan@ż/ó.pl',
    'jan@ż?.pl',
    'jan@ż#.pl',
    'jan@ż:80',
    'a@b@ż\\.pl',
    '@żółw.pl',
    'jan@ż .pl',
    'żółw',
  ])('does not change %j', (text) => expect(toAsciiAddress(text)).toBe(text));

  it('is idempotent and accepts no address outside ASCII', () => {
    const addresses = fc.string({ unit: 'grapheme' }).map((domain) => `jan@${domain}.pl`);
    fc.assert(
      fc.property(addresses, (address) => {
        const ascii = toAsciiAddress(address);
        expect(toAsciiAddress(ascii)).toBe(ascii);
        // Some capital letters have no form in ASCII, but their small letters have.
        if (isEmailAddress(address)) expect(toAsciiAddress(address.toLowerCase())).toMatch(/^[\x21-\x7e]+$/);
      }),
    );
  });
});

describe('maskEmail', () => {
  it.each([
    ['jan@acme.com', 'j***@acme.com'],
    ['a@b@acme.com', 'a***@acme.com'],
    ['😀x@acme.com', '😀***@acme.com'],
    ['@acme.com', '***'],
    ['jan', '***'],
    ['', '***'],
    [null, null],
  ])('masks %j as %j', (email, masked) => expect(maskEmail(email)).toBe(masked));
});
