import { type CreateTaskResponse, type createTaskSchema, emailSchema } from '@obieg/contracts';
import { type Database, problem, type Tx, withOrganization } from '@obieg/service-kit';
import { checkSubmission, placeNewTask, readAnswers, writeAnswers } from '@obieg/workflow-rules';
import type * as z from 'zod';
import { enterStatus } from '../approval-rounds/enter-status';
import type { Caller } from '../callers/caller';
import { computeDefaultDueDate } from '../due/default-due-date';
import { findTargetGroup } from '../groups/target-group';
import { insertAssignmentEntry, insertStatusEntry, type StatusEntry } from '../history/history.repo';
import { insertSubtaskLink, openParent } from '../links/new-subtask';
import { prepareReporterMails } from '../mail/reporters';
import { checkAssignee, checkGroups, checkVisibleUsers } from '../members/references';
import { toAnswerErrors } from '../messages/answer-errors';
import { translate } from '../messages/server-messages';
import { queueAssignment } from '../news-queue/queue-news';
import { submitFiles } from '../pending-attachments/submit-files';
import { hasBasePermission } from '../policy/tasks.policy';
import { startTargets } from '../targets/follow-targets';
import { createIdempotencyKey, findStoredResponse, storeResponse } from '../tasks/idempotency';
import { recordTaskChanged, recordVisibility } from '../tasks/tasks.events';
import {
  type InsertedTask,
  insertReaders,
  insertTask,
  type NewTask,
  retryTakenNumber,
  type TaskRow,
} from '../tasks/tasks.repo';
import { readNewTexts } from '../tasks/text-columns';
import { getConfiguration } from '../workflow-model/configuration.repo';

export type Submission = z.output<typeof createTaskSchema>;
type Input = Submission;

type Author = Pick<NewTask, 'author_user_id' | 'author_email'>;

/**
 * The author is the caller's account, whatever address the request contains. A visitor must give an address
 * (spec 3 §5).
 *
 * @throws 422 if a visitor's address is invalid
 */
const determineAuthor = ({ actor, language }: Caller, input: Input): Author => {
  if (actor) return { author_user_id: actor.userId, author_email: null };
  const email = emailSchema.safeParse(input.createdByEmail);
  if (!email.success)
    throw problem.validation([{ field: 'createdByEmail', message: translate(language, 'invalidEmail') }]);
  return { author_user_id: null, author_email: email.data };
};

/** Only members with BASE may set assignee and visibility. Ignores these fields from other callers. */
const checkPlacement = async (tx: Tx, { actor, language }: Caller, input: Input) => {
  if (!actor?.permissions.has('BASE')) return { userId: null, groupId: null, userIds: [], groupIds: [] };
  const { assignedUserId: userId = null, assignedGroupId: groupId = null } = input;
  const userIds = input.visibleUserIds ?? [];
  const groupIds = input.visibleGroupIds ?? [];
  if (userId !== null && groupId !== null)
    throw problem.validation([{ field: 'assignedGroupId', message: translate(language, 'oneAssignee') }]);
  await checkVisibleUsers({ tx, field: 'visibleUserIds', language }, userIds);
  await checkGroups({ tx, field: 'visibleGroupIds', language }, groupIds);
  if (userId !== null) await checkAssignee({ tx, field: 'assignedUserId', language }, userId);
  if (groupId !== null) await checkGroups({ tx, field: 'assignedGroupId', language }, [groupId]);
  return { userId, groupId, userIds, groupIds };
};

/** Only members may create subtasks. Ignores the parent from other callers, as `checkPlacement` does. */
const findParent = async (tx: Tx, caller: Caller, { parentTaskId }: Input) => {
  const { actor } = caller;
  if (parentTaskId == null || !actor || !hasBasePermission(actor)) return undefined;
  const member = { ...caller, actor };
  const parent = await openParent(tx, member, parentTaskId);
  return { link: (task: InsertedTask) => insertSubtaskLink(tx, member, parent, task) };
};

/** Writes the first history entries, in the author's name: the status and, if the task is assigned, the assignee. */
export const recordSubmission = (tx: Tx, task: InsertedTask, status: StatusEntry): void => {
  const context = {
    publicTaskId: task.public_task_id,
    userId: task.author_user_id,
    email: task.author_email,
  };
  const { assigned_user_id: userId, assigned_group_id: groupId } = task;
  insertStatusEntry(tx, context, status);
  if (userId !== null) insertAssignmentEntry(tx, context, { userId, groupId: null });
  else if (groupId !== null) insertAssignmentEntry(tx, context, { userId, groupId });
};

interface Submitted extends InsertedTask {
  /** Names of the files that wait for a verification. */
  pendingFileNames: string[];
}

