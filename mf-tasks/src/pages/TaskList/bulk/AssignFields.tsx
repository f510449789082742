import { zodResolver } from '@hookform/resolvers/zod';
import { assignmentTypes } from '@obieg/contracts';
import { Notice, SelectField } from '@obieg/ui';
import { GroupPicker, UserSearchBox } from '@obieg/ui/overlays';
import { usePermissions } from '@obieg/web-kit';
import { useController, useForm } from 'react-hook-form';
import { useTaskMessages } from '../../../i18n/messages';
import { searchMembers, useGroups } from '../../../people/people.api';
import {
  type AssignmentForm,
  assignmentFormSchema,
  buildAssignRequest,
  getDraftAssignee,
} from '../../../task/assignment-form';
import { LockOutDialog } from '../../../task-readers/LockOutDialog';
import { useLostTasks } from '../../../task-readers/task-readers.api';
import { useLockOutQuestion } from '../../../task-readers/use-lock-out-question';
import { BulkForm, type BulkFormProps } from './BulkForm';

/** Chooses the assignee. The server decides for each task whether the caller may assign it. */
export const AssignFields = ({ onSubmit, ...props }: BulkFormProps) => {
  const t = useTaskMessages();
  const { hasOperatorPermission } = usePermissions();
  const groups = useGroups();
  const { control, handleSubmit, clearErrors, formState } = useForm<AssignmentForm>({
    resolver: zodResolver(assignmentFormSchema),
    defaultValues: { assignmentType: 'ASSIGN_TO_ME', user: null, groupId: null, comment: '' },
  });
  const { field: type } = useController({ control, name: 'assignmentType' });
  const { field: user } = useController({ control, name: 'user' });
  const { field: group } = useController({ control, name: 'groupId' });
  const { errors } = formState;
  const draft = getDraftAssignee({ assignmentType: type.value, user: user.value, groupId: group.value });
  // The user sees the tasks that the user has.
  const { lostCount, ...access } = useLostTasks(
    props.publicTaskIds,
    draft === undefined || draft === 'me' ? undefined : { assignee: draft },
  );
  const lockOut = useLockOutQuestion({
    ...access,
    onSave: () =>
      void handleSubmit((form) => {
        const { assignmentType, userId, groupId } = buildAssignRequest(form);
        onSubmit({ action: 'ASSIGN', assignmentType, userId, groupId });
      })(),
  });
  return (
    <BulkForm {...props} isDisabled={lockOut.isWaiting} onSubmit={handleSubmit(lockOut.submit)}>
      {hasOperatorPermission ? null : <Notice announce={false}>{t('bulk.assignHelp')}</Notice>}
      <SelectField
        label={t('task.assign.type')}
        {...type}
        onChange={(event) => {
          type.onChange(event);
          clearErrors();
        }}
        options={assignmentTypes.map((value) => ({ value, label: t(`task.assign.types.${value}`) }))}
        data-autofocus
      />
      {type.value === 'ASSIGN_TO_USER' ? (
        <UserSearchBox
          label={t('task.assign.user')}
          search={searchMembers}
          value={user.value}
          onChange={user.onChange}
          error={errors.user ? t('task.assign.userRequired') : undefined}
        />
      ) : null}
      {type.value === 'ASSIGN_TO_GROUP' ? (
        <GroupPicker
          label={t('task.assign.group')}
          groups={groups}
          value={group.value}
          onChange={group.onChange}
          error={errors.groupId ? t('task.assign.groupRequired') : undefined}
        />
      ) : null}
      {lostCount > 0 ? <Notice tone="warning">{t('task.lockOut.lost', { count: lostCount })}</Notice> : null}
      <LockOutDialog question={lockOut} lostCount={lostCount} />
    </BulkForm>
  );
};
