import { conditionTypes, type ParameterType, parameterTypes } from '@obieg/contracts';
import { describe, expect, it } from 'vitest';
import { checkConditionValue, comparesWithValue } from './condition-values';
import { comparisonOf, isConditionMet } from './conditions';
import { checkValue } from './values';

const asked = (parameterType: ParameterType) => ({ parameterType, dictionaryValues: [{ value: 'Sprzęt' }] });
const check = (
  parameterType: ParameterType,
  conditionType: (typeof conditionTypes)[number],
  value?: string | null,
) => checkConditionValue(asked(parameterType), { conditionType, conditionValue: value });

/** Whether the answer meets EQUALS. Also checks that NOT_EQUALS gives the opposite. */
const equals = (type: ParameterType | undefined, conditionValue: string | null, answer: string): boolean => {
  const isSame = type && comparisonOf([{ id: 1, parameterType: type }], undefined);
  const isMet = (conditionType: 'EQUALS' | 'NOT_EQUALS') =>
    isConditionMet({ conditionType, conditionValue }, new Map([[1, answer]]), 1, isSame);
  expect(isMet('NOT_EQUALS')).toBe(!isMet('EQUALS'));
  return isMet('EQUALS');
};

describe('checkConditionValue', () => {
  it('accepts any possible answer for EQUALS and NOT_EQUALS and normalizes it', () => {
    expect(check('NUMBER', 'EQUALS', ' 2,5 ')).toEqual({ isValid: true, conditionValue: '2.5' });
    expect(check('DICTIONARY', 'NOT_EQUALS', 'Sprzęt')).toEqual({ isValid: true, conditionValue: 'Sprzęt' });
    expect(check('DICTIONARY', 'EQUALS', 'Konto')).toEqual({ isValid: false, problem: 'NOT_IN_DICTIONARY' });
    expect(check('BOOLEAN', 'EQUALS', 'Tak')).toEqual({ isValid: false, problem: 'NOT_A_BOOLEAN' });
    for (const blank of ['', '  ', null, undefined])
      expect(check('TEXT', 'EQUALS', blank)).toEqual({ isValid: false, problem: 'VALUE_MISSING' });
  });

  it('accepts no value for EXISTS and NOT_EXISTS', () => {
    for (const parameterType of parameterTypes)
      for (const conditionType of conditionTypes.filter((one) => !comparesWithValue(one))) {
        expect(check(parameterType, conditionType, 'x')).toEqual({
          isValid: false,
          problem: 'VALUE_NOT_ALLOWED',
        });
        for (const blank of ['', '  ', null, undefined])
          expect(check(parameterType, conditionType, blank)).toEqual({ isValid: true, conditionValue: null });
      }
  });

  it.each([
    ['NUMBER', '2,5', '2.5'],
    ['NUMBER', '5', '5,0'],
    ['NUMBER', '5.00', '05'],
    ['NUMBER', '-0', '0,000'],
    ['NUMBER', '-007.10', '-7,1'],
    ['NUMBER', '100', '0100.0'],
    ['NUMBER', '0.1000000000000000000010', '000,100000000000000000001'],
    ['TEXT', ' a ', 'a'],
    ['EMAIL', 'jan@example.com ', 'jan@example.com'],
    ['EMAIL', 'Jan@Example.com', 'jan@example.COM'],
    ['EMAIL', 'jan@żółw.pl', 'Jan@xn--w-uga1v8h.PL'],
    ['URL', 'example.com', 'https://Example.com/'],
    ['NUMBER', '1 200,5', '1200.50'],
    ['DATETIME', '2026-11-21T08:30', '2026-11-21T08:30:00'],
    ['DATETIME', '2026-11-21T08:30:15', '2026-11-21T08:30:15.000'],
    ['DATETIME', '2026-11-21T08:30Z', '2026-11-21T09:30:00+01:00'],
    ['DATETIME', '2026-11-22T00:10:00.5+23:59', '2026-11-21T00:11:00.50Z'],
  ] as const)('%s: treats %s and %s as the same value', (type, one, other) => {
    const condition = check(type, 'EQUALS', one);
    const answer = checkValue(asked(type), other);
    expect(condition.isValid && answer.isValid).toBe(true);
    if (!condition.isValid || !answer.isValid) return;
    expect(equals(type, condition.conditionValue, answer.value)).toBe(true);
    expect(equals(type, answer.value, condition.conditionValue ?? '')).toBe(true);
  });

  it.each([
    ['NUMBER', '0.1', '0.01'],
    ['NUMBER', '10', '1'],
    ['NUMBER', '5', '-5'],
    ['NUMBER', '0.30000000000000000001', '0.3'],
    ['NUMBER', '9007199254740993', '9007199254740992'],
    ['EMAIL', 'jan@example.com', 'ola@example.com'],
    ['DATETIME', '2026-11-21T08:30', '2026-11-21T08:30:01'],
    ['DATETIME', '2026-11-21T08:30', '2026-11-21T08:30Z'],
    ['DATETIME', '2026-11-21T08:30Z', '2026-11-21T08:30+01:00'],
    ['TEXT', '5', '5,0'],
    ['TEXT', 'jan@example.com', 'Jan@example.com'],
    ['DICTIONARY', 'Sprzęt', 'sprzęt'],
    ['URL', 'https://example.com/A', 'https://example.com/a'],
    [undefined, '5', '5,0'],
  ] as const)('%s: treats %s and %s as different values', (type, one, other) => {
    expect(equals(type, one, other)).toBe(false);
    expect(equals(type, other, one)).toBe(false);
  });

  it('compares answers given under an earlier parameter type', () => {
    expect(equals('NUMBER', '2,5', '2.5')).toBe(true);
    for (const type of ['NUMBER', 'DATETIME'] as const) {
      expect(equals(type, 'wkrótce', 'wkrótce')).toBe(true);
      expect(equals(type, '05', 'wkrótce')).toBe(false);
    }
  });
});
