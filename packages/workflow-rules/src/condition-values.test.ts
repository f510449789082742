import { conditionTypes, type ParameterType, parameterTypes } from '@obieg/contracts';
import { describe, expect, it } from 'vitest';
import { checkConditionValue, comparesWithValue } from './condition-values';
import { holdsCondition } from './conditions';
import { checkValue } from './values';

const asked = (parameterType: ParameterType) => ({ parameterType, dictionaryValues: [{ value: 'Sprzęt' }] });
const check = (
  parameterType: ParameterType,
  conditionType: (typeof conditionTypes)[number],
  value?: string | null,
) => checkConditionValue(asked(parameterType), { conditionType, conditionValue: value });

describe('checkConditionValue', () => {
  it('takes for EQUALS and NOT_EQUALS what could be an answer, as an answer would be kept', () => {
    expect(check('NUMBER', 'EQUALS', ' 2,5 ')).toEqual({ isValid: true, conditionValue: '2.5' });
    expect(check('DICTIONARY', 'NOT_EQUALS', 'Sprzęt')).toEqual({ isValid: true, conditionValue: 'Sprzęt' });
    expect(check('DICTIONARY', 'EQUALS', 'Konto')).toEqual({ isValid: false, problem: 'NOT_IN_DICTIONARY' });
    expect(check('BOOLEAN', 'EQUALS', 'Tak')).toEqual({ isValid: false, problem: 'NOT_A_BOOLEAN' });
    for (const blank of ['', '  ', null, undefined])
      expect(check('TEXT', 'EQUALS', blank)).toEqual({ isValid: false, problem: 'VALUE_MISSING' });
  });

  it('takes no value for EXISTS and NOT_EXISTS, whatever the type', () => {
    for (const parameterType of parameterTypes)
      for (const conditionType of conditionTypes.filter((one) => !comparesWithValue(one))) {
        expect(check(parameterType, conditionType, 'x')).toEqual({
          isValid: false,
          problem: 'VALUE_NOT_TAKEN',
        });
        for (const blank of ['', '  ', null, undefined])
          expect(check(parameterType, conditionType, blank)).toEqual({ isValid: true, conditionValue: null });
      }
  });

  it.each([
    ['NUMBER', '2,5', '2.5'],
    ['TEXT', ' a ', 'a'],
    ['EMAIL', 'jan@example.com ', 'jan@example.com'],
  ] as const)(
    '%s: an accepted value and the same answer meet, however they were typed',
    (type, one, other) => {
      const condition = check(type, 'EQUALS', one);
      const answer = checkValue(asked(type), other);
      expect(condition.isValid && answer.isValid).toBe(true);
      if (!condition.isValid || !answer.isValid) return;
      const answers = new Map([[1, answer.value]]);
      expect(
        holdsCondition({ conditionType: 'EQUALS', conditionValue: condition.conditionValue }, answers, 1),
      ).toBe(true);
    },
  );
});
