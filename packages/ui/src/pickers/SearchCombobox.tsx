import { Input, Loader, Popover, type PopoverProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { limits } from '@obieg/contracts/limits';
import { type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react';
import type { ControlProps } from '../form/Field';
import { Icon } from '../Icon';
import { useUiTexts } from '../ui-context';
import { OptionList, optionId, type SearchOption } from './OptionList';
import classes from './pickers.module.css';
import { useLeftoverGuard } from './use-typed-term';

interface SearchComboboxProps {
  control: ControlProps;
  label: string;
  placeholder: string;
  typed: string;
  onType: (typed: string) => void;
  /** Undefined while there is nothing to say: too few letters, or no answer yet. */
  options: readonly SearchOption[] | undefined;
  isSearching: boolean;
  /** Under the options, when more exist. */
  hint: string | undefined;
  onPick: (id: number) => void;
  /** Somebody has gone away from the box, or wanted to send the form; what is typed may have been left there. */
  onLeave: () => void;
  disabled: boolean;
  inputRef: Ref<HTMLInputElement>;
}

/** Into the browser's top layer; a browser without one shows it where it is. */
const bringToTop = (list: HTMLElement | null): void => {
  if (typeof list?.showPopover === 'function' && !list.matches(':popover-open')) list.showPopover();
};

/** From the edge of what is seen, which above a phone's keyboard is little. */
const edge = { padding: 8 };
const fitToRoom: PopoverProps['middlewares'] = {
  flip: edge,
  size: {
    ...edge,
    apply: ({ availableHeight, elements: { floating } }) =>
      floating.style.setProperty('--picker-room', `${Math.floor(availableHeight)}px`),
  },
};

/** Where the arrow keys lead in the list; beyond an end comes the other one. */
const step = (key: string, active: number, count: number): number | undefined => {
  if (key === 'ArrowDown') return active + 1 < count ? active + 1 : 0;
  if (key === 'ArrowUp') return active > 0 ? active - 1 : count - 1;
  return undefined;
};

/**
 * The search box of both pickers, after the ARIA pattern "editable combobox with list autocomplete with automatic
 * selection": arrows, Enter and Escape in the box, which keeps the focus; Enter takes the first option unless another was
 * gone to. The list closes 200 ms after the focus has left (spec 2 §9). A form is not sent with text left in the box.
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
  onPick,
  onLeave,
  disabled,
  inputRef,
}: SearchComboboxProps) => {
  const texts = useUiTexts();
  const listId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState(0);
  const box = useRef<HTMLInputElement>(null);
  const boxRef = useMergedRef(box, inputRef);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(closing.current), []);

  const count = options?.length ?? 0;
  const hasText = typed.trim() !== '';
  const isTooShort = hasText && typed.trim().length < limits.userSearchMinLength;
  const isShown = isOpen && (isTooShort || options !== undefined) && !disabled;
  const hasList = isShown && !isTooShort && count > 0;
  const active = hasList ? Math.min(chosen, count - 1) : -1;
  useLeftoverGuard(box, hasText && !disabled, onLeave);

  const open = (): void => {
    clearTimeout(closing.current);
    setIsOpen(true);
  };
  const close = (): void => {
    setIsOpen(false);
    setChosen(0);
  };
  const pick = (id: number): void => {
    close();
    onPick(id);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter and arrows belong to the input method as long as it composes a letter.
    if (event.nativeEvent.isComposing) return;
    const next = count > 0 ? step(event.key, active, count) : undefined;
    if (next !== undefined) {
      event.preventDefault();
      open();
      setChosen(next);
    } else if (event.key === 'Escape' && isShown) {
      close();
    } else if (event.key === 'Enter' && hasText) {
      // What is typed is not an answer yet: the form is not to be sent with it.
      event.preventDefault();
      const option = options?.[active];
      if (option) pick(option.id);
    }
  };
  const describeList = (): string => {
    if (!isShown) return '';
    return isTooShort ? texts.typeMore : `${texts.resultCount}: ${count}`;
  };
  return (
    <Popover
      opened={isShown}
      width="target"
      position="bottom-start"
      offset={4}
      shadow="none"
      // In its place in the document, so within the landmark or dialog of the box; on top, so that none of them cuts it.
      withinPortal={false}
      floatingStrategy="fixed"
      middlewares={fitToRoom}
      // What is shown grows with the answer: where one letter's hint had room there may be none for the list.
      preventPositionChangeWhenVisible={false}
      withRoles={false}
      trapFocus={false}
      returnFocus={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      transitionProps={{ duration: 0 }}
      classNames={{ dropdown: classes['dropdown'] ?? '' }}
    >
      <Popover.Target>
        <Input
          {...control}
          ref={boxRef}
          role="combobox"
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-expanded={hasList}
          aria-controls={hasList ? listId : undefined}
          aria-activedescendant={active >= 0 ? optionId(listId, active) : undefined}
          // Escape closes the list and not also the dialog around it.
          data-mantine-stop-propagation={isShown || undefined}
          type="text"
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={typed}
          disabled={disabled}
          error={Boolean(control['aria-invalid'])}
          leftSection={<Icon name="search" />}
          rightSection={isSearching ? <Loader size={16} color="var(--ob-muted)" /> : undefined}
          onChange={(event) => {
            onType(event.currentTarget.value);
            setChosen(0);
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
      {/* Pressed on, the list leaves the focus in the box. */}
      <Popover.Dropdown ref={bringToTop} popover="manual" onMouseDown={(event) => event.preventDefault()}>
        <div className={classes['list']}>
          {isTooShort ? <p className={classes['none']}>{texts.typeMore}</p> : null}
          {isShown && !isTooShort ? (
            <OptionList
              id={listId}
              label={label}
              options={options ?? []}
              active={active}
              hint={hint}
              onPick={pick}
            />
          ) : null}
        </div>
      </Popover.Dropdown>
      <span role="status" className="ob-visually-hidden">
        {describeList()}
      </span>
    </Popover>
  );
};
