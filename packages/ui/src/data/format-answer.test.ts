import type { ParameterType } from '@obieg/contracts';
import { describe, expect, it, vi } from 'vitest';
import { formatAnswer } from './format-answer';

describe('formatAnswer', () => {
  it.each<[ParameterType, string, string]>([
    ['DATE', '2026-12-01', '01.12.2026'],
    ['DATETIME', '2026-12-01T10:30', '01.12.2026 10:30'],
    ['DATE', 'kiedyś', 'kiedyś'],
    ['DATETIME', 'kiedyś', 'kiedyś'],
    ['BOOLEAN', 'true', 'Tak'],
    ['NUMBER', '12.5', '12,5'],
    ['NUMBER', '-1234567.50', '-1\u00a0234\u00a0567,50'],
    ['TEXT', '2026-12-01', '2026-12-01'],
  ])('formats a %s answer: %s as %s', (type, value, text) => {
    expect(formatAnswer(type, value, 'mul')).toBe(text);
  });

  it('decodes the domain of an address as soon as it can', async () => {
    await vi.waitFor(() => expect(formatAnswer('EMAIL', 'jan@xn--w-uga1v8h.pl', 'mul')).toBe('jan@żółw.pl'));
    const invalid = 'jan@xn--99999999999.pl';
    expect(formatAnswer('EMAIL', invalid, 'mul')).toBe(invalid);
  });
});

describe('formatAnswer of a date and time in the time zone of an organization', () => {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  /** No reader's clocks are fourteen hours ahead, except there. */
  const foreign = 'Pacific/Kiritimati';

  it.each([
    ['2026-12-01T10:30', '01.12.2026 10:30'],
    ['2026-12-01T10:30Z', '02.12.2026 00:30'],
    ['2026-12-01T10:30:59.5-10:00', '02.12.2026 10:30'],
  ])('shows %s on its clocks and names its zone', (value, text) => {
    expect(formatAnswer('DATETIME', value, 'mul', foreign)).toBe(`${text} (${foreign})`);
  });

  it("does not name the reader's own zone", () => {
    expect(formatAnswer('DATETIME', '2026-12-01T10:30', 'en', own)).toBe('01.12.2026 10:30');
  });

  it('shows a time that the clocks skip as it was stored', () => {
    expect(formatAnswer('DATETIME', '2026-03-29T02:30', 'pl', 'Europe/Warsaw')).toMatch(
      /^29\.03\.2026 02:30/,
    );
    expect(formatAnswer('DATETIME', '2026-03-29T02:30', 'pl')).toBe('29.03.2026 02:30');
  });
});
