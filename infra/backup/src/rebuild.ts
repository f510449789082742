import { setTimeout } from 'node:timers/promises';
import {
  createSupervisor,
  findFreePort,
  isServiceReady,
  nodeProgram,
  runToEnd,
  services,
} from '@obieg/local';
import { databaseNames, forEachDatabase, withClient } from './database/connect';
import type { Destination } from './destination';
import type { Progress } from './progress';
import { compareReadModels } from './read-models/compare-read-models';

/**
 * Raises each owner's version counter above every version that a copy has seen. Otherwise a copy would ignore the
 * owner's next events as outdated.
 */
const raiseVersions = async ({ databases }: Destination): Promise<void> => {
  const newest = new Map<string, bigint>();
  for (const name of databaseNames) {
    const { rows } = await withClient(databases[name].ownerUrl, (client) =>
      client.query<{ owner: string; version: string }>(
        `select split_part(aggregate, '/', 1) as owner, max(version) as version from applied_versions group by 1`,
      ),
    );
    for (const { owner, version } of rows)
      if ((newest.get(owner) ?? 0n) < BigInt(version)) newest.set(owner, BigInt(version));
  }
  for (const name of databaseNames)
    await withClient(databases[name].ownerUrl, (client) =>
      client.query(
        `select setval('aggregate_version', greatest(last_value, $1::bigint)) from aggregate_version`,
        [String(newest.get(name) ?? 1n)],
      ),
    );
};

/** Nothing listens here, so that queued mails wait until the product starts with its real server. */
const noMailServer = 'smtp://127.0.0.1:9';

const environmentOf = (
  { databases, natsUrl, filesDir }: Destination,
  ports: Record<keyof Destination['databases'], number>,
) =>
  forEachDatabase(async (name) => ({
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(ports[name]),
    LOG_LEVEL: 'warn',
    DATABASE_URL: databases[name].appUrl,
    NATS_URL: natsUrl,
    IDENTITY_URL: `http://127.0.0.1:${ports.identity}`,
    SMTP_URL: noMailServer,
    FILES_DIR: filesDir,
  }));

const countWaiting = async ({ databases }: Destination): Promise<number> => {
  const counts = await forEachDatabase((name) =>
    withClient(databases[name].appUrl, async (client) => {
      const { rows } = await client.query<{ count: string }>('select count(*) from outbox');
      return Number(rows[0]?.count);
    }),
  );
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
};

const pollMs = 500;
/** Events of 20,000 tasks take a few seconds. */
const standstillMs = 60_000;

/**
 * Waits until every event is published and every read model equals its owner.
 *
 * @returns the remaining differences
 * @throws if the events are not published
 */
const waitForReadModels = async (destination: Destination): Promise<string[]> => {
  let [waiting, since] = [Number.POSITIVE_INFINITY, Date.now()];
  for (;;) {
    const left = await countWaiting(destination);
    if (left < waiting) [waiting, since] = [left, Date.now()];
    const differences = left === 0 ? await compareReadModels(destination.databases) : [];
    if (left === 0 && differences.length === 0) return [];
    if (Date.now() - since > standstillMs) {
      if (left === 0) return differences;
      throw new Error(`${left} events are not published. See the logs in ${destination.logFolder}.`);
    }
    await setTimeout(pollMs);
  }
};

/**
 * Rebuilds streams and read models: each owner publishes its current state to an empty NATS, and the services apply
 * it. @returns the read models that still differ from their owners
 */
export const rebuild = async (destination: Destination, progress: Progress): Promise<string[]> => {
  await raiseVersions(destination);
  const ports = await forEachDatabase(() => findFreePort());
  const environments = await environmentOf(destination, ports);
  for (const { name, database } of services)
    await runToEnd(`republish of ${name}`, nodeProgram(name, environments[database], 'republish'));
  progress.line(`${await countWaiting(destination)} events of the owners wait in their outboxes`);
  const supervisor = createSupervisor({ logFolder: destination.logFolder, log: progress.line });
  try {
    for (const { name, database } of services)
      await supervisor.start({
        name,
        program: nodeProgram(name, environments[database]),
        isReady: () => isServiceReady(ports[database]),
      });
    return await waitForReadModels(destination);
  } finally {
    await supervisor.stopAll();
  }
};
