import type { ParameterType } from '@obieg/contracts';
import { useState } from 'react';
import { formatForInput } from '../data/date-format';
import { useUiLanguage } from '../ui-context';
import { formatAnswer } from './format-answer';

type Change = (value: string) => void;

/** What stands in an answer's field, and what takes what is typed there. */
interface ShownAnswer {
  shown: string;
  type: Change;
}

/** As it is kept: with a decimal point, however it was typed. */
const keepNumber = (typed: string): string => typed.replace(',', '.');

/** A number stands in the field as people read it, and as they typed it: another sign under the caret would move it. */
const useShownNumber = (value: string, onChange: Change): ShownAnswer => {
  const language = useUiLanguage();
  const [typed, setTyped] = useState<string>();
  return {
    shown:
      typed !== undefined && keepNumber(typed) === value ? typed : formatAnswer('NUMBER', value, language),
    type: (text) => {
      setTyped(text);
      onChange(keepNumber(text));
    },
  };
};

const zonePattern = /(Z|[+-]\d{2}:\d{2})$/;

/** The browser's input knows no time zones, and shows nothing of a moment that has one. */
const showMoment = (value: string): string => (zonePattern.test(value) ? formatForInput(value) : value);

/** A moment with a time zone stands in the field in the person's own; put back to that, it is the one that was there. */
const useShownMoment = (value: string, onChange: Change): ShownAnswer => {
  const [given, setGiven] = useState(value);
  if (value !== given && zonePattern.test(value)) setGiven(value);
  return {
    shown: showMoment(value),
    type: (text) => onChange(text === showMoment(given) ? given : text),
  };
};

/** The value is the text that the server keeps. */
export const useShownAnswer = (
  parameterType: ParameterType,
  value: string,
  onChange: Change,
): ShownAnswer => {
  const number = useShownNumber(value, onChange);
  const moment = useShownMoment(value, onChange);
  if (parameterType === 'NUMBER') return number;
  return parameterType === 'DATETIME' ? moment : { shown: value, type: onChange };
};
