import type { NotificationSettings } from '@obieg/contracts';
import {
  type Database,
  forEachOrganization,
  type Logger,
  sweepAlone,
  type Tx,
  withEveryOrganization,
  withOrganization,
} from '@obieg/service-kit';
import { readStoredSettings } from '../notifications/notification-settings';

const groupsPerRoundMax = 100;
const retryAfter = '1 minute';
/** Hour of the digest for people without quiet hours; for others, it is the end of their quiet hours. */
const digestHour = 7;

interface DueGroup {
  organization_id: number;
  user_id: number;
  /** Null for a digest. */
  task_id: number | null;
}

const selectDue = `
  select organization_id, user_id, task_id from notification_mails
   where mail_id is null and not is_digest and due_at <= now()
   group by organization_id, user_id, task_id
  having min(created_at) <= now() - :seconds * interval '1 second'
   union all
  select organization_id, user_id, null from notification_mails
   where mail_id is null and is_digest and due_at <= now()
   group by organization_id, user_id
   limit ${groupsPerRoundMax}`;

const timeZone = `coalesce((select time_zone from organizations where organization_id = app_organization_id()),
  'Europe/Warsaw')`;
const localNow = `(now() at time zone ${timeZone})`;

/** SQL: the next moment at which the clock of the organization shows the hour `:hour`. */
const nextLocalHour = `(date_trunc('day', ${localNow}) + :hour * interval '1 hour'
  + case when extract(hour from ${localNow}) >= :hour then interval '1 day' else interval '0' end)
  at time zone ${timeZone}`;

const isOfGroup = `user_id = :userId and mail_id is null
  and case when cast(:taskId as bigint) is null then is_digest and due_at <= now()
           else not is_digest and task_id = :taskId end`;

interface Situation {
  local_hour: number;
  mails_of_day: number;
}

/** Reads the clock of the organization, and how many mails the person got on its present day. */
const readSituation = async (tx: Tx, userId: number): Promise<Situation> => {
  const { rows } = await tx.raw<{ rows: Situation[] }>(
    `select cast(extract(hour from ${localNow}) as int) as local_hour,
            (select cast(count(distinct mail_id) as int) from notification_mails
              where user_id = :userId and mail_id is not null and not is_digest
                and planned_at >= date_trunc('day', ${localNow}) at time zone ${timeZone}) as mails_of_day`,
    { userId },
  );
  return rows[0] ?? { local_hour: 0, mails_of_day: 0 };
};

export const isQuietHour = (quietHours: NotificationSettings['quietHours'], hour: number): boolean => {
  if (!quietHours) return false;
  const { from, to } = quietHours;
  return from < to ? hour >= from && hour < to : hour >= from || hour < to;
};

const queue = async (
  tx: Tx,
  { organization_id, user_id: userId, task_id: taskId }: DueGroup,
): Promise<void> => {
  await tx.raw(
    `with mail as (
       insert into mail_queue (organization_id, kind, task_id, user_id)
       values (:organization_id, :kind, :taskId, :userId) returning id)
     update notification_mails set mail_id = mail.id, planned_at = now() from mail where ${isOfGroup}`,
    { organization_id, userId, taskId, kind: taskId === null ? 'DIGEST' : 'NOTIFICATIONS' },
  );
};

/** Decides about the news of one task, or about a digest: mail now, after quiet hours, or in the digest. */
const plan = async (tx: Tx, group: DueGroup): Promise<void> => {
  const { user_id: userId, task_id: taskId } = group;
  const stored = await tx('notification_settings').where({ user_id: userId }).first('settings');
  const { quietHours, digest, mailsPerDayMax } = readStoredSettings(stored?.settings);
  if (taskId === null) return queue(tx, group);
  const { local_hour, mails_of_day } = await readSituation(tx, userId);
  const isForDigest = digest === 'DAILY' || mails_of_day >= mailsPerDayMax;
  if (!isForDigest && !isQuietHour(quietHours, local_hour)) return queue(tx, group);
  await tx.raw(
    `update notification_mails set is_digest = :isForDigest, due_at = ${nextLocalHour} where ${isOfGroup}`,
    { userId, taskId, isForDigest, hour: quietHours?.to ?? digestHour },
  );
};

/** Plans the due news of one organization. If that fails, they wait, so that they do not fill each round. */
const planOrganization = async (
  db: Database,
  organizationId: number,
  groups: readonly DueGroup[],
): Promise<void> => {
  try {
    for (const group of groups) await withOrganization(db, organizationId, (tx) => plan(tx, group));
  } catch (error) {
    await withOrganization(db, organizationId, (tx) =>
      tx('notification_mails')
        .whereNull('mail_id')
        .where('due_at', '<=', tx.fn.now())
        .update({ due_at: tx.raw(`now() + interval '${retryAfter}'`) }),
    );
    throw error;
  }
};

/**
 * Plans the mails of due notifications. News of one task that have waited `seconds` become one mail. Only one process
 * plans at a time, so that no person gets more mails than their budget.
 */
export const planNotificationMails = (db: Database, seconds: number, log: Logger): Promise<number> =>
  // The notifications of all organizations wait in one table.
  withEveryOrganization(db, (tx) =>
    sweepAlone(tx, 'notification_mails plan', async () => {
      const { rows } = await tx.raw<{ rows: DueGroup[] }>(selectDue, { seconds });
      const organizationIds = new Set(rows.map(({ organization_id }) => organization_id));
      await forEachOrganization(organizationIds, { work: 'plan the mails', log }, (id) =>
        planOrganization(
          db,
          id,
          rows.filter(({ organization_id }) => organization_id === id),
        ),
      );
      return rows.length;
    }),
  );
