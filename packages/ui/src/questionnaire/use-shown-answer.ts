import type { ParameterType } from '@obieg/contracts';
import { useState } from 'react';
import { formatForInput } from '../data/date-format';
import { useUiLanguage } from '../ui-context';
import { formatAnswer } from './format-answer';

type Change = (value: string) => void;

/** Text displayed in the field, and the handler of its changes. */
interface ShownAnswer {
  shown: string;
  type: Change;
}

/** Normalizes a number to a decimal point. */
const normalizeNumber = (typed: string): string => typed.replace(',', '.');

/** Displays a number in the user's format, but keeps it as typed while editing. Reformatting would move the caret. */
const useShownNumber = (value: string, onChange: Change): ShownAnswer => {
  const language = useUiLanguage();
  const [typed, setTyped] = useState<string>();
  return {
    shown:
      typed !== undefined && normalizeNumber(typed) === value
        ? typed
        : formatAnswer('NUMBER', value, language),
    type: (text) => {
      setTyped(text);
      onChange(normalizeNumber(text));
    },
  };
};

const zonePattern = /(Z|[+-]\d{2}:\d{2})$/;

/** `datetime-local` does not support time zones and would show an empty field. */
const toInputValue = (value: string): string => (zonePattern.test(value) ? formatForInput(value) : value);

/** Displays a date with time zone in local time. If the user reverts a change, the original value is restored. */
const useShownDateTime = (value: string, onChange: Change): ShownAnswer => {
  const [original, setOriginal] = useState(value);
  if (value !== original && zonePattern.test(value)) setOriginal(value);
  return {
    shown: toInputValue(value),
    type: (text) => onChange(text === toInputValue(original) ? original : text),
  };
};

/** Converts between the stored value and the text in the field. */
export const useShownAnswer = (
  parameterType: ParameterType,
  value: string,
  onChange: Change,
): ShownAnswer => {
  const number = useShownNumber(value, onChange);
  const dateTime = useShownDateTime(value, onChange);
  if (parameterType === 'NUMBER') return number;
  return parameterType === 'DATETIME' ? dateTime : { shown: value, type: onChange };
};
