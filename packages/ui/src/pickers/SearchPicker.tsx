import type { ReactNode } from 'react';
import { Field, type FieldProps } from '../form/Field';
import { PickedItem } from './ChosenChips';
import { SearchCombobox } from './SearchCombobox';
import { useFocusTransfer } from './use-focus-transfer';
import type { useTypedTerm } from './use-typed-term';

/** Selection of an item. In a picker with a single value, `picked` replaces the search box. */
export interface Picking<Item> {
  onPick: (item: Item) => void;
  picked?: Item | null | undefined;
  onClear?: () => void;
}

interface SearchPickerProps<Item> extends FieldProps, Picking<Item> {
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
  onPick,
  picked,
  onClear,
  ...field
}: SearchPickerProps<Item>) => {
  const focus = useFocusTransfer();
  const { typed, type, leave, error } = term;
  const pick = (id: number): void => {
    const item = found?.find((candidate) => candidate.id === id);
    if (!item) return;
    type('');
    if (onClear) focus.start();
    onPick(item);
  };
  const clear = (): void => {
    focus.start();
    onClear?.();
  };
  return (
    <Field {...field} error={error ?? field.error}>
      {(control) =>
        picked ? (
          <PickedItem
            clearRef={focus.receiverRef}
            disabled={disabled}
            onClear={clear}
            describedBy={control['aria-describedby']}
          >
            {renderItem(picked)}
          </PickedItem>
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
            onPick={pick}
            disabled={disabled}
          />
        )
      }
    </Field>
  );
};
