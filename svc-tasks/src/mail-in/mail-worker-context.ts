import type { Tx } from '@obieg/service-kit';
import type { PendingDependencies } from '../pending-attachments/pending.dependencies';
import type { MailInOutcome } from './mail-in.metrics';
import { claimMail, finishReceivedMail, type ReceivedMailRow } from './mail-in-queue';
import type { ParsedMail } from './parse-mail';
import type { FileDependencies } from './store-files';

export interface MailWorkerDependencies extends FileDependencies, Pick<PendingDependencies, 'quotas'> {
  /** Whether the own server must have authenticated the sender's domain. */
  needsAuthentication: boolean;
}

/** A received mail with its content. */
export interface OpenedMail {
  row: ReceivedMailRow;
  mail: ParsedMail & { sender: string };
}

/**
 * Finishes a mail in the transaction that uses it.
 *
 * @returns whether this transaction may use the mail: no other process and no other copy did
 */
export const takeMail = async (
  tx: Tx,
  { row, mail }: OpenedMail,
  { taskId, outcome }: { taskId: number | null; outcome: MailInOutcome },
): Promise<boolean> =>
  (await finishReceivedMail(tx, row)) &&
  claimMail(tx, {
    organization_id: row.organization_id,
    message_key: mail.messageKey,
    sender: mail.sender,
    task_id: taskId,
    outcome,
  });
