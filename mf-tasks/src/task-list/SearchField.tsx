import { taskSearchMaxLength } from '@obieg/contracts';
import { IconButton, TextField } from '@obieg/ui';
import type { RefObject } from 'react';
import { useTaskMessages } from '../i18n/messages';
import classes from './task-list.module.css';
import type { TaskSearch } from './use-task-search';

export interface SearchFieldProps {
  search: TaskSearch;
  /** Clears the search and keeps the focus in the field. */
  onClearSearch: () => void;
  searchField: RefObject<HTMLInputElement | null>;
}

/** Search field of a task list. Escape clears it. */
export const SearchField = ({
  search: { typed, type, clear },
  onClearSearch,
  searchField,
}: SearchFieldProps) => {
  const t = useTaskMessages();
  return (
    <search className={classes['search']}>
      <TextField
        ref={searchField}
        type="search"
        label={t('list.search')}
        hideLabel
        icon="search"
        placeholder={t('list.searchPlaceholder')}
        maxLength={taskSearchMaxLength}
        autoComplete="off"
        enterKeyHint="search"
        value={typed}
        onChange={({ target }) => type(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || typed === '') return;
          event.preventDefault();
          clear();
        }}
        after={
          typed === '' ? undefined : (
            <IconButton icon="clear" label={t('list.clearSearch')} onClick={onClearSearch} />
          )
        }
      />
    </search>
  );
};
