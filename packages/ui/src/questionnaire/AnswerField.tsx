import type { ParameterType } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { SelectField } from '../form/SelectField';
import { TextField, type TextFieldProps } from '../form/TextField';
import { useUiLanguage } from '../ui-context';
import { formatAnswer } from './format-answer';
import { useQuestionnaireTexts } from './texts';
import { useShownAnswer } from './use-shown-answer';

type TypedType = Exclude<ParameterType, 'DICTIONARY' | 'BOOLEAN'>;

/** Native inputs, because phones show the matching keyboard or picker. */
const inputs: Record<TypedType, Partial<TextFieldProps>> = {
  TEXT: { type: 'text', maxLength: limits.answerMaxLength },
  // Not `type=number`, which hides invalid text, so that the error could not explain it.
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
  /** Label of the empty option. Default: "choose" in the user's language. Only for selects. */
  placeholder?: string;
  hideLabel?: boolean;
  size?: 'normal' | 'large';
  autoFocus?: boolean;
  /** Label of the Enter key on a phone. Only for typed answers. */
  enterKeyHint?: 'next';
  /** Id of a further description. Only for typed answers. */
  'aria-describedby'?: string | undefined;
}

/** Form field for an answer of any type. The value is the string that the server stores. */
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
