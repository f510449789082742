import type { ParameterType } from '@obieg/contracts';
import { AnswerField } from '@obieg/ui/questionnaire';
import { useAdminMessages } from '../messages';

interface ParameterValueFieldProps {
  parameter: {
    parameterType: ParameterType;
    dictionaryValues: readonly { value: string; isActive: boolean }[];
  };
  label: string;
  /** In the server's format: `true` or `false` for BOOLEAN, ISO dates. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  error?: string | undefined;
  optional?: boolean | string;
}

/** Field for a comparison value or a default value. The parameter's type decides the kind of field. */
export const ParameterValueField = ({ parameter, ...field }: ParameterValueFieldProps) => {
  const t = useAdminMessages();
  // Keeps the current value selectable after it was deactivated in, or removed from, the dictionary.
  const options = parameter.dictionaryValues.filter(
    ({ value, isActive }) => isActive || value === field.value,
  );
  const isInOptions = field.value === '' || options.some(({ value }) => value === field.value);
  return (
    <AnswerField
      {...field}
      placeholder={t('chooseValue')}
      parameter={{
        parameterType: parameter.parameterType,
        dictionaryValues: isInOptions ? options : [...options, { value: field.value }],
      }}
    />
  );
};
