import { type ParameterType, parameterTypes } from '@obieg/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatNumber } from './numbers';
import { isSameValue } from './same-value';
import { checkValue } from './values';

const check = (parameterType: ParameterType, answer: string, timeZone?: string) =>
  checkValue({ parameterType, dictionaryValues: [{ value: 'Drukarka' }] }, answer, timeZone);

describe('checkValue', () => {
  it.each([
    ['TEXT', ' Zażółć ', 'Zażółć'],
    ['NUMBER', '12', '12'],
    ['NUMBER', '-0,5', '-0.5'],
    ['NUMBER', '1 200,50', '1200.50'],
    ['NUMBER', '\u22121\u00a0200\u202f300.5', '-1200300.5'],
    ['NUMBER', '\u2013007', '-7'],
    ['NUMBER', '-0,00', '0.00'],
    ['BOOLEAN', 'true', 'true'],
    ['DICTIONARY', 'Drukarka', 'Drukarka'],
    ['DATE', '2024-02-29', '2024-02-29'],
    ['DATETIME', '2026-11-21T08:30', '2026-11-21T08:30'],
    ['DATETIME', '2026-11-21T08:30:00Z', '2026-11-21T08:30:00Z'],
    ['EMAIL', 'jan@example.com', 'jan@example.com'],
    ['EMAIL', 'Jan@Żółw.pl', 'Jan@xn--w-uga1v8h.pl'],
    ['URL', 'https://example.com/a?b=c', 'https://example.com/a?b=c'],
    ['URL', 'http://localhost:8080', 'http://localhost:8080'],
    ['URL', 'example.com', 'https://example.com'],
    ['URL', 'Example.com:8443/a?b=c#d', 'https://Example.com:8443/a?b=c#d'],
    ['URL', 'żółw.pl/ścieżka', 'https://żółw.pl/ścieżka'],
  ] as const)('accepts %s %j', (type, answer, value) => {
    expect(check(type, answer)).toEqual({ isValid: true, value });
  });

  it.each([
    ['TEXT', '   ', 'BLANK'],
    ['TEXT', 'x'.repeat(4_001), 'TOO_LONG'],
    ['NUMBER', '1e5', 'NOT_A_NUMBER'],
    ['NUMBER', '0x10', 'NOT_A_NUMBER'],
    ['NUMBER', '9'.repeat(400), 'NOT_A_NUMBER'],
    ['NUMBER', '1 20,50', 'NOT_A_NUMBER'],
    ['NUMBER', '1200 300', 'NOT_A_NUMBER'],
    ['NUMBER', '1.200,50', 'NOT_A_NUMBER'],
    ['NUMBER', '1  200', 'NOT_A_NUMBER'],
    ['NUMBER', '--1', 'NOT_A_NUMBER'],
    ['NUMBER', '1,', 'NOT_A_NUMBER'],
    ['BOOLEAN', 'tak', 'NOT_A_BOOLEAN'],
    ['DICTIONARY', 'drukarka', 'NOT_IN_DICTIONARY'],
    ['DATE', '2026-02-29', 'NOT_A_DATE'],
    ['DATE', '21.11.2026', 'NOT_A_DATE'],
    ['DATETIME', '2026-11-21T24:00', 'NOT_A_DATE_TIME'],
    ['DATETIME', '2026-13-01T10:00', 'NOT_A_DATE_TIME'],
    ['EMAIL', 'jan@', 'NOT_AN_EMAIL'],
    ['EMAIL', 'jan@żółw', 'NOT_AN_EMAIL'],
    ['EMAIL', 'jan@żółw.pl/x', 'NOT_AN_EMAIL'],
    ['URL', 'javascript:alert(1)', 'NOT_A_URL'],
    ['URL', `https://${'ż'.repeat(500)}.pl`, 'NOT_A_URL'],
    ['URL', `http:\\\\${'ż'.repeat(500)}`, 'NOT_A_URL'],
    ['URL', `http:${'ż'.repeat(500)}`, 'NOT_A_URL'],
    ['URL', 'javascript.com:alert(1)', 'NOT_A_URL'],
    ['URL', 'data:text/html,x.pl', 'NOT_A_URL'],
    ['URL', 'mailto:jan@example.com', 'NOT_A_URL'],
    ['URL', 'jan@example.com', 'NOT_A_URL'],
    ['URL', 'example', 'NOT_A_URL'],
    ['URL', '1.5', 'NOT_A_URL'],
    ['URL', 'example.com:99999', 'NOT_A_URL'],
    ['URL', 'example.com /a', 'NOT_A_URL'],
    ['URL', `example.com/${'x'.repeat(3_985)}`, 'TOO_LONG'],
  ] as const)('rejects %s %j', (type, answer, problem) => {
    expect(check(type, answer)).toEqual({ isValid: false, problem });
  });
});

describe('checkValue for a type that only a newer version knows', () => {
  it('accepts any text', () => {
    const parameter = { parameterType: 'GEO_POINT' as never, dictionaryValues: [] };
    expect(checkValue(parameter, ' 52.2,21.0 ')).toEqual({ isValid: true, value: '52.2,21.0' });
  });
});

