import { GroupPicker, UserSearchBox, VisibilitySelector } from '@obieg/ui/overlays';
import {
  type Control,
  type FieldPath,
  type UseFormClearErrors,
  useController,
  useFormState,
} from 'react-hook-form';
import { useTaskMessages } from '../../i18n/messages';
import { searchMembers, useGroups } from '../../people/people.api';
import type { SubmissionDetails } from './submission-draft';

interface MemberFieldsProps {
  control: Control<SubmissionDetails>;
  clearErrors: UseFormClearErrors<SubmissionDetails>;
}

/** Assignee and visibility; for members only (spec 3 §2). Choosing a user clears the group and vice versa. */
const MemberFields = ({ control, clearErrors }: MemberFieldsProps) => {
  const t = useTaskMessages();
  const groups = useGroups();
  const { field: assignee, fieldState: assigneeState } = useController({ control, name: 'assignee' });
  const { field: assigneeGroupId, fieldState: groupState } = useController({
    control,
    name: 'assigneeGroupId',
  });
  const { field: visibility } = useController({ control, name: 'visibility' });
  const { errors } = useFormState({ control, name: 'visibility' });
  /** Sets a field and clears its server error, which concerned the previous value. */
  const choose = <Value,>(
    field: { name: FieldPath<SubmissionDetails>; onChange: (value: Value) => void },
    value: Value,
  ): void => {
    field.onChange(value);
    clearErrors(field.name);
  };
  return (
    <>
      <UserSearchBox
        label={t('submit.assignee')}
        optional
        search={searchMembers}
        value={assignee.value}
        error={assigneeState.error?.message}
        onChange={(user) => {
          choose(assignee, user);
          if (user) choose(assigneeGroupId, null);
        }}
      />
      <GroupPicker
        label={t('submit.assigneeGroup')}
        optional
        groups={groups}
        value={assigneeGroupId.value}
        error={groupState.error?.message}
        onChange={(groupId) => {
          choose(assigneeGroupId, groupId);
          if (groupId !== null) choose(assignee, null);
        }}
      />
      <VisibilitySelector
        value={visibility.value}
        onChange={(readers) => choose(visibility, readers)}
        errors={{
          users: errors.visibility?.users?.message,
          groupIds: errors.visibility?.groupIds?.message,
        }}
        groups={groups}
        searchUsers={searchMembers}
      />
    </>
  );
};

export default MemberFields;
