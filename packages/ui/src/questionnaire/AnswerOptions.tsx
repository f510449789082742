import type { ParameterType } from '@obieg/contracts';
import { type MouseEvent, useState } from 'react';
import { TextField } from '../form/TextField';
import { Icon } from '../Icon';
import { Text } from '../layout/Text';
import { useUiLanguage } from '../ui-context';
import { filterValues } from './filter-values';
import { formatAnswer } from './format-answer';
import classes from './questionnaire.module.css';
import { useQuestionnaireTexts } from './texts';
import { useKey } from './use-key';

interface AnswerOptionsProps {
  label: string;
  parameterType: ParameterType;
  values: readonly string[];
  /** The value that was chosen here before, if any. */
  before: string;
  onChoose: (value: string) => void;
}

const keys = 9;
/** More than fit on a phone's screen twice over: looking for one by eye takes longer than typing a part of it. */
const searchFrom = 13;

/** The second click of a double click meets the next question, for which it was not meant. */
const isSecondClick = (event: MouseEvent): boolean => event.detail > 1;

/** A button for each value; the first nine also by their number key, the one from before by Enter; long lists can be searched. */
export const AnswerOptions = ({ label, parameterType, values, before, onChoose }: AnswerOptionsProps) => {
  const texts = useQuestionnaireTexts();
  const language = useUiLanguage();
  const [term, setTerm] = useState('');
  const read = (value: string) => formatAnswer(parameterType, value, language);
  const shown = filterValues(values, term, read);
  /** Enter goes on with what was chosen here before. */
  const chosenBy = (key: string): string | undefined => {
    if (key === 'Enter') return values.find((value) => value === before);
    return /^[1-9]$/.test(key) ? shown[Number(key) - 1] : undefined;
  };
  useKey((key) => {
    const value = chosenBy(key);
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
              aria-current={value === before || undefined}
              onClick={(event) => isSecondClick(event) || onChoose(value)}
            >
              <span className={classes['optionText']}>{read(value)}</span>
              {value === before ? <Icon name="check" /> : null}
              {index < keys ? (
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
