import type { ReactNode } from 'react';
import { Field, type FieldProps } from '../form/Field';
import { SearchCombobox } from './SearchCombobox';
import { SelectedItem } from './SelectedChips';
import { useFocusTransfer } from './use-focus-transfer';
import type { useTypedTerm } from './use-typed-term';

/** Selection of an item. In a picker with a single value, `selected` replaces the search box. */
export interface ItemSelection<Item> {
  onSelect: (item: Item) => void;
  selected?: Item | null | undefined;
  onClear?: () => void;
}

interface SearchPickerProps<Item> extends FieldProps, ItemSelection<Item> {
  term: ReturnType<typeof useTypedTerm>;
  /** Undefined if the term is too short or the response is pending. */
  found: readonly Item[] | undefined;
  isSearching?: boolean;
  /** Shown below the results if more exist. */
  hint: string | undefined;
  renderItem: (item: Item) => ReactNode;
  placeholder: string;
  disabled?: boolean;
}

/** Frame of both pickers: the search box or the selected item. Moves the focus between them. */
export const SearchPicker = <Item extends { id: number }>({
  term,
  found,
  isSearching = false,
  hint,
  renderItem,
  placeholder,
  disabled = false,
  onSelect,
  selected,
  onClear,
  ...field
}: SearchPickerProps<Item>) => {
  const focus = useFocusTransfer();
  const { typed, type, leave, error } = term;
  const select = (id: number): void => {
    const item = found?.find((candidate) => candidate.id === id);
    if (!item) return;
    type('');
    if (onClear) focus.start();
    onSelect(item);
  };
  const clear = (): void => {
    focus.start();
    onClear?.();
  };
  return (
    <Field {...field} error={error ?? field.error}>
      {(control) =>
        selected ? (
          <SelectedItem
            clearRef={focus.receiverRef}
            disabled={disabled}
            onClear={clear}
            describedBy={control['aria-describedby']}
          >
            {renderItem(selected)}
          </SelectedItem>
        ) : (
          <SearchCombobox
            control={control}
            label={field.label}
            inputRef={focus.receiverRef}
            placeholder={placeholder}
            typed={typed}
            onType={type}
            onLeave={leave}
            isSearching={isSearching}
            options={found?.map((item) => ({ id: item.id, content: renderItem(item) }))}
            hint={hint}
            onSelect={select}
            disabled={disabled}
          />
        )
      }
    </Field>
  );
};
