import type { GroupMemberRole } from '@obieg/contracts';
import { DetailList, FieldGroup } from '@obieg/ui';
import { useAdminMessages } from '../../i18n/messages';
import { nameMemberRole } from '../../members/role-names';

/** Explains the roles beside the fields that choose them. */
export const MemberRoleHelp = ({ roles }: { roles: readonly GroupMemberRole[] }) => {
  const t = useAdminMessages();
  return (
    <FieldGroup legend={t('group.members.rolesHelp')}>
      <DetailList
        columns={2}
        items={roles.map((role) => ({
          label: nameMemberRole(t, role),
          value: t(`memberRoles.${role}.help`),
        }))}
      />
    </FieldGroup>
  );
};
