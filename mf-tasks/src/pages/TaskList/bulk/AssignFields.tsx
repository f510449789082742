import { assignmentTypes, type UserSummary } from '@obieg/contracts';
import { Notice, SelectField } from '@obieg/ui';
import { GroupPicker, UserSearchBox } from '@obieg/ui/overlays';
import { usePermissions } from '@obieg/web-kit';
import { useState } from 'react';
import { useTaskMessages } from '../../../i18n/messages';
import { searchMembers, useGroups } from '../../../people/people.api';
import { BulkForm, type BulkFormProps } from './BulkForm';

type AssignmentType = (typeof assignmentTypes)[number];

/** Chooses the assignee. The server decides for each task whether the caller may assign it. */
export const AssignFields = ({ onSubmit, ...props }: BulkFormProps) => {
  const t = useTaskMessages();
  const { hasOperatorPermission } = usePermissions();
  const groups = useGroups();
  const [assignmentType, setType] = useState<AssignmentType>('ASSIGN_TO_ME');
  const [user, setUser] = useState<UserSummary | null>(null);
  const [groupId, setGroupId] = useState<number | null>(null);
  const [isChecked, setIsChecked] = useState(false);
  const isUserMissing = assignmentType === 'ASSIGN_TO_USER' && user === null;
  const isGroupMissing = assignmentType === 'ASSIGN_TO_GROUP' && groupId === null;
  const submit = (): void => {
    setIsChecked(true);
    if (isUserMissing || isGroupMissing) return;
    onSubmit({
      action: 'ASSIGN',
      assignmentType,
      ...(assignmentType === 'ASSIGN_TO_USER' ? { userId: user?.id } : {}),
      ...(assignmentType === 'ASSIGN_TO_GROUP' ? { groupId } : {}),
    });
  };
  return (
    <BulkForm {...props} onSubmit={submit}>
      {hasOperatorPermission ? null : <Notice announce={false}>{t('bulk.assignHelp')}</Notice>}
      <SelectField
        label={t('task.assign.type')}
        value={assignmentType}
        onChange={({ target }) => {
          setType(target.value as AssignmentType);
          setIsChecked(false);
        }}
        options={assignmentTypes.map((value) => ({ value, label: t(`task.assign.types.${value}`) }))}
        data-autofocus
      />
      {assignmentType === 'ASSIGN_TO_USER' ? (
        <UserSearchBox
          label={t('task.assign.user')}
          search={searchMembers}
          value={user}
          onChange={setUser}
          error={isChecked && isUserMissing ? t('task.assign.userRequired') : undefined}
        />
      ) : null}
      {assignmentType === 'ASSIGN_TO_GROUP' ? (
        <GroupPicker
          label={t('task.assign.group')}
          groups={groups}
          value={groupId}
          onChange={setGroupId}
          error={isChecked && isGroupMissing ? t('task.assign.groupRequired') : undefined}
        />
      ) : null}
    </BulkForm>
  );
};
