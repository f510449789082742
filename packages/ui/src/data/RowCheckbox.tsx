import classes from './data.module.css';

interface RowCheckboxProps {
  /** Names the row, for example `Zaznacz: Drukarka`. */
  label: string;
  isChecked: boolean;
  /** Some of the rows are selected. Only in the head of a table. */
  isIndeterminate?: boolean;
  /** @param isRange the user holds Shift */
  onToggle: (isRange: boolean) => void;
}

/** Selects a row of a long table, or all of them from its head. A native control, because a table renders many of them while it scrolls. */
export const RowCheckbox = ({ label, isChecked, isIndeterminate = false, onToggle }: RowCheckboxProps) => (
  <label className={classes['rowCheckbox']}>
    <input
      type="checkbox"
      aria-label={label}
      checked={isChecked}
      ref={(input) => {
        if (input) input.indeterminate = isIndeterminate;
      }}
      onChange={({ nativeEvent }) => onToggle('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
    />
  </label>
);
