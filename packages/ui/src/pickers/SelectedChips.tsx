import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { IconButton } from '../actions/IconButton';
import { LinkButton } from '../actions/TextLink';
import { Chip, ChipList } from '../data/Chip';
import { useUiTexts } from '../provider/ui-context';
import classes from './pickers.module.css';

interface SelectedChip {
  id: number;
  label: string;
  content?: ReactNode;
}

interface SelectedChipsProps {
  /** Label of the field, to distinguish the lists of two pickers. */
  label: string;
  items: readonly SelectedChip[];
  onRemove: (id: number) => void;
  onClear: () => void;
  disabled: boolean;
}

/** After a removal, focuses the next chip, or the picker's input if none is left. */
const useFocusAfterRemoval = () => {
  const box = useRef<HTMLDivElement>(null);
  const removal = useRef<{ picker: Element | null | undefined; index: number }>(undefined);
  useEffect(() => {
    if (!removal.current) return;
    const { picker, index } = removal.current;
    removal.current = undefined;
    const remaining = box.current?.querySelectorAll<HTMLElement>('li button') ?? [];
    (remaining[Math.min(index, remaining.length - 1)] ?? picker?.querySelector('input'))?.focus();
  });
  const rememberRemoval = (index: number): void => {
    removal.current = { picker: box.current?.parentElement, index };
  };
  return { box, rememberRemoval };
};

/** Selected items as removable chips. Must be a sibling of the picker's control. */
export const SelectedChips = ({ label, items, onRemove, onClear, disabled }: SelectedChipsProps) => {
  const texts = useUiTexts();
  const { box, rememberRemoval } = useFocusAfterRemoval();
  if (items.length === 0) {
    return null;
  }
  return (
    <div ref={box} className={classes['selectedChips']}>
      <ChipList label={`${label}: ${texts.selected}`}>
        {items.map(({ id, label: name, content }, index) => (
          <Chip
            key={id}
            label={name}
            onRemove={() => {
              rememberRemoval(index);
              onRemove(id);
            }}
            disabled={disabled}
          >
            {content}
          </Chip>
        ))}
      </ChipList>
      <LinkButton
        onClick={() => {
          rememberRemoval(0);
          onClear();
        }}
        disabled={disabled}
      >
        {texts.clearAll}
      </LinkButton>
    </div>
  );
};

interface SelectedItemProps {
  children: ReactNode;
  onClear: () => void;
  disabled: boolean;
  clearRef: Ref<HTMLButtonElement>;
  /** Ids of descriptions, for example of the error. */
  describedBy: string | undefined;
}

/** The selected item, shown instead of the search box until it is cleared. */
export const SelectedItem = ({ children, onClear, disabled, clearRef, describedBy }: SelectedItemProps) => {
  const texts = useUiTexts();
  return (
    <div className={classes['selectedItem']}>
      <span className={classes['selectedItemContent']}>{children}</span>
      <IconButton
        ref={clearRef}
        icon="clear"
        label={texts.clearSelection}
        onClick={onClear}
        disabled={disabled}
        aria-describedby={describedBy}
      />
    </div>
  );
};
