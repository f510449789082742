import type { ParameterType } from '@obieg/contracts';
import { useLanguage } from '@obieg/web-kit';
import { useEffect, useEffectEvent } from 'react';
import { formatAnswer } from '../../answers/format-answer';
import classes from './submit.module.css';

interface AnswerOptionsProps {
  label: string;
  parameterType: ParameterType;
  values: readonly string[];
  onChoose: (value: string) => void;
}

const keys = 9;
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select');

/** A button for each value; the first nine also by their number key. */
export const AnswerOptions = ({ label, parameterType, values, onChoose }: AnswerOptionsProps) => {
  const language = useLanguage();
  const chooseByKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const value = /^[1-9]$/.test(event.key) ? values[Number(event.key) - 1] : undefined;
    if (value !== undefined) onChoose(value);
  });
  useEffect(() => {
    document.addEventListener('keydown', chooseByKey);
    return () => document.removeEventListener('keydown', chooseByKey);
  }, []);
  return (
    <ul className={classes['options']} aria-label={label}>
      {values.map((value, index) => (
        <li key={value}>
          <button type="button" className={classes['option']} onClick={() => onChoose(value)}>
            <span className={classes['optionText']}>{formatAnswer(parameterType, value, language)}</span>
            {index < keys ? (
              <span className={classes['optionKey']} aria-hidden="true">
                {index + 1}
              </span>
            ) : null}
          </button>
        </li>
      ))}
    </ul>
  );
};
