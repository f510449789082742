import { IconButton, TextField } from '@obieg/ui';
import { useEffect, useState } from 'react';
import classes from './search-field.module.css';

interface SearchFieldProps {
  /** For screen readers. */
  label: string;
  placeholder: string;
  clearLabel: string;
  /** What the list shows. */
  value: string;
  onSearch: (search: string) => void;
}

/** A pause in typing, so that not every letter searches. */
const pauseMs = 250;
const maxLength = 100;

/** Narrows a list while one types; Enter does not wait. */
export const SearchField = ({ label, placeholder, clearLabel, value, onSearch }: SearchFieldProps) => {
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  // Going back, or clearing from the empty list, changes the search from outside.
  if (shown !== value) {
    setShown(value);
    if (text.trim() !== value) setText(value);
  }
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onSearch(text.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [text, value, onSearch]);
  return (
    <search className={classes['search']}>
      <TextField
        label={label}
        hideLabel
        placeholder={placeholder}
        icon="search"
        maxLength={maxLength}
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') onSearch(text.trim());
        }}
        after={
          text ? (
            <IconButton
              icon="clear"
              label={clearLabel}
              onClick={() => {
                setText('');
                onSearch('');
              }}
            />
          ) : undefined
        }
      />
    </search>
  );
};
