import { createRandom } from '@obieg/contracts/testing';
import { withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexQueuedChanges } from '../src/search/search-queue';
import { type Fixture, startFixture, userIds } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

const random = createRandom(7);
const letters = (length: number): string =>
  Array.from({ length }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join('');
const words = (count: number, length: number): string =>
  Array.from({ length: count }, () => letters(length)).join(' ');

const index = () => indexQueuedChanges(fixture.service.db, fixture.acme.id, 60_000);
const inAcme = <T>(work: Parameters<typeof withOrganization<T>>[2]) =>
  withOrganization(fixture.service.db, fixture.acme.id, work);
const countRows = async (table: string): Promise<number> =>
  inAcme(async (tx) => (await tx(table).count<{ count: number }[]>('* as count'))[0]?.count ?? 0);
const readUsage = () => inAcme(async (tx) => (await tx('search_usage').first('endings'))?.endings ?? 0);
const find = (text: string) => fixture.listTaskIds(fixture.tokens.member, `&search=${text}`);

/** Rows of the index that the work adds. */
const countAdded = async (work: () => Promise<unknown>) => {
  await index();
  const before = [await countRows('search_endings'), await countRows('search_entries')] as const;
  await work();
  await index();
  expect(await readUsage()).toBe(await countRows('search_endings'));
  return {
    endings: (await countRows('search_endings')) - before[0],
    entries: (await countRows('search_entries')) - before[1],
  };
};

describe('search index', () => {
  it('stores one term of a text that is no word, found by its beginning', async () => {
    await fixture.submit();
    const content = letters(10_000);
    let id = 0;
    const { endings, entries } = await countAdded(async () => {
      id = await fixture.submit({ description: content });
    });
    expect([endings, entries]).toEqual([1, expect.any(Number)]);
    expect(entries).toBeLessThan(20);
    expect(await find(content.slice(0, 20))).toEqual([id]);
    expect(await find(content.slice(0, 60))).toEqual([id]);
    expect(await find(content.slice(1, 20))).toEqual([]);
  });

  it('stores at most 1,000 endings and one row for each other new word of a text', async () => {
    const description = words(500, 18);
    let id = 0;
    const { endings, entries } = await countAdded(async () => {
      id = await fixture.submit({ description });
    });
    expect(endings).toBeLessThanOrEqual(1_500);
    expect(entries).toBeLessThan(520);
    const [first = '', last = ''] = [description.split(' ')[0], description.split(' ').at(-1)];
    expect(await find(first.slice(3))).toEqual([id]);
    expect(await find(last)).toEqual([id]);
    expect(await find(last.slice(0, 9))).toEqual([id]);
    expect(await find(last.slice(3))).toEqual([]);
  });

  it('completes the endings of a word that another text contains', async () => {
    const description = words(300, 20);
    await fixture.submit({ description });
    await index();
    const last = description.split(' ').at(-1) ?? '';
    expect(await find(last.slice(3))).toEqual([]);
    await fixture.submit({ title: last });
    expect(await find(last.slice(3))).toHaveLength(2);
  });

  it('deletes what no task contains any more', async () => {
    const { call, tokens } = fixture;
    const word = letters(20);
    const { endings, entries } = await countAdded(async () => {
      const id = await fixture.submit({ title: word, description: words(50, 9) });
      const other = await fixture.submit({ description: word });
      expect(await find(word.slice(4))).toEqual([id, other]);
      await call('DELETE', `/api/tasks/${id}`, tokens.operator);
      await index();
      expect(await find(word.slice(4))).toEqual([other]);
      await call('DELETE', `/api/tasks/${other}`, tokens.operator);
    });
    expect([endings, entries]).toEqual([0, 0]);
  });

  it('stores no further endings once an organization has two million', async () => {
    await index();
    await inAcme((tx) => tx('search_usage').increment('endings', 2_000_000));
    const word = letters(20);
    const id = await fixture.submit({ title: word });
    expect(await find(word)).toEqual([id]);
    expect(await find(word.slice(0, 6))).toEqual([id]);
    expect(await find(word.slice(3))).toEqual([]);
    await inAcme((tx) => tx('search_usage').decrement('endings', 2_000_000));
  });

  it('stores one entry of a text whose readers are many', async () => {
    const { acme, service, submit, tokens } = fixture;
    const visibleUserIds = Array.from({ length: 30 }, (_, number) => 1_000 + number);
    for (const id of visibleUserIds) await service.addMember(acme, id, ['MEMBER']);
    const title = letters(12);
    const { entries } = await countAdded(() =>
      submit(
        { title, description: 'x', visibleUserIds: [...visibleUserIds, userIds.member] },
        tokens.operator,
      ),
    );
    expect(entries).toBeLessThan(10);
    expect(await find(title.slice(2))).toHaveLength(1);
    expect(await fixture.listTaskIds(tokens.observer, `&search=${title}`)).toEqual([]);
  });

  it('deletes an audience that no text has any more', async () => {
    const { call, submit, tokens } = fixture;
    const id = await submit({ title: 'odbiorcy', visibleUserIds: [userIds.member] }, tokens.operator);
    await index();
    const before = [await countRows('search_audiences'), await countRows('search_readers')];
    for (const visibleGroupIds of [[5], [6], [5, 9]]) {
      const body = { title: 'odbiorcy', visibleUserIds: [userIds.member], visibleGroupIds };
      expect((await call('PUT', `/api/tasks/${id}`, tokens.operator, body)).status).toBe(200);
      await index();
    }
    await call('DELETE', `/api/tasks/${id}`, tokens.operator);
    await index();
    const after = [await countRows('search_audiences'), await countRows('search_readers')];
    expect(after.map((count, position) => count <= (before[position] ?? 0))).toEqual([true, true]);
  });

  it('keeps the word of a comment that another comment of the task contains', async () => {
    const { call, tokens } = fixture;
    const id = await fixture.submit({}, tokens.member);
    const add = async (content: string, more: object = {}): Promise<string> => {
      const path = `/api/tasks/${id}/comment`;
      expect((await call('POST', path, tokens.member, { content, ...more })).status).toBeLessThan(300);
      const { comments } = (await call('GET', `/api/tasks/${id}/comments`, tokens.member)).body;
      return `/api/tasks/${id}/comments/${comments.at(-1).id}`;
    };
    const word = letters(12);
    const first = await add(`${word} ${letters(9)}`);
    const second = await add(`${word} ${letters(9)}`);
    const hidden = await add(word, { visibleUserIds: [userIds.observer] });
    expect(await find(word)).toEqual([id]);
    expect((await call('DELETE', first, tokens.member)).status).toBe(204);
    await index();
    expect(await find(word)).toEqual([id]);
    expect(await fixture.listTaskIds(tokens.operator, `&search=${word}`)).toEqual([id]);
    expect((await call('DELETE', second, tokens.member)).status).toBe(204);
    await index();
    expect(await fixture.listTaskIds(tokens.operator, `&search=${word}`)).toEqual([]);
    expect(await fixture.listTaskIds(tokens.observer, `&search=${word}`)).toEqual([id]);
    expect((await call('DELETE', hidden, tokens.member)).status).toBe(204);
    await index();
    expect(await fixture.listTaskIds(tokens.observer, `&search=${word}`)).toEqual([]);
  });
});
