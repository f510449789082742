import type { Logger } from 'pino';
import * as z from 'zod';
import { env, loadConfig, natsEnvironment } from '../config/config';
import { createDatabase } from '../database/database';
import { discardDeadLetter, listDeadLetters, replayDeadLetters } from '../events/dead-letters';
import { connectEventBus } from '../events/nats';
import type { EventSource } from '../events/reaction';
import { replaySetAside } from '../events/replay-set-aside';
import { withDeadline } from '../outgoing-calls/deadline';
import { outboxQueue, type Queue } from '../queues/queue';
import { deleteSetAside, listSetAside } from '../queues/set-aside';
import type { Command } from './command-line';

const connectDeadlineMs = 10_000;

const usageOf = (service: string): string => `Usage:
  dead-letters list            lists events and rows of queues that could not be processed
  dead-letters replay [<id>]   tries all of them again, or one
  dead-letters discard <id>    deletes one
In a cluster:   kubectl exec --namespace obieg deploy/${service} -- node dist/main.mjs dead-letters list
With compose:   docker compose -f infra/docker/compose.yaml run --rm ${service} dead-letters list
With npm start: npm run service -- ${service} dead-letters list
Elsewhere:      node dist/main.mjs dead-letters list, in the folder and with the environment of ${service}`;

const verbSchema = z.enum(['list', 'replay', 'discard']);
const sequenceSchema = z.coerce.number().int().positive();

/** A dead letter has a number, a row of a queue `<queue>:<number>`. */
const parseId = (id: string, usage: string): { queue?: string; sequence: number } => {
  const [number = '', queue] = id.split(':').reverse();
  const sequence = sequenceSchema.safeParse(number);
  if (!sequence.success) throw new Error(`${id} is not the id of a dead letter.\n${usage}`);
  return { sequence: sequence.data, ...(queue === undefined ? {} : { queue }) };
};

/** Commands `dead-letters list`, `dead-letters replay [id]` and `dead-letters discard id`, for events and queues. */
export const deadLetterCommands = (
  service: string,
  sources: readonly EventSource[],
  log: Logger,
  queues: readonly Queue[] = [],
): Record<'dead-letters', Command> => ({
  'dead-letters': async ([verb, id, ...rest]) => {
    const usage = usageOf(service);
    const parsed = verbSchema.safeParse(verb);
    if (!parsed.success || rest.length > 0 || (verb === 'discard' && id === undefined))
      throw new Error(usage);
    const wanted = id === undefined ? undefined : parseId(id, usage);
    const { DATABASE_URL, NATS_URL, NATS_STREAM_REPLICAS } = loadConfig(
      z.object({ DATABASE_URL: env.postgresUrl, ...natsEnvironment }),
      process.env,
    );
    const connection = connectEventBus(NATS_URL, log, NATS_STREAM_REPLICAS);
    const db = createDatabase({ url: DATABASE_URL, applicationName: `${service}-dead-letters` });
    try {
      const bus = await withDeadline(connection.ready, connectDeadlineMs);
      const letters = (await listDeadLetters(bus, service)).filter(
        ({ sequence }) => !wanted || (wanted.queue === undefined && wanted.sequence === sequence),
      );
      const rows = (await listSetAside(db)).filter(
        (row) => !wanted || (wanted.queue === row.queue && wanted.sequence === row.id),
      );
      if (letters.length + rows.length === 0) {
        if (id !== undefined) throw new Error(`There is no dead letter ${id}. dead-letters list shows all.`);
        return log.info('no dead letters, and no rows of queues are set aside');
      }
      if (verb === 'list') {
        for (const { sequence, ...letter } of letters) log.info({ id: sequence, ...letter }, 'dead letter');
        for (const { id: number, queue, ...row } of rows)
          log.info({ id: `${queue}:${number}`, ...row }, 'row set aside');
      } else if (verb === 'discard') {
        for (const { sequence } of letters) await discardDeadLetter(bus, sequence);
        for (const row of rows) await deleteSetAside(db, row.id);
        log.info({ id }, 'discarded');
      } else {
        const inbox = { service, db, reactions: sources.flatMap(({ reactions }) => reactions) };
        const stillDead = await replayDeadLetters(inbox, bus, log, letters);
        const stuck = await replaySetAside(db, bus, log, [outboxQueue, ...queues], rows);
        if (stillDead + stuck > 0) throw new Error(`${stillDead + stuck} dead letters still fail`);
      }
    } finally {
      await connection.close();
      await db.close();
    }
  },
});
