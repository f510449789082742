import type { ReactNode } from 'react';
import { Icon } from '../icons/Icon';
import { useUiTexts } from '../provider/ui-context';
import classes from './data.module.css';

export interface ChipProps {
  /** Tooltip, and part of the remove button's name. */
  label: string;
  /** Shown instead of the label, for example with an avatar. */
  children?: ReactNode;
  onRemove?: () => void;
  /** Makes the chip itself a button. */
  onClick?: () => void;
  disabled?: boolean;
}

/** A selected value or given answer, optionally removable. */
export const Chip = ({ label, children, onRemove, onClick, disabled = false }: ChipProps) => {
  const texts = useUiTexts();
  const content = children ?? <span className={classes['cut']}>{label}</span>;
  return (
    <span className={classes['chip']} title={label}>
      {onClick ? (
        <button type="button" className={classes['chipButton']} onClick={onClick} disabled={disabled}>
          {content}
        </button>
      ) : (
        <span className={classes['chipText']}>{content}</span>
      )}
      {onRemove ? (
        <button
          type="button"
          className={classes['chipRemove']}
          aria-label={`${texts.remove}: ${label}`}
          onClick={onRemove}
          disabled={disabled}
        >
          <Icon name="clear" size={14} />
        </button>
      ) : null}
    </span>
  );
};

export const ChipList = ({ label, children }: { label: string; children: readonly ReactNode[] }) => (
  <ul className={classes['chips']} aria-label={label}>
    {children.map((chip, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the chips carry their own keys, the items are only positions
      <li key={index}>{chip}</li>
    ))}
  </ul>
);
