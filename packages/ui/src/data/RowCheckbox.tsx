import classes from './data.module.css';

interface RowCheckboxProps {
  /** Names the row, for example `Zaznacz: Drukarka`. */
  label: string;
  isChecked: boolean;
  /** @param isRange the user holds Shift */
  onToggle: (isRange: boolean) => void;
}

/** Selects a row of a long table. A native control, because a table renders many of them while it scrolls. */
export const RowCheckbox = ({ label, isChecked, onToggle }: RowCheckboxProps) => (
  <label className={classes['rowCheckbox']}>
    <input
      type="checkbox"
      aria-label={label}
      checked={isChecked}
      onChange={({ nativeEvent }) => onToggle('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
    />
  </label>
);
