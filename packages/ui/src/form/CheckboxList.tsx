import { CheckboxField, FieldGroup } from './CheckboxField';
import classes from './form.module.css';

export interface CheckboxListProps<Value extends string | number> {
  legend: string;
  help?: string | undefined;
  error?: string | undefined;
  options: readonly { value: Value; label: string }[];
  value: readonly Value[];
  onChange: (value: Value[]) => void;
  disabled?: boolean;
}

/** Multiple selection from a long list. It scrolls above 200 pixels (spec 2 §9). */
export const CheckboxList = <Value extends string | number>({
  legend,
  help,
  error,
  options,
  value,
  onChange,
  disabled = false,
}: CheckboxListProps<Value>) => (
  <FieldGroup legend={legend} help={help} error={error}>
    <div className={classes['checkList']}>
      {options.map((option) => (
        <CheckboxField
          key={option.value}
          label={option.label}
          disabled={disabled}
          checked={value.includes(option.value)}
          onChange={({ target }) =>
            onChange(
              target.checked
                ? [...value, option.value]
                : value.filter((selected) => selected !== option.value),
            )
          }
        />
      ))}
    </div>
  </FieldGroup>
);
