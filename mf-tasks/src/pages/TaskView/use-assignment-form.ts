import { zodResolver } from '@hookform/resolvers/zod';
import type { Task } from '@obieg/contracts';
import { useAction } from '@obieg/ui/overlays';
import { describeError, isApiError, notify, useNavigate, usePermissions, useSession } from '@obieg/web-kit';
import { useController, useForm, useWatch } from 'react-hook-form';
import { useTaskMessages } from '../../i18n/messages';
import { useAssignmentScope } from '../../people/people.api';
import {
  type AssignmentForm,
  assignmentFormSchema,
  buildAssignRequest,
  getAssignmentTypes,
  getDraftAssignee,
} from '../../task/assignment-form';
import { useAssignTask } from '../../task/task.api';
import { useTaskReaders } from '../../task-readers/task-readers.api';
import { useLockOutQuestion } from '../../task-readers/use-lock-out-question';

type AssignmentType = AssignmentForm['assignmentType'];

/** Returns which assignees the caller may choose, or undefined while loading. */
const useScope = (task: Task) => {
  const { hasOperatorPermission } = usePermissions();
  const { data, error } = useAssignmentScope(task.publicTaskId, !hasOperatorPermission);
  if (hasOperatorPermission) return { scope: 'ANYBODY', group: null } as const;
  // If loading fails, offer the minimum. The server authorizes in any case.
  return data ?? (error ? ({ scope: 'SELF', group: null } as const) : undefined);
};

/** A session from an emailed code has no user id, so compare the email. */
const isAssignedTo = (
  { assignedUserId, assignedUserEmail }: Task,
  user: { id: number; email: string } | undefined,
): boolean => {
  if (!user || assignedUserId === null) return false;
  return user.id === 0 ? assignedUserEmail === user.email : assignedUserId === user.id;
};

/** Only the assignee of a restricted task matters for who sees it. */
const useReaders = (task: Task, assignee: string | undefined) => {
  const isRestricted = task.visibleUsers.length + task.visibleGroups.length > 0;
  return useTaskReaders(task.publicTaskId, isRestricted && assignee !== undefined ? { assignee } : undefined);
};

/** State and submission of the assignment dialog (spec 3 §4). */
export const useAssignmentForm = (task: Task, onDone: () => void) => {
  const t = useTaskMessages();
  const navigate = useNavigate();
  const scope = useScope(task);
  const { hasOperatorPermission } = usePermissions();
  const isMine = isAssignedTo(task, useSession()?.user);
  const { mutateAsync } = useAssignTask(task.publicTaskId);
  const { control, register, handleSubmit, formState, reset, getValues, setError } = useForm<AssignmentForm>({
    resolver: zodResolver(assignmentFormSchema),
    defaultValues: {
      assignmentType: isMine && hasOperatorPermission ? 'ASSIGN_TO_USER' : 'ASSIGN_TO_ME',
      user: null,
      groupId: null,
      comment: '',
    },
  });
  const { field: type } = useController({ control, name: 'assignmentType' });
  const { field: user } = useController({ control, name: 'user' });
  const { field: group } = useController({ control, name: 'groupId' });
  const comment = useWatch({ control, name: 'comment' });
  const { readers, ...access } = useReaders(
    task,
    getDraftAssignee({ assignmentType: type.value, user: user.value, groupId: group.value }),
  );

  /** The fields show their errors, so that only other failures need a reason. */
  const describeFailure = (error: unknown): string => {
    const fieldErrors = isApiError(error) ? error.fieldErrors : [];
    for (const { field, message } of fieldErrors) {
      if (field === 'userId') setError('user', { message });
      if (field === 'groupId') setError('groupId', { message });
    }
    return fieldErrors.length > 0 ? '' : describeError(error);
  };
  const action = useAction({ describeFailure, onDone });
  const assign = async (form: AssignmentForm): Promise<void> => {
    const { assignedUserId: userId, assignedGroupId: groupId } = task;
    await mutateAsync({ ...buildAssignRequest(form), expectedAssignee: { userId, groupId } });
    notify.success(t('task.assign.done'));
  };
  const lockOut = useLockOutQuestion({
    ...access,
    onSave: (isLockedOut) =>
      void handleSubmit((form) =>
        action.run(async () => {
          await assign(form);
          // The task is no longer found, so the list of tasks replaces its page.
          if (isLockedOut) void navigate('/tasks');
        }),
      )(),
  });
  /** Returns the server's message, or `required` for a client-side error. */
  const getError = (field: 'user' | 'groupId', required: string): string | undefined => {
    const error = formState.errors[field];
    return error && (error.message === 'required' ? required : error.message);
  };
  return {
    scope,
    isMine,
    canSubmit: !(isMine && type.value === 'ASSIGN_TO_ME'),
    /** Only a typed comment is worth a confirmation before closing. */
    isDirty: comment.trim() !== '',
    action: { ...action, isRunning: action.isRunning || lockOut.isWaiting },
    submit: handleSubmit(lockOut.submit),
    lockOut,
    readers,
    comment: register('comment'),
    type: {
      value: type.value,
      options: getAssignmentTypes(scope?.scope ?? 'SELF'),
      /** Changing the type clears user and group. */
      change: (assignmentType: AssignmentType): void =>
        reset({ assignmentType, user: null, groupId: null, comment: getValues('comment') }),
    },
    user: {
      value: user.value,
      onChange: user.onChange,
      error: getError('user', t('task.assign.userRequired')),
    },
    group: {
      value: group.value,
      onChange: group.onChange,
      error: getError('groupId', t('task.assign.groupRequired')),
    },
  };
};
