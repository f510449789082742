import type { QueuedMail } from '@obieg/service-kit/mail';

/**
 * `ADDRESS_CHECK`: number of a task and the way to verify the visitor's address. `REPORTER_NEWS`: news of one task for
 * its reporter. `NOTIFICATIONS`: news of one task for a member. `DIGEST`: news of several tasks for a member. `WEBHOOK_OFF`: a
 * webhook was switched off, for an administrator. `ANSWER_REFUSED`: an answer by mail made no comment, for its sender. `TASK_FORM`:
 * a mail made no task, because the form has questions, for its sender.
 */
export type MailKind =
  | 'ADDRESS_CHECK'
  | 'REPORTER_NEWS'
  | 'NOTIFICATIONS'
  | 'DIGEST'
  | 'WEBHOOK_OFF'
  | 'ANSWER_REFUSED'
  | 'TASK_FORM';

/** A queued mail. Has no content: `composeTaskMail` writes it before each attempt. */
export interface QueuedTaskMail extends QueuedMail {
  organization_id: number;
  kind: MailKind;
  /** Null for mails that are not about one task. */
  task_id: number | null;
  /** The recipient; null for a reporter. */
  user_id: number | null;
  /** Of `WEBHOOK_OFF`. */
  webhook_id: number | null;
  /** Of `TASK_FORM`. */
  recipient: string | null;
}
