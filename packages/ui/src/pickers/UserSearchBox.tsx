import type { UserSummary } from '@obieg/contracts';
import { Avatar, Person } from '../data/Avatar';
import { Field, type FieldProps } from '../form/Field';
import { useUiTexts } from '../ui-context';
import { ChosenChips, ChosenOne } from './ChosenChips';
import { useFocusHandOver } from './focus-hand-over';
import { SearchCombobox } from './SearchCombobox';
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

interface SearchProps extends CommonProps {
  chosen: readonly UserSummary[];
  onPick: (user: UserSummary) => void;
  one?: UserSummary | null;
  onClearOne?: () => void;
}

const UserField = ({
  search,
  placeholder,
  disabled = false,
  chosen,
  onPick,
  one,
  onClearOne,
  ...field
}: SearchProps) => {
  const texts = useUiTexts();
  const focus = useFocusHandOver();
  const { typed, type, leave, error } = useTypedTerm();
  const { users, isCutOff, isSearching } = useUserSearch(typed, search);
  const chosenIds = new Set(chosen.map(({ id }) => id));
  const found = users?.filter(({ id }) => !chosenIds.has(id));
  return (
    <Field {...field} error={error ?? field.error}>
      {(control) =>
        one ? (
          <ChosenOne
            clearRef={focus.receive}
            disabled={disabled}
            onClear={() => {
              focus.begin();
              onClearOne?.();
            }}
          >
            <Person name={one.username} email={one.email} />
          </ChosenOne>
        ) : (
          <SearchCombobox
            control={control}
            label={field.label}
            inputRef={focus.receive}
            placeholder={placeholder ?? texts.searchUser}
            typed={typed}
            onType={type}
            onLeave={leave}
            isSearching={isSearching}
            options={found?.map((user) => ({
              id: user.id,
              content: <Person name={user.username} email={user.email} />,
            }))}
            hint={isCutOff ? texts.firstUsersShown : undefined}
            onPick={(id) => {
              const user = found?.find((candidate) => candidate.id === id);
              if (user) {
                type('');
                if (onClearOne) focus.begin();
                onPick(user);
              }
            }}
            disabled={disabled}
          />
        )
      }
    </Field>
  );
};

/** Finds and holds one person (spec 2 §2, §4, §9). */
export const UserSearchBox = ({ value, onChange, ...rest }: UserSearchBoxProps) => (
  <UserField {...rest} chosen={[]} onPick={onChange} one={value} onClearOne={() => onChange(null)} />
);

/** Finds and holds several people; those already chosen are not offered again. */
export const UsersSearchBox = ({ value, onChange, ...rest }: UsersSearchBoxProps) => (
  <div>
    <UserField {...rest} chosen={value} onPick={(user) => onChange([...value, user])} />
    <ChosenChips
      label={rest.label}
      disabled={rest.disabled ?? false}
      items={value.map(({ id, username }) => ({
        id,
        label: username,
        content: (
          <>
            <Avatar name={username} />
            {username}
          </>
        ),
      }))}
      onRemove={(id) => onChange(value.filter((user) => user.id !== id))}
      onClear={() => onChange([])}
    />
  </div>
);
