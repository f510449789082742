import type { Task } from '@obieg/contracts';
import { DetailList, Notice, SelectField } from '@obieg/ui';
import { ActionDialog, GroupPicker, UserSearchBox } from '@obieg/ui/overlays';
import { useTaskMessages } from '../../i18n/messages';
import { searchAssignees, useGroups } from '../../people/people.api';
import type { AssignmentForm } from '../../task/assignment-form';
import { LockOutDialog } from '../../task-readers/LockOutDialog';
import { TaskReadersNotice } from '../../task-readers/TaskReadersNotice';
import { Assignee } from './Assignee';
import { OptionalComment } from './OptionalComment';
import { useAssignmentForm } from './use-assignment-form';

type FormState = ReturnType<typeof useAssignmentForm>;

const CurrentAssignment = ({ task }: { task: Task }) => {
  const t = useTaskMessages();
  const isAssigned = task.assignedUserName !== null || task.assignedGroupName !== null;
  return (
    <DetailList
      items={[
        {
          label: t('task.assign.current'),
          value: isAssigned ? <Assignee task={task} /> : t('task.assign.none'),
        },
      ]}
    />
  );
};

/** Explains which assignees the caller may choose. */
const ScopeNotice = ({ scope }: Pick<FormState, 'scope'>) => {
  const t = useTaskMessages();
  if (scope?.scope === 'SELF') return <Notice announce={false}>{t('task.assign.operatorsOnly')}</Notice>;
  if (!scope?.group) return null;
  return <Notice announce={false}>{t('task.assign.asLeader', { group: scope.group.groupName })}</Notice>;
};

/** Group leaders choose from a list of members. Operators, and leaders of large groups, use a search field. */
const UserField = ({ taskId, scope, user }: Pick<FormState, 'scope' | 'user'> & { taskId: number }) => {
  const t = useTaskMessages();
  const members = scope && 'users' in scope && !scope.limitReached ? scope.users : undefined;
  if (!members)
    return <UserSearchBox {...user} label={t('task.assign.user')} search={searchAssignees(taskId)} />;
  return (
    <SelectField
      label={t('task.assign.user')}
      placeholder={t('task.assign.chooseUser')}
      value={user.value?.id ?? ''}
      onChange={({ target }) => user.onChange(members.find(({ id }) => id === Number(target.value)) ?? null)}
      options={members.map(({ id, username, email }) => ({
        value: String(id),
        label: username === email ? username : `${username} (${email})`,
      }))}
      error={user.error}
    />
  );
};

const GroupField = ({ scope, group }: Pick<FormState, 'scope' | 'group'>) => {
  const t = useTaskMessages();
  const leaderGroup = scope?.group;
  const all = useGroups(!leaderGroup);
  const groups = leaderGroup
    ? [{ id: leaderGroup.groupId, name: leaderGroup.groupName, description: null }]
    : all;
  return <GroupPicker {...group} label={t('task.assign.group')} groups={groups} />;
};

const AssignmentFields = ({ taskId, form }: { taskId: number; form: FormState }) => {
  const t = useTaskMessages();
  const { type, user, group, scope, isMine } = form;
  return (
    <>
      <ScopeNotice scope={scope} />
      <SelectField
        label={t('task.assign.type')}
        value={type.value}
        onChange={({ target }) => type.change(target.value as AssignmentForm['assignmentType'])}
        options={type.options.map((one) => ({
          value: one,
          label: t(`task.assign.types.${one}`),
          disabled: one === 'ASSIGN_TO_ME' && isMine,
        }))}
        help={isMine ? t('task.assign.alreadyMine') : undefined}
        data-autofocus
      />
      {type.value === 'ASSIGN_TO_USER' ? <UserField taskId={taskId} scope={scope} user={user} /> : null}
      {type.value === 'ASSIGN_TO_GROUP' ? <GroupField scope={scope} group={group} /> : null}
    </>
  );
};

interface AssignmentModalProps {
  task: Task;
  onClose: () => void;
}

/**
 * Dialog that changes the assignee. Without OPERATOR, callers may only assign the task to themselves (spec 3 §2, §4,
 * §6).
 */
const AssignmentModal = ({ task, onClose }: AssignmentModalProps) => {
  const t = useTaskMessages();
  const form = useAssignmentForm(task, onClose);
  return (
    <ActionDialog
      title={t('task.changeAssignment')}
      isDirty={form.isDirty}
      action={form.action}
      onSubmit={form.submit}
      submitLabel={t('task.assign.save')}
      disabledReason={form.canSubmit ? undefined : t('task.assign.alreadyMine')}
      failureTitle={t('task.assign.failed')}
      onClose={onClose}
    >
      <CurrentAssignment task={task} />
      <AssignmentFields taskId={task.publicTaskId} form={form} />
      {form.readers ? <TaskReadersNotice readers={form.readers} /> : null}
      <OptionalComment {...form.comment} />
      <LockOutDialog question={form.lockOut} />
    </ActionDialog>
  );
};

export default AssignmentModal;
