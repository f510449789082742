import type { ParameterType } from '@obieg/contracts';
import { type MouseEvent, useState } from 'react';
import { useAnswerFormat } from '../data/format-answer';
import { TextField } from '../form/TextField';
import { Icon } from '../icons/Icon';
import { Text } from '../layout/Text';
import { filterValues } from './filter-values';
import classes from './questionnaire.module.css';
import { useQuestionnaireTexts } from './texts';
import { useKey } from './use-key';

interface AnswerOptionsProps {
  label: string;
  parameterType: ParameterType;
  values: readonly string[];
  /** The previously selected value, or an empty string. */
  previous: string;
  onChoose: (value: string) => void;
}

const digitKeys = 9;
/** Twice as many as fit on a phone's screen. From there on, searching is faster than scrolling. */
const searchFrom = 13;

/** The second click of a double click would answer the next question. */
const isSecondClick = (event: MouseEvent): boolean => event.detail > 1;

/**
 * One button per value. Digits 1 to 9 choose one of the first nine, Enter keeps the previous value, and long lists
 * have a search box.
 */
export const AnswerOptions = ({ label, parameterType, values, previous, onChoose }: AnswerOptionsProps) => {
  const texts = useQuestionnaireTexts();
  const formatAnswer = useAnswerFormat();
  const [term, setTerm] = useState('');
  const format = (value: string) => formatAnswer(parameterType, value);
  const shown = filterValues(values, term, format);
  const findValue = (key: string): string | undefined => {
    if (key === 'Enter') return values.find((value) => value === previous);
    return /^[1-9]$/.test(key) ? shown[Number(key) - 1] : undefined;
  };
  useKey((key) => {
    const value = findValue(key);
    if (value !== undefined) onChoose(value);
    return value !== undefined;
  });
  const [only] = shown.length === 1 ? shown : [];
  return (
    <>
      {values.length >= searchFrom ? (
        <TextField
          type="search"
          size="large"
          icon="search"
          label={texts.searchAnswers}
          hideLabel
          placeholder={texts.searchAnswers}
          value={term}
          onChange={({ target }) => setTerm(target.value)}
          onKeyDown={({ key }) => key === 'Enter' && only !== undefined && onChoose(only)}
        />
      ) : null}
      <ul className={classes['options']} aria-label={label}>
        {shown.map((value, index) => (
          <li key={value}>
            <button
              type="button"
              className={classes['option']}
              aria-current={value === previous || undefined}
              onClick={(event) => isSecondClick(event) || onChoose(value)}
            >
              <span className={classes['optionText']}>{format(value)}</span>
              {value === previous ? <Icon name="check" /> : null}
              {index < digitKeys ? (
                <span className={classes['optionKey']} aria-hidden="true">
                  {index + 1}
                </span>
              ) : null}
            </button>
          </li>
        ))}
      </ul>
      {shown.length === 0 ? <Text muted>{texts.noAnswersFound}</Text> : null}
    </>
  );
};
