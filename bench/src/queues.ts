import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { hasTable } from './product';

const pollMs = 200;

/** Programs before 2026-11-28 have another queue of texts. It still exists after the migration, but stays filled. */
const indexQueueOf = async (database: pg.Client): Promise<string> => {
  const { rows } = await database.query(
    "select coalesce(to_regclass('search_changes'), to_regclass('search_queue'))::text as name",
  );
  return rows[0].name;
};

const waitUntilEmpty = async (database: pg.Client, tables: readonly string[]): Promise<void> => {
  const isAnyFilled = tables.map((table) => `exists (select 1 from ${table})`).join(' or ');
  for (;;) {
    const { rows } = await database.query(`select ${isAnyFilled} as is_waiting`);
    if (!rows[0].is_waiting) return;
    await setTimeout(pollMs);
  }
};

/** The indexer of svc-tasks indexes about 1,000 tasks a second. */
export const waitForIndex = async (database: pg.Client): Promise<void> =>
  waitUntilEmpty(database, [await indexQueueOf(database)]);

/**
 * Waits until svc-tasks has published its events, indexed its texts, delivered its notifications and sent the messages
 * of its webhooks.
 */
export const waitForQueues = async (database: pg.Client): Promise<void> => {
  const ofWebhooks = (await hasTable(database, 'webhooks')) ? ['webhook_changes', 'webhook_lanes'] : [];
  await waitUntilEmpty(database, [
    'outbox',
    'notification_queue',
    await indexQueueOf(database),
    ...ofWebhooks,
  ]);
  // Other services and open pages receive the last events.
  await setTimeout(pollMs);
};
