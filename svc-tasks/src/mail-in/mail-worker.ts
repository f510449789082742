import {
  createWorkerLoop,
  isOutage,
  setAside,
  type Tx,
  withEveryOrganization,
  withOrganization,
} from '@obieg/service-kit';
import { addAnswer } from './add-answer';
import { addTask } from './add-task';
import type { MailInMetrics, MailInOutcome } from './mail-in.metrics';
import {
  finishReceivedMail,
  mailInQueue,
  postponeReceivedMail,
  type ReceivedMailRow,
  readContent,
  takeReceivedMail,
} from './mail-in-queue';
import type { MailWorkerDependencies } from './mail-worker-context';
import { isAuthenticated, type ParseOptions, parseMail, UnreadableMailError } from './parse-mail';

const intervalMs = 500;
/** Longer than the work for a mail of 30 MB. */
const leaseSeconds = 60;
/** After these tries, about four minutes, a mail is set aside. */
const triesMax = 8;

interface WorkerOptions extends MailWorkerDependencies, Pick<ParseOptions, 'ownAddress' | 'trustedServer'> {
  metrics: MailInMetrics;
  /** Seconds after which another process takes the mails of a process that ended. */
  lease?: number;
}

/** Outcomes after which the mail is still in the queue. */
const unfinished: readonly MailInOutcome[] = [
  'automatic',
  'unknown_address',
  'other_sender',
  'unauthenticated',
  'no_access',
  'switched_off',
  'too_many',
  'empty',
];

/** Uses one mail. @returns undefined if another process has finished it */
const useMail = async (options: WorkerOptions, row: ReceivedMailRow): Promise<MailInOutcome | undefined> => {
  const raw = await withOrganization(options.db, row.organization_id, (tx) => readContent(tx, row));
  if (!raw) return undefined;
  const mail = await parseMail(raw, options);
  const { sender } = mail;
  if (mail.isAutomatic) return 'automatic';
  if (sender === undefined) return 'other_sender';
  if (options.needsAuthentication && !isAuthenticated(mail)) return 'unauthenticated';
  const opened = { row, mail: { ...mail, sender } };
  return row.reply_address_id === null
    ? addTask(options, opened)
    : addAnswer(options, opened, row.reply_address_id);
};

const handleFailure = async (
  { db, log, metrics }: WorkerOptions,
  row: ReceivedMailRow,
  error: unknown,
): Promise<void> => {
  const details = { err: error, mail: row.id, organizationId: row.organization_id, tries: row.attempts };
  const isGivenUp = error instanceof UnreadableMailError || row.attempts >= triesMax;
  const inOrganization = (work: (tx: Tx) => Promise<void>) => withOrganization(db, row.organization_id, work);
  if (!isGivenUp) {
    log.warn(details, 'could not use a received mail; it will be retried');
    return inOrganization((tx) => postponeReceivedMail(tx, row, 2 ** row.attempts));
  }
  log.error(details, 'received mail set aside');
  await inOrganization((tx) => setAside(tx, mailInQueue, [row.id], { tries: row.attempts, error }));
  metrics.count('set_aside');
};

/** @returns whether to continue with the next mail */
const useNextMail = async (options: WorkerOptions): Promise<boolean> => {
  const { db, log, metrics, lease = leaseSeconds } = options;
  const row = await withEveryOrganization(db, (tx) => takeReceivedMail(tx, lease));
  if (!row) return false;
  try {
    const outcome = await useMail(options, row);
    if (outcome === undefined) return true;
    if (unfinished.includes(outcome))
      await withOrganization(db, row.organization_id, (tx) => finishReceivedMail(tx, row));
    log.info({ mail: row.id, organizationId: row.organization_id, outcome }, 'received mail used');
    metrics.count(outcome);
  } catch (error) {
    if (isOutage(error)) throw error;
    await handleFailure(options, row, error);
  }
  return true;
};

/** Makes comments and tasks of the received mails of all organizations. */
export const createMailWorker = (options: WorkerOptions) =>
  createWorkerLoop({
    intervalMs,
    log: options.log,
    failureMessage: 'cannot use received mails',
    round: async (isStopped) => {
      while (!isStopped() && (await useNextMail(options)));
    },
  });
