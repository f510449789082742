import { isBlank } from '@obieg/contracts';
import { useUiTimeZone } from '@obieg/ui';
import { AnswerField, useValueProblemTexts } from '@obieg/ui/questionnaire';
import { checkValue } from '@obieg/workflow-rules';
import { type Control, useController } from 'react-hook-form';
import { type AnswerFields, answerName } from './answer-form';
import { includeCurrentValue } from './include-current-value';
import type { RequiredParameter } from './transition-answers';

interface AnswerInputProps {
  control: Control<AnswerFields>;
  parameter: RequiredParameter;
  /** The task's answer, if it has one. */
  current?: string | undefined;
  /** Shown until the user types. */
  initial?: string;
  /** Replaces the word that marks a field as optional. */
  optionalText?: string | undefined;
  autoFocus?: boolean;
}

/** Form field for an answer that a transition requires. A parameter that is not mandatory may stay empty. */
export const AnswerInput = ({
  control,
  parameter,
  current,
  initial = '',
  optionalText,
  autoFocus = false,
}: AnswerInputProps) => {
  const problemTexts = useValueProblemTexts();
  const timeZone = useUiTimeZone();
  const { displayName, isMandatory, parameterId } = parameter;
  const check = (typed: string | undefined): string | undefined => {
    const value = typed ?? initial;
    // The server accepts an unchanged answer, even if it no longer satisfies the parameter.
    if (value === current || (isBlank(value) && !isMandatory)) return undefined;
    const checked = checkValue(parameter, value, timeZone);
    return checked.isValid ? undefined : problemTexts[checked.problem];
  };
  const { field, fieldState } = useController({
    control,
    name: answerName(parameterId),
    rules: { validate: check },
  });
  return (
    <AnswerField
      parameter={includeCurrentValue(parameter, current)}
      label={displayName}
      optional={isMandatory ? false : (optionalText ?? true)}
      value={field.value ?? initial}
      onChange={field.onChange}
      error={fieldState.error?.message}
      autoFocus={autoFocus}
    />
  );
};
