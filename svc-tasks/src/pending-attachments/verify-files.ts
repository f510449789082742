import type { EventData } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import type { TaskRow } from '../tasks/tasks.repo';
import { attachToTask } from './attach-files';
import { listFileNames, type PendingSubmissionRow } from './pending.repo';

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * Attaches the files of the submission for which the verification was requested, if its mail named exactly them. Any
 * other verification proves only who owns the address, not that its owner sent a task with this address: a visitor can
 * write the address of another person. Runs in the scope of the organization.
 */
export const attachVerifiedFiles = async (
  tx: Tx,
  { organizationId, userId, email, task: confirmed }: EventData<'obieg.identity.email.verified'>,
  traceparent: string | undefined,
): Promise<void> => {
  if (!confirmed) return;
  const key = { organization_id: organizationId, public_task_id: confirmed.publicTaskId };
  const task = await tx<TaskRow>('tasks')
    .where({ ...key, author_email: email.toLowerCase() })
    .whereNull('author_user_id')
    .whereNull('deleted_at')
    .forUpdate()
    .first();
  if (!task) return;
  const submission = await tx<PendingSubmissionRow>('pending_submissions').where(key).forUpdate().first();
  if (!submission) return;
  const { secret_hash: secretHash } = submission;
  const waiting = await listFileNames(tx, organizationId, secretHash);
  if (!isSameList(waiting, confirmed.fileNames)) return;
  await attachToTask(tx, { organizationId, secretHash }, task, { userId, email }, traceparent);
};
