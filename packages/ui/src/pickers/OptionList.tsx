import type { ReactNode } from 'react';
import { useUiTexts } from '../provider/ui-context';
import { getOptionId } from './option-id';
import classes from './pickers.module.css';

export interface SearchOption {
  id: number;
  /** Rendered in the list. */
  content: ReactNode;
  /** The option says why it cannot be selected. */
  disabled?: boolean;
}

export interface OptionListProps {
  id: string;
  label: string;
  options: readonly SearchOption[];
  active: number;
  /** Shown below the options if more exist. */
  hint: string | undefined;
  onSelect: (id: number) => void;
  /** The list scrolls without a combobox that controls it. Its box closes it on Tab. */
  isFocusable?: boolean;
}

const bringIntoView = (option: HTMLElement | null): void => option?.scrollIntoView({ block: 'nearest' });

/** Listbox with the search results. The focus stays in the search box. */
export const OptionList = ({
  id,
  label,
  options,
  active,
  hint,
  onSelect,
  isFocusable = false,
}: OptionListProps) => {
  const texts = useUiTexts();
  if (options.length === 0) return <p className={classes['none']}>{texts.noResults}</p>;
  return (
    <>
      <div
        id={id}
        role="listbox"
        aria-label={label}
        tabIndex={isFocusable ? 0 : undefined}
        className={classes['options']}
      >
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the search box handles the keyboard
          // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant marks the option
          <div
            key={option.id}
            id={getOptionId(id, index)}
            ref={index === active ? bringIntoView : undefined}
            role="option"
            aria-selected={index === active}
            aria-disabled={option.disabled || undefined}
            className={classes['option']}
            onClick={option.disabled ? undefined : () => onSelect(option.id)}
          >
            {option.content}
          </div>
        ))}
      </div>
      {hint ? <p className={classes['hint']}>{hint}</p> : null}
    </>
  );
};
