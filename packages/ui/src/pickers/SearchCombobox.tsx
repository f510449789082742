import { Combobox, Input, Loader, useCombobox } from '@mantine/core';
import { limits } from '@obieg/contracts/limits';
import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import type { ControlProps } from '../form/Field';
import { Icon } from '../Icon';
import { useUiTexts } from '../ui-context';
import classes from './pickers.module.css';

interface SearchOption {
  id: number;
  /** Drawn in the list. */
  content: ReactNode;
}

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
  disabled: boolean;
  inputRef: Ref<HTMLInputElement>;
}

/** The search box of both pickers: arrows, Enter, Escape, closes 200 ms after the focus left (spec 2 §9). */
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
  disabled,
  inputRef,
}: SearchComboboxProps) => {
  const texts = useUiTexts();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(closing.current), []);

  const open = () => {
    clearTimeout(closing.current);
    combobox.openDropdown();
  };
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(id) => {
        combobox.closeDropdown();
        onPick(Number(id));
      }}
      transitionProps={{ duration: 0 }}
      offset={4}
      shadow="none"
      classNames={{
        dropdown: classes['dropdown'] ?? '',
        options: classes['options'] ?? '',
        option: classes['option'] ?? '',
        footer: classes['hint'] ?? '',
      }}
    >
      <Combobox.Target withExpandedAttribute>
        <Input
          {...control}
          ref={inputRef}
          role="combobox"
          aria-autocomplete="list"
          type="text"
          placeholder={placeholder}
          value={typed}
          disabled={disabled}
          error={Boolean(control['aria-invalid'])}
          leftSection={<Icon name="search" />}
          rightSection={isSearching ? <Loader size={16} color="var(--ob-muted)" /> : undefined}
          onChange={(event) => {
            onType(event.currentTarget.value);
            open();
          }}
          onFocus={open}
          onClick={open}
          onBlur={() => {
            closing.current = setTimeout(() => combobox.closeDropdown(), limits.pickerBlurMs);
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={options === undefined}>
        <Combobox.Options aria-label={label}>
          {options?.map(({ id, content }) => (
            <Combobox.Option key={id} value={String(id)}>
              {content}
            </Combobox.Option>
          ))}
          {options?.length === 0 ? (
            <Combobox.Option value="" disabled>
              {texts.noResults}
            </Combobox.Option>
          ) : null}
        </Combobox.Options>
        {hint ? <Combobox.Footer>{hint}</Combobox.Footer> : null}
      </Combobox.Dropdown>
    </Combobox>
  );
};
