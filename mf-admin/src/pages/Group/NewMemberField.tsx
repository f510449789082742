import { limits } from '@obieg/contracts/limits';
import { SelectField, useAddressFormat } from '@obieg/ui';
import { UserSearchBox } from '@obieg/ui/overlays';
import { useState } from 'react';
import { searchUsers, useOrganizationUsers } from '../../api/groups.api';
import { useAdminMessages } from '../../i18n/messages';

interface NewMemberFieldProps {
  /** Existing members; the field does not offer them. */
  memberIds: ReadonlySet<number>;
  /** Receives undefined when the user clears the field. */
  onChange: (userId: number | undefined) => void;
}

/** Number of users above which a dropdown is too long to scan. */
const dropdownMax = 2 * limits.pageSize;

/** Selects the user to add: a dropdown (spec 2 §2), or a search box in a large organization. */
export const NewMemberField = ({ memberIds, onChange }: NewMemberFieldProps) => {
  const t = useAdminMessages();
  const showAddress = useAddressFormat();
  const { data: users, isError } = useOrganizationUsers();
  const [selected, setSelected] = useState<{ id: number; username: string; email: string } | null>(null);

  const select = (user: typeof selected): void => {
    setSelected(user);
    onChange(user?.id);
  };
  const searchNonMembers: typeof searchUsers = async (term, signal) => {
    const found = await searchUsers(term, signal);
    return { ...found, users: found.users.filter(({ id }) => !memberIds.has(id)) };
  };
  // The search box also works when the user list failed to load.
  if (isError || (users && users.length > dropdownMax)) {
    return (
      <UserSearchBox
        label={t('group.members.user')}
        placeholder={t('group.members.chooseUser')}
        search={searchNonMembers}
        value={selected}
        onChange={select}
      />
    );
  }
  const others = users?.filter(({ id }) => !memberIds.has(id));
  return (
    <SelectField
      label={t('group.members.user')}
      placeholder={t('group.members.chooseUser')}
      help={others?.length === 0 ? t('group.members.allAreMembers') : undefined}
      // Disabled while the list loads, because the search box may replace the dropdown.
      disabled={!users}
      value={selected ? String(selected.id) : ''}
      onChange={({ target }) => select(others?.find(({ id }) => String(id) === target.value) ?? null)}
      options={(others ?? []).map(({ id, username, email }) => ({
        value: String(id),
        // An invited user without a username has the email address as username.
        label: username === email ? showAddress(email) : `${username} (${showAddress(email)})`,
      }))}
    />
  );
};
