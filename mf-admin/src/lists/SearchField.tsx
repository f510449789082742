import { IconButton, TextField } from '@obieg/ui';
import { useEffect, useState } from 'react';
import classes from './search-field.module.css';

interface SearchFieldProps {
  /** Accessible name. */
  label: string;
  placeholder: string;
  clearLabel: string;
  /** The search that the list currently applies. */
  value: string;
  onSearch: (search: string) => void;
}

const debounceMs = 250;
const maxLength = 100;

/** Search field for a list. Debounces typing; Enter searches at once. */
export const SearchField = ({ label, placeholder, clearLabel, value, onSearch }: SearchFieldProps) => {
  const [text, setText] = useState(value);
  const [previousValue, setPreviousValue] = useState(value);
  // Back navigation and the "clear search" button change the value from outside.
  if (previousValue !== value) {
    setPreviousValue(value);
    if (text.trim() !== value) setText(value);
  }
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onSearch(text.trim()), debounceMs);
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
