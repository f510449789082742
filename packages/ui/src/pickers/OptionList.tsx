import type { ReactNode } from 'react';
import { useUiTexts } from '../ui-context';
import classes from './pickers.module.css';

export interface SearchOption {
  id: number;
  /** Rendered in the list. */
  content: ReactNode;
}

interface OptionListProps {
  id: string;
  label: string;
  options: readonly SearchOption[];
  active: number;
  /** Shown below the options if more exist. */
  hint: string | undefined;
  onSelect: (id: number) => void;
}

export const getOptionId = (listId: string, index: number): string => `${listId}-${index}`;

const bringIntoView = (option: HTMLElement | null): void => option?.scrollIntoView({ block: 'nearest' });

/** Listbox with the search results. The focus stays in the search box. */
export const OptionList = ({ id, label, options, active, hint, onSelect }: OptionListProps) => {
  const texts = useUiTexts();
  if (options.length === 0) return <p className={classes['none']}>{texts.noResults}</p>;
  return (
    <>
      <div id={id} role="listbox" aria-label={label} className={classes['options']}>
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the search box handles the keyboard
          // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant marks the option
          <div
            key={option.id}
            id={getOptionId(id, index)}
            ref={index === active ? bringIntoView : undefined}
            role="option"
            aria-selected={index === active}
            className={classes['option']}
            onClick={() => onSelect(option.id)}
          >
            {option.content}
          </div>
        ))}
      </div>
      {hint ? <p className={classes['hint']}>{hint}</p> : null}
    </>
  );
};
