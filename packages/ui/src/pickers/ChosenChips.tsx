import type { ReactNode } from 'react';
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

export const ChosenChips = ({ label, items, onRemove, onClear, disabled }: ChosenChipsProps) => {
  const texts = useUiTexts();
  if (items.length === 0) {
    return null;
  }
  return (
    <div className={classes['chosen']}>
      <ChipList label={`${label}: ${texts.chosen}`}>
        {items.map(({ id, label: name, content }) => (
          <Chip key={id} label={name} onRemove={() => onRemove(id)} disabled={disabled}>
            {content}
          </Chip>
        ))}
      </ChipList>
      <LinkButton onClick={onClear} disabled={disabled}>
        {texts.clearAll}
      </LinkButton>
    </div>
  );
};

interface ChosenOneProps {
  children: ReactNode;
  onClear: () => void;
  disabled: boolean;
}

/** The one that was chosen, in the place of the search box until it is cleared. */
export const ChosenOne = ({ children, onClear, disabled }: ChosenOneProps) => {
  const texts = useUiTexts();
  return (
    <div className={classes['one']}>
      <span className={classes['oneContent']}>{children}</span>
      <IconButton icon="clear" label={texts.clearSelection} onClick={onClear} disabled={disabled} />
    </div>
  );
};
