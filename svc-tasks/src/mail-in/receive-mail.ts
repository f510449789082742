import { type Database, type Logger, withEveryOrganization } from '@obieg/service-kit';
import { findOrganizationOfKey, readTag } from '../reply-addresses/reply-addresses.repo';
import type { MailInMetrics } from './mail-in.metrics';
import { queueReceivedMail, type ReceivedMailRow } from './mail-in-queue';
import { mailBounds, readRecipients } from './parse-mail';

interface ReceiveOptions {
  db: Database;
  /** Address whose tagged forms are the reply addresses and those of the organizations. */
  replyAddress: string;
  metrics: MailInMetrics;
  log: Logger;
}

/** What the mail server knows about a mail. */
export interface Envelope {
  /** Empty: the headers of the mail name them. */
  recipients: readonly string[];
}

type Destination = Pick<ReceivedMailRow, 'organization_id' | 'reply_address_id'>;

/** Finds the organization of a recipient by the key of a reply address, or by its code name. */
const findDestination = (db: Database, tags: readonly string[]): Promise<Destination | undefined> =>
  withEveryOrganization(db, async (tx) => {
    for (const tag of tags) {
      const found = await findOrganizationOfKey(tx, tag);
      if (found) return { organization_id: found.organization_id, reply_address_id: found.id };
    }
    const organization = await tx('organizations')
      .whereIn('code_name', [...tags])
      .whereNull('deleted_at')
      .orderBy('organization_id')
      .first('organization_id');
    return organization && { organization_id: organization.organization_id, reply_address_id: null };
  });

/**
 * Stores a mail for the worker. The caller may delete its copy once this returns. A mail to no known address, or beyond
 * the size, is counted and not stored.
 *
 * @returns whether the mail was stored
 */
export const createReceiveMail =
  ({ db, replyAddress, metrics, log }: ReceiveOptions) =>
  async (raw: Buffer, { recipients }: Envelope): Promise<boolean> => {
    if (raw.length > mailBounds.bytes) {
      log.warn({ bytes: raw.length }, 'refused a mail beyond 30 MB');
      metrics.count('too_large');
      return false;
    }
    const named = recipients.length > 0 ? recipients : await readRecipients(raw);
    const tags = named.flatMap((recipient) => readTag(replyAddress, recipient) ?? []);
    const destination = tags.length > 0 ? await findDestination(db, tags) : undefined;
    if (!destination) {
      log.info('received a mail to an unknown address');
      metrics.count('unknown_address');
      return false;
    }
    await withEveryOrganization(db, (tx) => queueReceivedMail(tx, raw, destination));
    return true;
  };
export type ReceiveMail = ReturnType<typeof createReceiveMail>;
