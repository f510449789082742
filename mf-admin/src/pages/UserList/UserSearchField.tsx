import { IconButton, TextField } from '@obieg/ui';
import { useEffect, useState } from 'react';
import { useAdminMessages } from '../../messages';
import classes from './user-list.module.css';

interface UserSearchFieldProps {
  /** What the list shows. */
  value: string;
  onSearch: (search: string) => void;
}

/** A pause in typing, so that not every letter asks the server. */
const pauseMs = 250;
const maxLength = 100;

/** Looks in usernames and e-mail addresses while one types; Enter does not wait. */
export const UserSearchField = ({ value, onSearch }: UserSearchFieldProps) => {
  const t = useAdminMessages();
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
        label={t('users.search')}
        hideLabel
        placeholder={t('users.searchPlaceholder')}
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
              label={t('users.clearSearch')}
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