describe('checkValue for a date and time in a time zone', () => {
  it.each([
    ['2026-03-29T01:59', '2026-03-29T01:59'],
    ['2026-03-29T03:00', '2026-03-29T03:00'],
    // The clocks show this time twice.
    ['2026-10-25T02:30', '2026-10-25T02:30'],
    // With an offset, every time exists.
    ['2026-03-29T02:30+01:00', '2026-03-29T02:30+01:00'],
  ])('accepts %s', (answer, value) => {
    expect(check('DATETIME', answer, 'Europe/Warsaw')).toEqual({ isValid: true, value });
  });

  it.each([
    ['Europe/Warsaw', '2026-03-29T02:00'],
    ['Europe/Warsaw', '2026-03-29T02:59:59.999'],
    ['America/New_York', '2026-03-08T02:30'],
    // Half an hour is skipped.
    ['Australia/Lord_Howe', '2026-10-04T02:15'],
    // A whole day is skipped.
    ['Pacific/Apia', '2011-12-30T12:00'],
  ])('rejects a time that the clocks in %s skip: %s', (timeZone, answer) => {
    expect(check('DATETIME', answer, timeZone)).toEqual({ isValid: false, problem: 'SKIPPED_TIME' });
    expect(check('DATETIME', answer, 'UTC')).toMatchObject({ isValid: true });
  });
});

const digits = (maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength }).map((all) => all.join(''));
const group = (whole: string, space: string): string => whole.replace(/\B(?=(\d{3})+$)/g, space);
/** A number in stored form and in a typed form of the same number. */
const typedNumbers = fc
  .record({
    isNegative: fc.boolean(),
    whole: digits(20),
    decimals: fc.option(digits(20), { nil: undefined }),
    minus: fc.constantFrom('-', '\u2212', '\u2013'),
    space: fc.constantFrom('', ' ', '\u00a0', '\u202f'),
    point: fc.constantFrom('.', ','),
  })
  .map(({ isNegative, whole, decimals, minus, space, point }) => {
    const unsigned = whole.replace(/^0+(?=\d)/, '') + (decimals === undefined ? '' : `.${decimals}`);
    const isZero = !/[1-9]/.test(unsigned);
    const typed = group(whole, space) + (decimals === undefined ? '' : point + decimals);
    return {
      typed: isNegative ? minus + typed : typed,
      stored: isNegative && !isZero ? `-${unsigned}` : unsigned,
    };
  });

describe('stored values', () => {
  it('of numbers do not depend on the way in which they are typed', () => {
    fc.assert(
      fc.property(typedNumbers, ({ typed, stored }) => {
        expect(check('NUMBER', typed)).toEqual({ isValid: true, value: stored });
        expect(isSameValue('NUMBER', typed, stored)).toBe(true);
      }),
    );
  });

  it('of numbers are equal exactly if the numbers are', () => {
    const scaled = (number: string): bigint => {
      const [whole = '', decimals = ''] = number.split('.');
      return BigInt(whole.replace('-', '') + decimals.padEnd(20, '0')) * (number.startsWith('-') ? -1n : 1n);
    };
    const small = fc.tuple(fc.integer({ min: -20, max: 20 }), fc.constantFrom('', '.0', '.5', '.50', '.05'));
    const numbers = small.map(([whole, decimals]) => `${whole}${decimals}`);
    fc.assert(
      fc.property(numbers, numbers, (one, other) => {
        expect(isSameValue('NUMBER', one, other)).toBe(scaled(one) === scaled(other));
      }),
    );
  });

  it('of numbers can be typed as they are shown', () => {
    fc.assert(
      fc.property(typedNumbers, fc.constantFrom('.' as const, ',' as const), ({ stored }, mark) => {
        expect(check('NUMBER', formatNumber(stored, mark))).toEqual({ isValid: true, value: stored });
      }),
    );
  });

  it.each([
    ['-1200.50', '-1200,50'],
    ['33077', '33\u00a0077'],
    ['1234567.8912345', '1\u00a0234\u00a0567,8912345'],
    // Stored before numbers had one form.
    ['02,5', '2,5'],
    ['kilka', 'kilka'],
  ])('of numbers: %s is shown as %s', (stored, shown) => {
    expect(formatNumber(stored, ',')).toBe(shown);
  });

  it('of every type are valid, equal to what was typed, and stay as they are', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      typedNumbers.map(({ typed }) => typed),
      fc.emailAddress(),
      fc.string({ unit: 'grapheme' }).map((domain) => `jan@${domain}.pl`),
      fc.webUrl(),
      fc.domain(),
      fc.webUrl().map((url) => url.replace(/^https?:\/\//, '')),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    );
    fc.assert(
      fc.property(fc.constantFrom(...parameterTypes), texts, (type, text) => {
        const checked = check(type, text, 'Europe/Warsaw');
        if (!checked.isValid) return;
        expect(check(type, checked.value, 'Europe/Warsaw')).toEqual(checked);
        expect(isSameValue(type, text.trim(), checked.value, 'Europe/Warsaw')).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
