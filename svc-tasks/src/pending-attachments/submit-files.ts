import { problem, type Tx } from '@obieg/service-kit';
import type { Caller } from '../callers/caller';
import { translate } from '../messages/server-messages';
import type { InsertedTask } from '../tasks/tasks.repo';
import { attachToNewTask } from './attach-files';
import { hashUploadSecret, listFileNames, lockOpenSubmission } from './pending.repo';

/**
 * Binds the files of a secret to the new task. The secret cannot be used again. An account's files become attachments.
 * A visitor's files wait for a verification that is requested for this task, even if the owner of the address verified
 * it before: a visitor who writes another person's address must not publish files in their name.
 *
 * @returns the names of the waiting files
 * @throws 422 if the secret is unknown, used or expired, because a submission must not lose its files silently
 */
export const submitFiles = async (
  tx: Tx,
  { organizationId, actor, language }: Caller,
  task: InsertedTask,
  secret: string,
): Promise<string[]> => {
  const secretHash = hashUploadSecret(secret);
  const submission = { organization_id: organizationId, secret_hash: secretHash };
  if (!(await lockOpenSubmission(tx, organizationId, secretHash, 'alone')))
    throw problem.validation([
      { field: 'uploadSecret', message: translate(language, 'uploadSecretUnknown') },
    ]);
  const { public_task_id: publicTaskId } = task;
  await tx('pending_submissions')
    .where(submission)
    .update({ public_task_id: publicTaskId, submitted_at: tx.fn.now() });
  if (!actor) return listFileNames(tx, organizationId, secretHash);
  await attachToNewTask(
    tx,
    { organizationId, secretHash },
    { publicTaskId, userId: actor.userId, email: null },
  );
  return [];
};
