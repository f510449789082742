import type { UserSummary } from '@obieg/contracts';
import { Avatar, Person } from '../data/Avatar';
import { IntegrationName } from '../data/IntegrationName';
import { PersonName, usePersonFormat } from '../data/PersonName';
import type { FieldProps } from '../form/Field';
import { useUiTexts } from '../provider/ui-context';
import { type ItemSelection, SearchPicker } from './SearchPicker';
import { SelectedChips } from './SelectedChips';
import { useTypedTerm } from './use-typed-term';
import { type SearchUsers, useUserSearch } from './user-search';

interface CommonProps extends FieldProps {
  search: SearchUsers;
  placeholder?: string;
  disabled?: boolean;
}

export interface UserSearchBoxProps extends CommonProps {
  value: UserSummary | null;
  onChange: (user: UserSummary | null) => void;
}

export interface UsersSearchBoxProps extends CommonProps {
  value: readonly UserSummary[];
  onChange: (users: UserSummary[]) => void;
}

interface SearchProps extends CommonProps, ItemSelection<UserSummary> {
  selectedUsers: readonly UserSummary[];
}

const UserSearch = ({ search, placeholder, selectedUsers, ...rest }: SearchProps) => {
  const texts = useUiTexts();
  const term = useTypedTerm();
  const { users, isCutOff, isSearching } = useUserSearch(term.typed, search);
  const selectedIds = new Set(selectedUsers.map(({ id }) => id));
  return (
    <SearchPicker
      {...rest}
      term={term}
      found={users?.filter(({ id }) => !selectedIds.has(id))}
      isSearching={isSearching}
      hint={isCutOff ? texts.firstUsersShown : undefined}
      renderItem={({ username, email, isIntegration }) =>
        isIntegration ? <IntegrationName name={username} /> : <Person name={username} email={email} />
      }
      placeholder={placeholder ?? texts.searchUser}
    />
  );
};

/** Selects one user (spec 2 §2, §4, §9). */
export const UserSearchBox = ({ value, onChange, ...rest }: UserSearchBoxProps) => (
  <UserSearch
    {...rest}
    selectedUsers={[]}
    onSelect={onChange}
    selected={value}
    onClear={() => onChange(null)}
  />
);

/** Selects several users. The results exclude selected users. */
export const UsersSearchBox = ({ value, onChange, ...rest }: UsersSearchBoxProps) => {
  const formatPerson = usePersonFormat();
  return (
    <div>
      <UserSearch {...rest} selectedUsers={value} onSelect={(user) => onChange([...value, user])} />
      <SelectedChips
        label={rest.label}
        disabled={rest.disabled ?? false}
        items={value.map(({ id, username, addressHint }) => ({
          id,
          label: formatPerson({ name: username, addressHint }),
          content: (
            <>
              <Avatar name={username} />
              <PersonName name={username} addressHint={addressHint} />
            </>
          ),
        }))}
        onRemove={(id) => onChange(value.filter((user) => user.id !== id))}
        onClear={() => onChange([])}
      />
    </div>
  );
};
