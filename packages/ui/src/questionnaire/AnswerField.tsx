import type { ParameterType } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { SelectField } from '../form/SelectField';
import { TextField, type TextFieldProps } from '../form/TextField';
import { useUiLanguage } from '../ui-context';
import { formatAnswer } from './format-answer';
import { useQuestionnaireTexts } from './texts';
import { useShownAnswer } from './use-shown-answer';

type TypedType = Exclude<ParameterType, 'DICTIONARY' | 'BOOLEAN'>;

/** The browser's own input for each type: it brings the right keyboard and picker on a phone. */
const inputs: Record<TypedType, Partial<TextFieldProps>> = {
  TEXT: { type: 'text', maxLength: limits.answerMaxLength },
  // Not type=number: it drops what it cannot read, so that nobody could say what is wrong with it.
  NUMBER: { type: 'text', inputMode: 'decimal', maxLength: 40 },
  DATE: { type: 'date', max: '9999-12-31' },
  DATETIME: { type: 'datetime-local', max: '9999-12-31T23:59' },
  EMAIL: { type: 'email', autoComplete: 'email', autoCapitalize: 'none', maxLength: limits.emailMaxLength },
  URL: { type: 'url', placeholder: 'https://', autoCapitalize: 'none', maxLength: limits.answerMaxLength },
};

export interface AnswerFieldProps {
  parameter: { parameterType: ParameterType; dictionaryValues: readonly { value: string }[] };
  label: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  error?: string | undefined;
  optional?: boolean | string;
  /** The empty choice of an answer that is chosen; default: in the person's language. */
  placeholder?: string;
  hideLabel?: boolean;
  size?: 'normal' | 'large';
  autoFocus?: boolean;
  /** What a phone's Enter key says; for answers that are typed. */
  enterKeyHint?: 'next';
  /** Id of what describes it beyond its label; for answers that are typed. */
  'aria-describedby'?: string | undefined;
}

/** One answer of any type as a field of a form; the value is the text that the server keeps. */
export const AnswerField = ({
  parameter,
  value,
  onChange,
  autoFocus,
  enterKeyHint,
  'aria-describedby': describedBy,
  placeholder,
  ...field
}: AnswerFieldProps) => {
  const texts = useQuestionnaireTexts();
  const language = useUiLanguage();
  const { parameterType, dictionaryValues } = parameter;
  const { shown, type } = useShownAnswer(parameterType, value, onChange);
  if (parameterType === 'DICTIONARY' || parameterType === 'BOOLEAN') {
    const values =
      parameterType === 'BOOLEAN' ? ['true', 'false'] : dictionaryValues.map((entry) => entry.value);
    return (
      <SelectField
        {...field}
        placeholder={placeholder ?? texts.choose}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        options={values.map((one) => ({ value: one, label: formatAnswer(parameterType, one, language) }))}
        data-autofocus={autoFocus || undefined}
      />
    );
  }
  return (
    <TextField
      {...field}
      {...inputs[parameterType]}
      enterKeyHint={enterKeyHint}
      aria-describedby={describedBy}
      value={shown}
      onChange={({ target }) => type(target.value)}
      data-autofocus={autoFocus || undefined}
    />
  );
};
