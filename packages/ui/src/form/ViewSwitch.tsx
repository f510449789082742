import { useId } from 'react';
import { Icon } from '../icons/Icon';
import type { IconName } from '../icons/icons';
import classes from './form.module.css';

export interface ViewSwitchProps<Value extends string> {
  /** Accessible name of the group. */
  label: string;
  options: readonly { value: Value; label: string; icon: IconName }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Segmented control that selects one of several views. Arrow keys move between them. */
export const ViewSwitch = <Value extends string>({
  label,
  options,
  value,
  onChange,
}: ViewSwitchProps<Value>) => {
  const name = useId();
  return (
    <fieldset className={classes['switch']}>
      <legend className="ob-visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={classes['switchOption']}>
          <input
            type="radio"
            name={name}
            className="ob-visually-hidden"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <Icon name={option.icon} />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
};
