import type { QueuedMail } from '@obieg/service-kit/mail';

/**
 * `ADDRESS_CHECK`: number of a task and the way to verify the visitor's address. `REPORTER_NEWS`: news of one task for
 * its reporter. `NOTIFICATIONS`: news of one task for a member. `DIGEST`: news of several tasks for a member.
 */
export type MailKind = 'ADDRESS_CHECK' | 'REPORTER_NEWS' | 'NOTIFICATIONS' | 'DIGEST';

/** A queued mail. Has no content: `composeTaskMail` writes it before each attempt. */
export interface QueuedTaskMail extends QueuedMail {
  organization_id: number;
  kind: MailKind;
  /** Null for a digest. */
  task_id: number | null;
  /** The recipient of notifications; null for a reporter. */
  user_id: number | null;
}
