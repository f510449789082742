import type { UserSummary } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { FieldGroup, IconButton, IntegrationName, Person, SelectField } from '@obieg/ui';
import { UserSearchBox } from '@obieg/ui/overlays';
import { searchUsers } from '../../api/groups.api';
import { useAdminMessages } from '../../i18n/messages';
import classes from './group.module.css';
import { MemberRoleHelp } from './MemberRoleHelp';
import { type InitialRole, initialRoles, listRoleOptions } from './member-roles';

export interface NewMember {
  user: UserSummary;
  role: InitialRole;
}

interface NewMembersProps {
  members: readonly NewMember[];
  onChange: (members: NewMember[]) => void;
}

/** Chooses the first members of a new group, with their roles. */
export const NewMembers = ({ members, onChange }: NewMembersProps) => {
  const t = useAdminMessages();
  const searchOthers: typeof searchUsers = async (term, signal) => {
    const found = await searchUsers(term, signal);
    const isNew = ({ id }: UserSummary): boolean => members.every(({ user }) => user.id !== id);
    return { ...found, users: found.users.filter(isNew) };
  };
  const add = (user: UserSummary | null): void => {
    if (user && members.every((member) => member.user.id !== user.id))
      onChange([...members, { user, role: 'MEMBER' }]);
  };
  return (
    <FieldGroup legend={t('group.newMembers.title')} help={t('group.newMembers.help')}>
      <div className={classes['newMembers']}>
        <UserSearchBox
          label={t('group.newMembers.search')}
          hideLabel
          search={searchOthers}
          value={null}
          onChange={add}
          disabled={members.length >= limits.newGroupMembersMax}
        />
        {members.length > 0 ? (
          <ul className={classes['memberList']} aria-label={t('group.newMembers.title')}>
            {members.map(({ user, role }) => (
              <li key={user.id} className={classes['newMember']}>
                {user.isIntegration ? (
                  <IntegrationName name={user.username} />
                ) : (
                  <Person name={user.username} email={user.email} />
                )}
                <SelectField
                  label={t('group.members.roleOf', { name: user.username })}
                  hideLabel
                  value={role}
                  onChange={({ target }) =>
                    onChange(
                      members.map((member) =>
                        member.user.id === user.id ? { user, role: target.value as InitialRole } : member,
                      ),
                    )
                  }
                  options={listRoleOptions(t, initialRoles)}
                />
                <IconButton
                  icon="clear"
                  label={t('group.members.remove', { name: user.username })}
                  onClick={() => onChange(members.filter((member) => member.user.id !== user.id))}
                />
              </li>
            ))}
          </ul>
        ) : null}
        {members.length > 0 ? <MemberRoleHelp roles={initialRoles} /> : null}
      </div>
    </FieldGroup>
  );
};
