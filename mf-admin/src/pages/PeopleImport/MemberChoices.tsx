import { Card, CheckboxField, Loading, Notice, SkeletonLines } from '@obieg/ui';
import { useRoles } from '../../api/users.api';
import { useAdminMessages } from '../../i18n/messages';
import { RoleCheckboxes } from '../../members/RoleCheckboxes';

/** What the import does besides the cells of the file. */
export interface PeopleImportSettings {
  roles: string[];
  sendsInvitations: boolean;
  changesMembers: boolean;
}

interface MemberChoicesProps {
  value: PeopleImportSettings;
  onChange: (changes: Partial<PeopleImportSettings>) => void;
}

/** Roles of new members without any in the file, their invitation, and what happens to members. */
export const MemberChoices = ({ value, onChange }: MemberChoicesProps) => {
  const t = useAdminMessages();
  const roles = useRoles();
  return (
    <Card title={t('peopleImport.people')}>
      {roles.error ? <Notice tone="danger">{t('invite.rolesFailed')}</Notice> : null}
      {roles.isPending ? (
        <Loading>
          <SkeletonLines lines={3} />
        </Loading>
      ) : (
        <RoleCheckboxes
          legend={t('peopleImport.roles')}
          error={undefined}
          grantable={roles.data?.map(({ name }) => name) ?? []}
          held={[]}
          value={value.roles}
          onChange={(chosen) => onChange({ roles: chosen })}
        />
      )}
      <CheckboxField
        label={t('peopleImport.sendsInvitations')}
        help={t('peopleImport.sendsInvitationsHelp')}
        checked={value.sendsInvitations}
        onChange={({ target }) => onChange({ sendsInvitations: target.checked })}
      />
      <CheckboxField
        label={t('peopleImport.changesMembers')}
        help={t('peopleImport.changesMembersHelp')}
        checked={value.changesMembers}
        onChange={({ target }) => onChange({ changesMembers: target.checked })}
      />
    </Card>
  );
};
