import type { ReactNode } from 'react';
import { Field, type FieldProps } from '../form/Field';
import { ChosenOne } from './ChosenChips';
import { useFocusHandOver } from './focus-hand-over';
import { SearchCombobox } from './SearchCombobox';
import type { useTypedTerm } from './use-typed-term';

/** How one of what is looked for is picked, and what stands in the box's place when only one can be. */
export interface Picking<Item> {
  onPick: (item: Item) => void;
  one?: Item | null | undefined;
  onClearOne?: () => void;
}

interface SearchPickerProps<Item> extends FieldProps, Picking<Item> {
  term: ReturnType<typeof useTypedTerm>;
  /** Undefined while there is nothing to say. */
  found: readonly Item[] | undefined;
  isSearching?: boolean;
  /** Under what is found, when more exists. */
  hint: string | undefined;
  show: (item: Item) => ReactNode;
  placeholder: string;
  disabled?: boolean;
}

/** The frame of both pickers: the search box, or the one that is chosen; the focus goes from one to the other. */
export const SearchPicker = <Item extends { id: number }>({
  term,
  found,
  isSearching = false,
  hint,
  show,
  placeholder,
  disabled = false,
  onPick,
  one,
  onClearOne,
  ...field
}: SearchPickerProps<Item>) => {
  const focus = useFocusHandOver();
  const { typed, type, leave, error } = term;
  const pick = (id: number): void => {
    const item = found?.find((candidate) => candidate.id === id);
    if (!item) return;
    type('');
    if (onClearOne) focus.begin();
    onPick(item);
  };
  const clear = (): void => {
    focus.begin();
    onClearOne?.();
  };
  return (
    <Field {...field} error={error ?? field.error}>
      {(control) =>
        one ? (
          <ChosenOne
            clearRef={focus.receive}
            disabled={disabled}
            onClear={clear}
            describedBy={control['aria-describedby']}
          >
            {show(one)}
          </ChosenOne>
        ) : (
          <SearchCombobox
            control={control}
            label={field.label}
            inputRef={focus.receive}
            placeholder={placeholder}
            typed={typed}
            onType={type}
            onLeave={leave}
            isSearching={isSearching}
            options={found?.map((item) => ({ id: item.id, content: show(item) }))}
            hint={hint}
            onPick={pick}
            disabled={disabled}
          />
        )
      }
    </Field>
  );
};
