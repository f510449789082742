import { type Database, sweepAlone, withEveryOrganization } from '@obieg/service-kit';
import { deleteExpiredReplyAddresses } from '../reply-addresses/reply-addresses.repo';
import { deleteExpiredLinks } from '../reporter-access/reporter-links';
import { deleteExpiredMailKeys } from './mail-keys';

/** Mails are discarded after three days. */
const newsDays = 7;

/** Deletes the expired keys and links of mails, and mailed news, of all organizations. */
export const deleteExpiredMails = (db: Database): Promise<number> =>
  withEveryOrganization(
    db,
    async (tx) =>
      (await deleteExpiredMailKeys(tx)) +
      (await deleteExpiredLinks(tx)) +
      (await deleteExpiredReplyAddresses(tx)) +
      (await sweepAlone(tx, 'reporter_news', () =>
        tx('reporter_news')
          .whereNotNull('mail_id')
          .whereRaw(`created_at < now() - interval '${newsDays} days'`)
          .delete(),
      )) +
      (await sweepAlone(tx, 'notification_mails', () =>
        tx('notification_mails')
          .whereNotNull('mail_id')
          .whereRaw(`created_at < now() - interval '${newsDays} days'`)
          .delete(),
      )),
  );
