import { useClickOutside } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../actions/Button';
import { SelectedCount } from '../data/SelectedCount';
import { CheckboxField, FieldGroup } from './CheckboxField';
import classes from './form.module.css';

export interface CheckboxMenuProps<Value extends string> {
  /** Label of the button and of the group in the panel. */
  label: string;
  /** Read by screen readers before the number of selected options. */
  selectedLabel: string;
  options: readonly { value: Value; label: ReactNode }[];
  value: readonly Value[];
  /** Shows the number of selected options. Default: true. */
  isCounted?: boolean;
  /** Called with the values in the order of the options. */
  onChange: (value: Value[]) => void;
}

/** Dropdown with checkboxes, for a filter of a list. On a phone it opens in the flow of the page. */
export const CheckboxMenu = <Value extends string>({
  label,
  selectedLabel,
  options,
  value,
  isCounted = true,
  onChange,
}: CheckboxMenuProps<Value>) => {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const box = useClickOutside<HTMLDivElement>(() => setIsOpen(false));
  useEffect(() => {
    if (isOpen) panel.current?.querySelector('input')?.focus();
  }, [isOpen]);
  const closeOnEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.preventDefault();
    setIsOpen(false);
    opener.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only handles events that bubble from its controls
    <div
      ref={box}
      className={classes['menu']}
      onKeyDown={closeOnEscape}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setIsOpen(false);
      }}
    >
      <Button
        ref={opener}
        iconAfter="chevronDown"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {label}
        <SelectedCount count={isCounted ? value.length : 0} label={selectedLabel} />
      </Button>
      {isOpen ? (
        <div ref={panel} id={id} className={classes['menuPanel']}>
          <FieldGroup legend={label} hideLegend>
            {options.map((option) => (
              <CheckboxField
                key={option.value}
                label={option.label}
                checked={value.includes(option.value)}
                onChange={({ target }) =>
                  onChange(
                    options
                      .map((one) => one.value)
                      .filter((one) => (one === option.value ? target.checked : value.includes(one))),
                  )
                }
              />
            ))}
          </FieldGroup>
        </div>
      ) : null}
    </div>
  );
};
