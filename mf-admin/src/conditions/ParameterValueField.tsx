import type { ParameterType } from '@obieg/contracts';
import { AnswerField } from '@obieg/ui/questionnaire';
import { useAdminMessages } from '../messages';

interface ParameterValueFieldProps {
  parameter: {
    parameterType: ParameterType;
    dictionaryValues: readonly { value: string; isActive: boolean }[];
  };
  label: string;
  /** The text that the server keeps: `true` and `false` for BOOLEAN, ISO dates. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  error?: string | undefined;
  optional?: boolean | string;
}

/** A value to compare with, or to begin with, as fits the parameter: one of its dictionary, yes or no, a date. */
export const ParameterValueField = ({ parameter, ...field }: ParameterValueFieldProps) => {
  const t = useAdminMessages();
  // What was chosen once stays to be seen after it left the dictionary.
  const offered = parameter.dictionaryValues.filter(
    ({ value, isActive }) => isActive || value === field.value,
  );
  const isKnown = field.value === '' || offered.some(({ value }) => value === field.value);
  return (
    <AnswerField
      {...field}
      placeholder={t('chooseValue')}
      parameter={{
        parameterType: parameter.parameterType,
        dictionaryValues: isKnown ? offered : [...offered, { value: field.value }],
      }}
    />
  );
};
