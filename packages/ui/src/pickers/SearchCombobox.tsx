import { Popover } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { limits } from '@obieg/contracts/limits';
import { type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react';
import type { ControlProps } from '../form/Field';
import { useInputSize } from '../form/field-size';
import { InputBox } from '../form/InputBox';
import { Icon } from '../icons/Icon';
import { SpinnerShape } from '../icons/SpinnerShape';
import { showInTopLayer } from '../overlays/top-layer';
import { useUiTexts } from '../provider/ui-context';
import { MantineScope } from '../theme/MantineScope';
import { OptionList, type SearchOption } from './OptionList';
import { getOptionId } from './option-id';
import { pickerPopover } from './picker-popover';
import classes from './pickers.module.css';
import { useLeftoverGuard } from './use-typed-term';

interface SearchComboboxProps {
  control: ControlProps;
  label: string;
  placeholder: string;
  typed: string;
  onType: (typed: string) => void;
  /** Undefined if the term is too short or the response is pending. */
  options: readonly SearchOption[] | undefined;
  isSearching: boolean;
  /** Shown below the options if more exist. */
  hint: string | undefined;
  onSelect: (id: number) => void;
  /** Called when the focus leaves or the form is submitted. Text may remain in the box. */
  onLeave: () => void;
  disabled: boolean;
  inputRef: Ref<HTMLInputElement>;
}

/** Returns the index that an arrow key moves to, wrapping around at both ends. */
const nextIndex = (key: string, active: number, count: number): number | undefined => {
  if (key === 'ArrowDown') return active + 1 < count ? active + 1 : 0;
  if (key === 'ArrowUp') return active > 0 ? active - 1 : count - 1;
  return undefined;
};

/**
 * Search box of both pickers. Implements the ARIA pattern "editable combobox with list autocomplete with automatic
 * selection".
 * - Arrows, Enter and Escape work in the box, which keeps the focus.
 * - Enter selects the first option, unless the arrows moved to another.
 * - The list closes 200 ms after the focus leaves (spec 2 §9).
 * - Text left in the box blocks the form's submission.
 */
export const SearchCombobox = ({
  control,
  label,
  placeholder,
  typed,
  onType,
  options,
  isSearching,
  hint,
  onSelect,
  onLeave,
  disabled,
  inputRef,
}: SearchComboboxProps) => {
  const texts = useUiTexts();
  const inputSize = useInputSize(undefined);
  const listId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [highlighted, setHighlighted] = useState(0);
  const box = useRef<HTMLInputElement>(null);
  const boxRef = useMergedRef(box, inputRef);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(closing.current), []);

  const count = options?.length ?? 0;
  const hasText = typed.trim() !== '';
  const isTooShort = hasText && typed.trim().length < limits.userSearchMinLength;
  const isShown = isOpen && (isTooShort || options !== undefined) && !disabled;
  const hasList = isShown && !isTooShort && count > 0;
  const active = hasList ? Math.min(highlighted, count - 1) : -1;
  useLeftoverGuard(box, hasText && !disabled, onLeave);

  const open = (): void => {
    clearTimeout(closing.current);
    setIsOpen(true);
  };
  const close = (): void => {
    setIsOpen(false);
    setHighlighted(0);
  };
  const select = (id: number): void => {
    close();
    onSelect(id);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter and arrows belong to the input method while it composes a character.
    if (event.nativeEvent.isComposing) return;
    const next = count > 0 ? nextIndex(event.key, active, count) : undefined;
    if (next !== undefined) {
      event.preventDefault();
      open();
      setHighlighted(next);
    } else if (event.key === 'Escape' && isShown) {
      close();
    } else if (event.key === 'Enter' && hasText) {
      // Submission would ignore the typed text.
      event.preventDefault();
      const option = options?.[active];
      if (option) select(option.id);
    }
  };
  const describeState = (): string => {
    if (!isShown) return '';
    return isTooShort ? texts.typeMore : `${texts.resultCount}: ${count}`;
  };
  return (
    <MantineScope>
      {' '}
      <Popover opened={isShown} {...pickerPopover}>
        <InputBox
          size={inputSize}
          hasError={Boolean(control['aria-invalid'])}
          left={<Icon name="search" />}
          right={isSearching ? <SpinnerShape size="1rem" /> : undefined}
        >
          <Popover.Target>
            <input
              {...control}
              ref={boxRef}
              role="combobox"
              aria-autocomplete="list"
              aria-haspopup="listbox"
              aria-expanded={hasList}
              aria-controls={hasList ? listId : undefined}
              aria-activedescendant={active >= 0 ? getOptionId(listId, active) : undefined}
              // Escape closes only the list, not the surrounding dialog.
              data-mantine-stop-propagation={isShown || undefined}
              type="text"
              className="ob-input"
              autoComplete="off"
              spellCheck={false}
              placeholder={placeholder}
              value={typed}
              disabled={disabled}
              onChange={(event) => {
                onType(event.currentTarget.value);
                setHighlighted(0);
                open();
              }}
              onFocus={open}
              onClick={open}
              onBlur={() => {
                closing.current = setTimeout(() => {
                  close();
                  onLeave();
                }, limits.pickerBlurMs);
              }}
              onKeyDown={onKeyDown}
            />
          </Popover.Target>
        </InputBox>
        {/* Keeps the focus in the box when the user clicks the list. */}
        <Popover.Dropdown
          ref={showInTopLayer}
          popover="manual"
          onMouseDown={(event) => event.preventDefault()}
        >
          <div className={classes['list']}>
            {isTooShort ? <p className={classes['none']}>{texts.typeMore}</p> : null}
            {isShown && !isTooShort ? (
              <OptionList
                id={listId}
                label={label}
                options={options ?? []}
                active={active}
                hint={hint}
                onSelect={select}
              />
            ) : null}
          </div>
        </Popover.Dropdown>
        <span role="status" className="ob-visually-hidden">
          {describeState()}
        </span>
      </Popover>
    </MantineScope>
  );
};
