import type { EventData } from '@obieg/contracts';
import type { Tx } from '@obieg/service-kit';
import type { TaskRow } from '../tasks/tasks.repo';
import { attachToTask } from './attach-files';
import type { PendingSubmissionRow } from './pending.repo';

/** The databases of svc-identity and svc-tasks may run on different machines. */
const clockDifferenceMax = '1 minute';

/**
 * Tasks of visitors with this address that were submitted before the verification and have files. Locked in one order,
 * so that concurrent verifications cannot deadlock.
 */
const listTasks = (
  tx: Tx,
  { organizationId, email, verifiedAt }: EventData<'obieg.identity.email.verified'>,
): Promise<TaskRow[]> =>
  tx<TaskRow>('tasks')
    .where({ organization_id: organizationId, author_email: email.toLowerCase() })
    .whereNull('author_user_id')
    .whereNull('deleted_at')
    .whereIn('public_task_id', (submissions) =>
      submissions
        .from('pending_submissions')
        .where({ organization_id: organizationId })
        .whereRaw(`submitted_at <= ?::timestamptz + interval '${clockDifferenceMax}'`, [verifiedAt])
        .select('public_task_id'),
    )
    .orderBy('id')
    .forUpdate();

/** Attaches the files of all submissions from a verified address. Runs in the scope of the organization. */
export const attachVerifiedFiles = async (
  tx: Tx,
  verification: EventData<'obieg.identity.email.verified'>,
  traceparent: string | undefined,
): Promise<void> => {
  const { organizationId, userId, email } = verification;
  for (const task of await listTasks(tx, verification)) {
    const submissions = await tx<PendingSubmissionRow>('pending_submissions')
      .where({ organization_id: organizationId, public_task_id: task.public_task_id })
      .forUpdate();
    for (const { secret_hash: secretHash } of submissions) {
      await attachToTask(tx, { organizationId, secretHash }, task, { userId, email }, traceparent);
    }
  }
};
