import type { ParameterType } from '@obieg/contracts';
import { AnswerField } from '@obieg/ui/questionnaire';
import { useAdminMessages } from '../i18n/messages';
import { isRetired } from './use-condition-texts';

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
  const options: { value: string; label?: string }[] = parameter.dictionaryValues.filter(
    ({ isActive }) => isActive,
  );
  if (field.value !== '' && isRetired(parameter, field.value))
    options.push({ value: field.value, label: t('conditions.retired', { value: field.value }) });
  return (
    <AnswerField
      {...field}
      placeholder={t('chooseValue')}
      parameter={{
        parameterType: parameter.parameterType,
        dictionaryValues: options,
      }}
    />
  );
};
