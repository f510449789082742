import {
  createDatabase,
  createLog,
  type Database,
  deadLetterCommands,
  withOrganization,
} from '@obieg/service-kit';
import { pollUntil, startTestNats } from '@obieg/service-kit/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createSearchIndexer } from '../src/search/search-indexer';
import { queueExistingTexts, searchQueue } from '../src/search/search-queue';
import { type Fixture, startFixture } from './fixture';
import { submission } from './tasks-service';

const log = createLog('test', 'silent');
const statementTimeoutMs = 1_500;

let fixture: Fixture;
let owner: Database;
/** Like that of the service, with a shorter time limit. */
let impatient: Database;
beforeAll(async () => {
  fixture = await startFixture();
  owner = createDatabase({ url: fixture.service.ownerUrl, poolSize: 1 });
  impatient = createDatabase({ url: fixture.service.appUrl, statementTimeoutMs });
});
afterAll(async () => {
  await Promise.all([owner.close(), impatient.close()]);
  await fixture.service.close();
});

/** Runs this PL/pgSQL for each text that is written to the index, until the test ends. */
const onEachText = async (body: string): Promise<void> => {
  await owner.knex.raw(
    `create function on_text() returns trigger language plpgsql as $$ begin ${body} return new; end $$`,
  );
  await owner.knex.raw(
    'create trigger on_text before insert or update on search_texts for each row execute function on_text()',
  );
};
const dropTrigger = () =>
  owner.knex.raw('drop trigger if exists on_text on search_texts; drop function if exists on_text()');
afterEach(dropTrigger);

const runIndexer = async (work: () => Promise<unknown>): Promise<void> => {
  const indexer = createSearchIndexer(impatient, log);
  indexer.start();
  await work().finally(indexer.stop);
};
const countQueued = (organizationId: number): Promise<number> =>
  withOrganization(fixture.service.db, organizationId, async (tx) => {
    const [row] = await tx('search_changes').count<{ count: number }[]>('* as count');
    return row?.count ?? 0;
  });
const untilIndexed = () =>
  pollUntil(
    async () => {
      const counts = await Promise.all([fixture.acme, fixture.globex].map(({ id }) => countQueued(id)));
      return counts.every((count) => count === 0) || undefined;
    },
    { deadlineMs: 60_000, describe: 'nothing waits for the index' },
  );
const listSetAside = () => fixture.service.db.knex('set_aside').orderBy('id');
const find = (word: string) => fixture.listTaskIds(fixture.tokens.operator, `&search=${word}`);

describe('the search indexer', () => {
  it('sets aside a text that cannot be written, and indexes all others', async () => {
    for (const { id } of [fixture.acme, fixture.globex]) await queueExistingTexts(fixture.service.db, id);
    await onEachText(`if new.content like '%zatruty%' then raise exception 'no room for it'; end if;`);
    const before = await fixture.submit({ title: 'Przedtem dobre' });
    const bad = await fixture.submit({ title: 'Tekst zatruty' });
    const after = await fixture.submit({ title: 'Potem dobre' });
    await fixture.callGlobex('POST', '/api/tasks', fixture.tokens.globexAdmin, {
      ...submission,
      title: 'Druga firma',
    });
    await runIndexer(untilIndexed);
    expect(await listSetAside()).toMatchObject([
      { queue: 'search', tries: 4, reason: expect.stringContaining('no room for it') },
    ]);
    expect((await find('dobre')).sort()).toEqual([before, after].sort());
    expect(await find('zatruty')).toEqual([]);

    // After the cause is fixed.
    await dropTrigger();
    const nats = await startTestNats();
    vi.stubEnv('DATABASE_URL', fixture.service.appUrl);
    vi.stubEnv('NATS_URL', nats.url);
    await deadLetterCommands('svc-tasks', [], log, [searchQueue])['dead-letters'](['replay']);
    vi.unstubAllEnvs();
    await nats.stop();
    expect(await listSetAside()).toEqual([]);
    await runIndexer(untilIndexed);
    expect(await find('zatruty')).toEqual([bad]);
  });

  it('indexes a burst of texts in smaller batches if one batch reaches the time limit', async () => {
    const task = await fixture.submit();
    await runIndexer(untilIndexed);
    await onEachText('perform pg_sleep(0.2);');
    for (let index = 0; index < 20; index += 1)
      await fixture.call('POST', `/api/tasks/${task}/comment`, fixture.tokens.operator, {
        content: `powolny${index}`,
      });
    await runIndexer(untilIndexed);
    expect(await listSetAside()).toEqual([]);
    expect(await find('powolny19')).toEqual([task]);
  });

  it('sets nothing aside while the disk of the database is full', async () => {
    await onEachText(`raise exception 'No space left on device' using errcode = '53100';`);
    const task = await fixture.submit({ title: 'Czeka na miejsce' });
    const warnings: string[] = [];
    const outage = createSearchIndexer(
      impatient,
      createLog('test', 'warn', { write: (line) => void warnings.push(JSON.parse(line).msg) }),
    );
    outage.start();
    // More rounds than a bad text has tries.
    await pollUntil(async () => warnings.length >= 5 || undefined, {
      deadlineMs: 60_000,
      describe: 'five failed rounds',
    });
    await outage.stop();
    expect(new Set(warnings)).toEqual(new Set(['could not index texts for search']));
    expect(await listSetAside()).toEqual([]);
    await dropTrigger();
    await runIndexer(untilIndexed);
    expect(await find('miejsce')).toEqual([task]);
  });
});
