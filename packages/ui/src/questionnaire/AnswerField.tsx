import type { ParameterType } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { isForeignTime, useAnswerFormat } from '../data/format-answer';
import { SelectField } from '../form/SelectField';
import { TextField, type TextFieldProps } from '../form/TextField';
import { useUiTimeZone } from '../provider/ui-context';
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
  URL: {
    type: 'url',
    placeholder: 'https://example.com',
    autoCapitalize: 'none',
    maxLength: limits.answerMaxLength,
  },
};

export interface AnswerFieldProps {
  parameter: {
    parameterType: ParameterType;
    /** The label of a value replaces its text, for example to mark it. */
    dictionaryValues: readonly { value: string; label?: string }[];
  };
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
  const format = useAnswerFormat();
  const timeZone = useUiTimeZone();
  const { parameterType, dictionaryValues } = parameter;
  const { shown, type } = useShownAnswer(parameterType, value, onChange);
  if (parameterType === 'DICTIONARY' || parameterType === 'BOOLEAN') {
    const options: AnswerFieldProps['parameter']['dictionaryValues'] =
      parameterType === 'BOOLEAN' ? [{ value: 'true' }, { value: 'false' }] : dictionaryValues;
    return (
      <SelectField
        {...field}
        placeholder={placeholder ?? texts.choose}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        options={options.map((option) => ({
          value: option.value,
          label: option.label ?? format(parameterType, option.value),
        }))}
        data-autofocus={autoFocus || undefined}
      />
    );
  }
  const zoneToName =
    parameterType === 'DATETIME' && timeZone && isForeignTime(value, timeZone) ? timeZone : undefined;
  return (
    <TextField
      {...field}
      {...inputs[parameterType]}
      help={zoneToName && texts.timeZone(zoneToName)}
      enterKeyHint={enterKeyHint}
      aria-describedby={describedBy}
      value={shown}
      onChange={({ target }) => type(target.value)}
      data-autofocus={autoFocus || undefined}
    />
  );
};
