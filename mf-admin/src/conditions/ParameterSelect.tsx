import type { WorkflowParameter } from '@obieg/contracts';
import { SelectField } from '@obieg/ui';
import { useAdminMessages } from '../i18n/messages';
import { markInactive } from './use-condition-texts';

interface ParameterSelectProps {
  label: string;
  placeholder: string;
  parameters: readonly WorkflowParameter[];
  /** Parameters of other rows; the field does not offer them. */
  takenIds?: ReadonlySet<string>;
  value: string;
  onChange: (parameterId: string) => void;
  onBlur: () => void;
  error: string | undefined;
}

/** Selects a parameter. Adds the parameter name to labels with the same display name. */
export const ParameterSelect = ({
  label: fieldLabel,
  placeholder,
  parameters,
  takenIds,
  value,
  onChange,
  onBlur,
  error,
}: ParameterSelectProps) => {
  const t = useAdminMessages();
  const getLabel = ({ displayName, parameterName, isActive }: WorkflowParameter): string => {
    const isAmbiguous = parameters.some(
      (other) => other.displayName === displayName && other.parameterName !== parameterName,
    );
    const label = isAmbiguous ? `${displayName} (${parameterName})` : displayName;
    return markInactive(t, isActive, label);
  };
  return (
    <SelectField
      label={fieldLabel}
      placeholder={placeholder}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onBlur={onBlur}
      error={error}
      options={parameters
        .filter(({ id }) => String(id) === value || !takenIds?.has(String(id)))
        .map((parameter) => ({ value: String(parameter.id), label: getLabel(parameter) }))}
    />
  );
};
