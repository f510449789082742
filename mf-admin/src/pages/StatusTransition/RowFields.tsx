import type { WorkflowParameter } from '@obieg/contracts';
import { type Control, Controller, type UseFormSetValue } from 'react-hook-form';
import { ParameterValueField } from '../../conditions/ParameterValueField';
import { ParameterSelect } from './ParameterSelect';
import type { TransitionValues } from './transition-form';

/** The value of a row: what a condition compares with, or the default value of a required parameter. */
type ValuePath = `parameterConditions.${number}.conditionValue` | `requiredParameters.${number}.defaultValue`;

interface RowParameterFieldProps {
  control: Control<TransitionValues>;
  setValue: UseFormSetValue<TransitionValues>;
  name: `${'parameterConditions' | 'requiredParameters'}.${number}.parameterId`;
  /** Cleared when another parameter is chosen, because its type may differ. */
  valueName: ValuePath;
  parameters: readonly WorkflowParameter[];
  takenIds?: ReadonlySet<string>;
  error: string | undefined;
}

export const RowParameterField = ({
  control,
  setValue,
  name,
  valueName,
  ...select
}: RowParameterFieldProps) => (
  <Controller
    control={control}
    name={name}
    render={({ field }) => (
      <ParameterSelect
        {...select}
        {...field}
        onChange={(parameterId) => {
          field.onChange(parameterId);
          setValue(valueName, '', { shouldDirty: true });
        }}
      />
    )}
  />
);

interface RowValueFieldProps {
  control: Control<TransitionValues>;
  name: ValuePath;
  parameter: WorkflowParameter;
  label: string;
  optional?: string;
  error: string | undefined;
}

export const RowValueField = ({ control, name, ...valueField }: RowValueFieldProps) => (
  <Controller
    control={control}
    name={name}
    render={({ field: { value, onChange, onBlur } }) => (
      <ParameterValueField {...valueField} value={value} onChange={onChange} onBlur={onBlur} />
    )}
  />
);
