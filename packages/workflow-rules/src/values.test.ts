import type { ParameterType } from '@obieg/contracts';
import { describe, expect, it } from 'vitest';
import { checkValue } from './values';

const check = (parameterType: ParameterType, answer: string) =>
  checkValue({ parameterType, dictionaryValues: [{ value: 'Drukarka' }] }, answer);

describe('checkValue', () => {
  it.each([
    ['TEXT', ' Zażółć ', 'Zażółć'],
    ['NUMBER', '12', '12'],
    ['NUMBER', '-0,5', '-0.5'],
    ['BOOLEAN', 'true', 'true'],
    ['DICTIONARY', 'Drukarka', 'Drukarka'],
    ['DATE', '2024-02-29', '2024-02-29'],
    ['DATETIME', '2026-11-21T08:30', '2026-11-21T08:30'],
    ['DATETIME', '2026-11-21T08:30:00Z', '2026-11-21T08:30:00Z'],
    ['EMAIL', 'jan@example.com', 'jan@example.com'],
    ['URL', 'https://example.com/a?b=c', 'https://example.com/a?b=c'],
  ] as const)('accepts %s %j', (type, answer, value) => {
    expect(check(type, answer)).toEqual({ isValid: true, value });
  });

  it.each([
    ['TEXT', '   ', 'BLANK'],
    ['TEXT', 'x'.repeat(4_001), 'TOO_LONG'],
    ['NUMBER', '1e5', 'NOT_A_NUMBER'],
    ['NUMBER', '0x10', 'NOT_A_NUMBER'],
    ['NUMBER', '9'.repeat(400), 'NOT_A_NUMBER'],
    ['BOOLEAN', 'tak', 'NOT_A_BOOLEAN'],
    ['DICTIONARY', 'drukarka', 'NOT_IN_DICTIONARY'],
    ['DATE', '2026-02-29', 'NOT_A_DATE'],
    ['DATE', '21.11.2026', 'NOT_A_DATE'],
    ['DATETIME', '2026-11-21T24:00', 'NOT_A_DATE_TIME'],
    ['DATETIME', '2026-13-01T10:00', 'NOT_A_DATE_TIME'],
    ['EMAIL', 'jan@', 'NOT_AN_EMAIL'],
    ['URL', 'javascript:alert(1)', 'NOT_A_URL'],
    ['URL', 'example.com', 'NOT_A_URL'],
  ] as const)('rejects %s %j', (type, answer, problem) => {
    expect(check(type, answer)).toEqual({ isValid: false, problem });
  });
});
