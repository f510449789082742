import type { CreateTaskResponse, createTaskSchema } from '@obieg/contracts';
import { type Actor, type Database, problem, type Tx, withOrganization } from '@obieg/service-kit';
import {
  checkSubmission,
  placeNewTask,
  publicQuestionnaire,
  readAnswers,
  writeAnswers,
} from '@obieg/workflow-rules';
import type { z } from 'zod';
import { getConfiguration } from '../configuration/configuration.repo';
import { checkGroups, checkPeople } from '../people/references';
import { answerErrors } from './answer-messages';
import { describeKey, findFirstAnswer, type IdempotencyKey, rememberAnswer } from './idempotency';
import { recordTaskChanged } from './tasks.events';
import { findSummary, insertTask, replaceReaders, type TaskRow } from './tasks.repo';

type Input = z.output<typeof createTaskSchema>;
interface Submission {
  organizationId: number;
  actor: Actor | undefined;
  input: Input;
  idempotencyKey: string | undefined;
  traceparent: string;
}

/** A signed-in author is the account, whatever address was sent; a visitor must give one (spec 3 §5). */
const findAuthor = async (
  tx: Tx,
  { actor, input }: Submission,
): Promise<Pick<TaskRow, 'author_user_id' | 'author_email'>> => {
  if (actor) {
    const user = await tx('users').where({ id: actor.userId }).first('email');
    return { author_user_id: actor.userId, author_email: user?.email ?? null };
  }
  if (!input.createdByEmail)
    throw problem.validation([{ field: 'createdByEmail', message: 'Podaj prawidłowy adres e-mail' }]);
  return { author_user_id: null, author_email: input.createdByEmail };
};

/** Assignee and visibility are for members with BASE; from anybody else they are not taken. */
const findPlacement = async (tx: Tx, { actor, input }: Submission) => {
  if (!actor?.permissions.has('BASE')) return { userId: null, groupId: null, userIds: [], groupIds: [] };
  const userIds = input.visibleUserIds ?? [];
  const groupIds = input.visibleGroupIds ?? [];
  if (input.assignedUserId != null && input.assignedGroupId != null)
    throw problem.validation([
      { field: 'assignedGroupId', message: 'A task is assigned to a user or to a group.' },
    ]);
  await checkPeople(tx, 'visibleUserIds', userIds);
  await checkGroups(tx, 'visibleGroupIds', groupIds);
  await checkPeople(tx, 'assignedUserId', input.assignedUserId == null ? [] : [input.assignedUserId]);
  await checkGroups(tx, 'assignedGroupId', input.assignedGroupId == null ? [] : [input.assignedGroupId]);
  return { userId: input.assignedUserId ?? null, groupId: input.assignedGroupId ?? null, userIds, groupIds };
};

const createTask = async (tx: Tx, submission: Submission): Promise<TaskRow> => {
  const { organizationId, input, traceparent } = submission;
  const configuration = await getConfiguration(tx, organizationId);
  const { values, problems } = checkSubmission(
    publicQuestionnaire(configuration.parameters),
    readAnswers(input.workflowParameters),
  );
  if (problems.size > 0) throw problem.validation(answerErrors(problems));
  const author = await findAuthor(tx, submission);
  const { userId, groupId, userIds, groupIds } = await findPlacement(tx, submission);
  const placement = placeNewTask(configuration, values);
  if (!placement)
    throw problem.conflict('NO_INITIAL_STATUS', 'The organization has no status for new tasks.');
  const task = await insertTask(tx, {
    organization_id: organizationId,
    title: input.title,
    description: input.description || null,
    status_id: placement.statusId,
    priority: input.priority,
    ...author,
    assigned_user_id: userId,
    assigned_group_id: userId === null ? (groupId ?? placement.targetGroupId) : null,
    is_restricted: userIds.length + groupIds.length > 0,
    answers: writeAnswers(values),
  });
  await replaceReaders(tx, task, userIds, groupIds);
  const status = configuration.statuses.find(({ id }) => id === placement.statusId);
  await tx('status_history').insert({
    organization_id: organizationId,
    task_id: task.id,
    changed_by_user_id: author.author_user_id,
    changed_by_email: author.author_email,
    status_name: status?.name ?? '',
    status_type: status?.statusType ?? 'INITIAL',
    transition_name: configuration.transitions.find(({ id }) => id === placement.transitionId)?.name ?? null,
  });
  await recordTaskChanged(tx, task, traceparent);
  return task;
};

const submitOnce = async (
  tx: Tx,
  submission: Submission,
  key: IdempotencyKey | undefined,
): Promise<number> => {
  const first = key && (await findFirstAnswer(tx, submission.organizationId, key));
  if (first !== undefined) return first;
  const { public_task_id } = await createTask(tx, submission);
  if (key) await rememberAnswer(tx, submission.organizationId, key, public_task_id);
  return public_task_id;
};

/** Creates a task from a submission, walking the wizard again (spec 3 §4, §7). One key makes one task. */
export const submitTask = (db: Database, submission: Submission): Promise<CreateTaskResponse> => {
  const { organizationId, actor, input, idempotencyKey } = submission;
  const key = describeKey(idempotencyKey, actor ? `user-${actor.userId}` : 'visitor', input);
  return withOrganization(db, organizationId, async (tx) => {
    const publicTaskId = await submitOnce(tx, submission, key);
    const row = await findSummary(tx, publicTaskId);
    return {
      success: true,
      message: 'Zadanie zostało utworzone.',
      publicTaskId,
      needsEmailVerification: row?.author_user_id === null && !row.is_email_verified,
    };
  });
};
