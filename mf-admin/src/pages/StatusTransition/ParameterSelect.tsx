import type { WorkflowParameter } from '@obieg/contracts';
import { SelectField } from '@obieg/ui';
import { markInactive } from '../../conditions/use-condition-texts';
import { useAdminMessages } from '../../i18n/messages';

interface ParameterSelectProps {
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
      label={t('transition.parameter')}
      placeholder={t('transition.chooseParameter')}
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