/** Validates a submission and creates a task. @throws 422 for missing or invalid answers, 409 without an initial status */
export const createTask = async (tx: Tx, caller: Caller, input: Input): Promise<Submitted> => {
  const { organizationId, language, traceparent } = caller;
  const configuration = await getConfiguration(tx, caller);
  const { values, problems } = checkSubmission(
    configuration.questionnaire,
    readAnswers(input.workflowParameters),
    configuration.timeZone,
  );
  if (problems.size > 0) throw problem.validation(toAnswerErrors(problems, language));
  const author = determineAuthor(caller, input);
  const { userId, groupId, userIds, groupIds } = await checkPlacement(tx, caller, input);
  const placement = placeNewTask(configuration, values);
  const status = configuration.statuses.find(({ id }) => id === placement?.statusId);
  if (!placement || !status)
    throw problem.conflict('NO_INITIAL_STATUS', translate(language, 'noInitialStatus'));
  const parent = await findParent(tx, caller, input);
  const task = await insertTask(tx, {
    organization_id: organizationId,
    title: input.title,
    ...readNewTexts(input, hasBasePermission(caller.actor) ? 'member' : 'author'),
    status_id: status.id,
    priority: input.priority,
    due_at: await computeDefaultDueDate(tx, configuration, input.priority),
    ...author,
    assigned_user_id: userId,
    assigned_group_id: userId === null ? (groupId ?? (await findTargetGroup(tx, placement))) : null,
    is_restricted: userIds.length + groupIds.length > 0,
    answers: writeAnswers(values),
  });
  const transition = configuration.transitions.find(({ id }) => id === placement.transitionId);
  insertReaders(tx, task, userIds, groupIds);
  await startTargets(tx, configuration, task);
  prepareReporterMails(tx, caller, task);
  parent?.link(task);
  if (groupIds.length > 0) recordVisibility(tx, task, groupIds, traceparent);
  recordSubmission(tx, task, {
    status_name: status.name,
    status_type: status.statusType,
    transition_name: transition?.name ?? null,
  });
  recordTaskChanged(tx, task, traceparent);
  queueAssignment(tx, task, caller.actor?.userId ?? null);
  enterStatus(tx, task, {
    configuration,
    fromStatusId: null,
    toStatusId: status.id,
    actorUserId: caller.actor?.userId ?? null,
  });
  const pendingFileNames = input.uploadSecret ? await submitFiles(tx, caller, task, input.uploadSecret) : [];
  return { ...task, pendingFileNames };
};

/** True for a visitor's address that no account has verified in this organization. */
const isEmailUnverified = async (tx: Tx, { author_user_id, author_email }: Author): Promise<boolean> => {
  if (author_user_id !== null) return false;
  const verified = await tx('users as u')
    .join('memberships as m', 'm.user_id', 'u.id')
    .whereRaw('lower(u.email) = ?', [author_email])
    .where('m.is_email_verified', true)
    .first('u.id');
  return verified === undefined;
};

const buildResponse = async (
  tx: Tx,
  { language }: Caller,
  { pendingFileNames = [], ...task }: Author & Pick<TaskRow, 'public_task_id'> & Partial<Submitted>,
): Promise<CreateTaskResponse> => ({
  success: true,
  message: translate(language, 'taskCreated'),
  publicTaskId: task.public_task_id,
  needsEmailVerification: await isEmailUnverified(tx, task),
  ...(pendingFileNames.length > 0 ? { pendingAttachments: pendingFileNames.length, pendingFileNames } : {}),
});

const submitOnce = async (
  tx: Tx,
  caller: Caller,
  input: Input,
  key: NonNullable<ReturnType<typeof createIdempotencyKey>>,
): Promise<CreateTaskResponse> => {
  const { organizationId, language } = caller;
  const first = await findStoredResponse(tx, organizationId, key, language);
  if (first?.response) return first.response;
  if (first) {
    const task = await tx<TaskRow>('tasks').where({ public_task_id: first.publicTaskId }).first();
    if (task) return buildResponse(tx, caller, task);
  }
  const response = await buildResponse(tx, caller, await createTask(tx, caller, input));
  storeResponse(tx, organizationId, key, { publicTaskId: response.publicTaskId, response });
  return response;
};

/** Validates a submission with the wizard's rules and creates a task (spec 3 §4, §7). One key creates one task. */
export const submitTask = async (
  db: Database,
  caller: Caller,
  input: Input,
  idempotencyKey: string | undefined,
): Promise<CreateTaskResponse> => {
  const key = createIdempotencyKey(
    idempotencyKey,
    caller.actor ? `user-${caller.actor.userId}` : 'visitor',
    input,
  );
  return retryTakenNumber(() =>
    withOrganization(db, caller.tenantScope, async (tx) =>
      key
        ? submitOnce(tx, caller, input, key)
        : buildResponse(tx, caller, await createTask(tx, caller, input)),
    ),
  );
};
