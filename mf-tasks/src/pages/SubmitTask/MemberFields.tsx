import { GroupPicker, UserSearchBox, VisibilitySelector } from '@obieg/ui/overlays';
import { type Control, useController } from 'react-hook-form';
import { useTaskMessages } from '../../messages';
import { searchMembers, useGroups } from '../../people/people.api';
import type { SubmissionDetails } from './submission-draft';

/** Who shall do it and who may see it; for members (spec 3 §2). A task goes to a person or to a group. */
const MemberFields = ({ control }: { control: Control<SubmissionDetails> }) => {
  const t = useTaskMessages();
  const groups = useGroups();
  const { field: assignee, fieldState: assigneeState } = useController({ control, name: 'assignee' });
  const { field: assigneeGroupId, fieldState: groupState } = useController({
    control,
    name: 'assigneeGroupId',
  });
  const { field: visibility } = useController({ control, name: 'visibility' });
  return (
    <>
      <UserSearchBox
        label={t('submit.assignee')}
        optional
        search={searchMembers}
        value={assignee.value}
        error={assigneeState.error?.message}
        onChange={(user) => {
          assignee.onChange(user);
          if (user) assigneeGroupId.onChange(null);
        }}
      />
      <GroupPicker
        label={t('submit.assigneeGroup')}
        optional
        groups={groups}
        value={assigneeGroupId.value}
        error={groupState.error?.message}
        onChange={(groupId) => {
          assigneeGroupId.onChange(groupId);
          if (groupId !== null) assignee.onChange(null);
        }}
      />
      <VisibilitySelector
        value={visibility.value}
        onChange={visibility.onChange}
        groups={groups}
        searchUsers={searchMembers}
      />
    </>
  );
};

export default MemberFields;
