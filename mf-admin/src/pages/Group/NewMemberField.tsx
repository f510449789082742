import type { UserSummary } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { SelectField, useAddressFormat } from '@obieg/ui';
import { UserSearchBox } from '@obieg/ui/overlays';
import { searchUsers, useOrganizationUsers } from '../../api/groups.api';
import { useAdminMessages } from '../../i18n/messages';

interface NewMemberFieldProps {
  /** Existing members; the field does not offer them. */
  memberIds: ReadonlySet<number>;
  value: UserSummary | null;
  onChange: (user: UserSummary | null) => void;
}

/** Number of users above which a dropdown is too long to scan. */
const dropdownMax = 2 * limits.pageSize;

/** Selects the user to add: a dropdown (spec 2 §2), or a search box in a large organization. */
export const NewMemberField = ({ memberIds, value, onChange }: NewMemberFieldProps) => {
  const t = useAdminMessages();
  const showAddress = useAddressFormat();
  const { data: users, isError } = useOrganizationUsers();
  const nameUser = ({ username, email, isIntegration }: UserSummary): string => {
    if (isIntegration) return `${username} (${t('group.members.integration')})`;
    // An invited user without a username has the email address as username.
    return username === email ? showAddress(email) : `${username} (${showAddress(email)})`;
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
        value={value}
        onChange={onChange}
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
      data-autofocus={users !== undefined || undefined}
      value={value ? String(value.id) : ''}
      onChange={({ target }) => onChange(others?.find(({ id }) => String(id) === target.value) ?? null)}
      options={(others ?? []).map((user) => ({ value: String(user.id), label: nameUser(user) }))}
    />
  );
};
