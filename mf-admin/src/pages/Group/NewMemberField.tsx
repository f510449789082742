import { limits } from '@obieg/contracts/limits';
import { SelectField } from '@obieg/ui';
import { UserSearchBox } from '@obieg/ui/overlays';
import { useState } from 'react';
import { searchUsers, useOrganizationUsers } from '../../groups.api';
import { useAdminMessages } from '../../messages';

interface NewMemberFieldProps {
  /** Not offered again. */
  memberIds: ReadonlySet<number>;
  /** Undefined while nobody is chosen. */
  onChange: (userId: number | undefined) => void;
}

/** Past two pages of people nobody finds anyone in a dropdown. */
const searchFrom = 2 * limits.pageSize;

/** Who joins: a dropdown (spec 2 §2), in a large organization a search. */
export const NewMemberField = ({ memberIds, onChange }: NewMemberFieldProps) => {
  const t = useAdminMessages();
  const { data: users, isError } = useOrganizationUsers();
  const [chosen, setChosen] = useState<{ id: number; username: string; email: string } | null>(null);

  const choose = (user: typeof chosen): void => {
    setChosen(user);
    onChange(user?.id);
  };
  const searchOthers: typeof searchUsers = async (term, signal) => {
    const found = await searchUsers(term, signal);
    return { ...found, users: found.users.filter(({ id }) => !memberIds.has(id)) };
  };
  // Without the list the search still works.
  if (isError || (users && users.length > searchFrom)) {
    return (
      <UserSearchBox
        label={t('group.members.user')}
        placeholder={t('group.members.chooseUser')}
        search={searchOthers}
        value={chosen}
        onChange={choose}
      />
    );
  }
  const others = users?.filter(({ id }) => !memberIds.has(id));
  return (
    <SelectField
      label={t('group.members.user')}
      placeholder={t('group.members.chooseUser')}
      help={others?.length === 0 ? t('group.members.everybodyIn') : undefined}
      // A search may yet come in its place.
      disabled={!users}
      value={chosen ? String(chosen.id) : ''}
      onChange={({ target }) => choose(others?.find(({ id }) => String(id) === target.value) ?? null)}
      options={(others ?? []).map(({ id, username, email }) => ({
        value: String(id),
        // Who was invited without a name is called by the address.
        label: username === email ? email : `${username} (${email})`,
      }))}
    />
  );
};
