import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import { IconButton } from '../actions/IconButton';
import { LinkButton } from '../actions/TextLink';
import { Chip, ChipList } from '../data/Chip';
import { useUiTexts } from '../ui-context';
import classes from './pickers.module.css';

interface ChosenItem {
  id: number;
  label: string;
  content?: ReactNode;
}

interface ChosenChipsProps {
  /** Of the field, to tell two pickers' lists apart. */
  label: string;
  items: readonly ChosenItem[];
  onRemove: (id: number) => void;
  onClear: () => void;
  disabled: boolean;
}

/** A pressed chip takes the focus with it: the next one gets it, after the last one the picker's own first control. */
const useFocusAfterRemoval = () => {
  const box = useRef<HTMLDivElement>(null);
  const removal = useRef<{ picker: Element | null | undefined; index: number }>(undefined);
  useEffect(() => {
    if (!removal.current) return;
    const { picker, index } = removal.current;
    removal.current = undefined;
    const left = box.current?.querySelectorAll<HTMLElement>('li button') ?? [];
    (left[Math.min(index, left.length - 1)] ?? picker?.querySelector('input'))?.focus();
  });
  const noteRemoval = (index: number): void => {
    removal.current = { picker: box.current?.parentElement, index };
  };
  return { box, noteRemoval };
};

/** The chosen ones below a picker, in the same element as its control. */
export const ChosenChips = ({ label, items, onRemove, onClear, disabled }: ChosenChipsProps) => {
  const texts = useUiTexts();
  const { box, noteRemoval } = useFocusAfterRemoval();
  if (items.length === 0) {
    return null;
  }
  return (
    <div ref={box} className={classes['chosen']}>
      <ChipList label={`${label}: ${texts.chosen}`}>
        {items.map(({ id, label: name, content }, index) => (
          <Chip
            key={id}
            label={name}
            onRemove={() => {
              noteRemoval(index);
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
          noteRemoval(0);
          onClear();
        }}
        disabled={disabled}
      >
        {texts.clearAll}
      </LinkButton>
    </div>
  );
};

interface ChosenOneProps {
  children: ReactNode;
  onClear: () => void;
  disabled: boolean;
  clearRef: Ref<HTMLButtonElement>;
  /** Ids of what is said of it, e.g. what is wrong. */
  describedBy: string | undefined;
}

/** The one that was chosen, in the place of the search box until it is cleared. */
export const ChosenOne = ({ children, onClear, disabled, clearRef, describedBy }: ChosenOneProps) => {
  const texts = useUiTexts();
  return (
    <div className={classes['one']}>
      <span className={classes['oneContent']}>{children}</span>
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
