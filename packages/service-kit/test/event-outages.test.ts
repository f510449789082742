import { connect } from 'nats';
import { describe, expect, inject, it } from 'vitest';
import { listDeadLetters } from '../src/events/dead-letters';
import { createDatabase, defineReaction } from '../src/index';
import { pollUntil, type TestDatabase } from '../src/testing/index';
import { prepareEvents } from './event-services';

const events = prepareEvents();
const { recordUser, startServices, untilNamed } = events;

/** Makes the database reject all connections except those of administrators, until `end` is called. */
const startDatabaseOutage = async ({ name }: TestDatabase) => {
  const administrator = createDatabase({ url: inject('postgresUrl'), poolSize: 1 });
  await administrator.knex.raw('alter database ?? connection limit 0', [name]);
  await administrator.knex.raw('select pg_terminate_backend(pid) from pg_stat_activity where datname = ?', [
    name,
  ]);
  return {
    end: async () => {
      await administrator.knex.raw('alter database ?? connection limit -1', [name]);
      await administrator.close();
    },
  };
};

/** Makes each write to the read model fail with this code, until `end` is called. */
const startWriteFailure = async ({ ownerUrl }: TestDatabase, code: string) => {
  const owner = createDatabase({ url: ownerUrl, poolSize: 1 });
  await owner.knex.raw(
    `create function fail_write() returns trigger language plpgsql as
       $$ begin raise exception 'the write fails' using errcode = '${code}'; end $$`,
  );
  await owner.knex.raw(
    'create trigger fail_write before insert or update on users for each row execute function fail_write()',
  );
  return {
    end: async () => {
      await owner.knex.raw('drop trigger fail_write on users');
      await owner.knex.raw('drop function fail_write()');
      await owner.close();
    },
  };
};

describe('an event during an outage', () => {
  it('is retried without becoming a dead letter while the database is unavailable', async () => {
    const { bus, countHandled, stop } = await startServices('reader');
    await recordUser(1, 'before');
    await untilNamed(1, 'before');
    const outage = await startDatabaseOutage(events.reader);
    await recordUser(1, 'during');
    // Two failed attempts make a dead letter.
    await pollUntil(
      async () => (await countHandled('retried')) >= 3 || (await countHandled('dead')) > 0 || undefined,
      {
        describe: 'three attempts',
      },
    );
    await outage.end();
    expect(await listDeadLetters(bus, 'reader')).toEqual([]);
    await untilNamed(1, 'during');
    await stop();
  });

  it.each([
    ['a full disk', '53100', 10],
    ['a broken disk', '58030', 11],
    ['a timeout', '57014', 12],
    ['a deadlock', '40P01', 13],
  ])('is retried without becoming a dead letter during %s', async (_, code, id) => {
    const { bus, countHandled, stop } = await startServices('reader');
    const failure = await startWriteFailure(events.reader, code);
    await recordUser(id, `late${id}`);
    await pollUntil(
      async () => (await countHandled('retried')) >= 3 || (await countHandled('dead')) > 0 || undefined,
      { describe: 'three attempts' },
    );
    await failure.end();
    expect(await listDeadLetters(bus, 'reader')).toEqual([]);
    await untilNamed(id, `late${id}`);
    await stop();
  });

  it('is redelivered if its dead letter cannot be published', async () => {
    const failing = defineReaction({
      type: 'obieg.identity.user.changed',
      apply: async (_, { data: { id } }) => {
        if (id === 2) throw new Error('no room');
      },
    });
    const { bus, countHandled, stop } = await startServices('failing', [failing]);
    const administrator = await connect({ servers: events.nats.url });
    await (await administrator.jetstreamManager()).streams.delete('OBIEG_DEAD_LETTERS');
    await administrator.close();
    await recordUser(2, 'unlucky');
    const [letter] = await pollUntil(
      async () => {
        const letters = await listDeadLetters(bus, 'failing').catch(() => []);
        return letters.length > 0 ? letters : undefined;
      },
      { describe: 'the dead letter' },
    );
    expect(letter).toMatchObject({ reason: 'no room' });
    // One retry because the reaction failed, and one because publishing the dead letter failed.
    expect(await countHandled('retried')).toBeGreaterThanOrEqual(2);
    await stop();
  });

  it('is published by another process if the process that recorded it has ended', async () => {
    const { stop } = await startServices('reader');
    const endedProcess = createDatabase({ url: events.publisher.appUrl, poolSize: 1 });
    // The relay is certainly idle when the second event is recorded.
    for (const username of ['first', 'second']) {
      await recordUser(3, username, { db: endedProcess });
      await untilNamed(3, username);
    }
    await endedProcess.close();
    await stop();
  });
});
