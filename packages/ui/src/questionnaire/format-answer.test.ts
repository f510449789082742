import type { ParameterType } from '@obieg/contracts';
import { describe, expect, it } from 'vitest';
import { formatAnswer } from './format-answer';

describe('formatAnswer', () => {
  it.each<[ParameterType, string, string]>([
    ['DATE', '2026-12-01', '01.12.2026'],
    ['DATETIME', '2026-12-01T10:30', '01.12.2026 10:30'],
    ['DATE', 'kiedyś', 'kiedyś'],
    ['DATETIME', 'kiedyś', 'kiedyś'],
    ['BOOLEAN', 'true', 'Tak'],
    ['NUMBER', '12.5', '12,5'],
    ['TEXT', '2026-12-01', '2026-12-01'],
  ])('formats a %s answer: %s as %s', (type, value, text) => {
    expect(formatAnswer(type, value, 'mul')).toBe(text);
  });
});
