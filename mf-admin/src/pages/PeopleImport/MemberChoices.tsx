import { Card, CheckboxField } from '@obieg/ui';
import { useAdminMessages } from '../../i18n/messages';
import { RolesField } from '../../members/RolesField';

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
  return (
    <Card title={t('peopleImport.people')}>
      <RolesField
        legend={t('peopleImport.roles')}
        error={undefined}
        held={[]}
        value={value.roles}
        onChange={(roles) => onChange({ roles })}
      />
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
