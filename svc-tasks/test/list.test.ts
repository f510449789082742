import { type TaskListItem, type TaskSortKey, taskListResponseSchema, taskSortKeys } from '@obieg/contracts';
import { withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Acme, people, startAcme } from './acme';

let house: Acme;
const numbers: number[] = [];
beforeAll(async () => {
  house = await startAcme();
  const { submit, tokens, call } = house;
  const made: [object, string | undefined][] = [
    // As it is copied from a PDF: each diacritic a character of its own.
    [{ title: 'Żarówka'.normalize('NFD'), description: null }, undefined],
    [{ title: 'zamek', priority: 'HIGH', assignedUserId: people.member }, tokens.member],
    [{ title: 'Ćma', priority: 'LOWEST', createdByEmail: 'ala@example.com' }, undefined],
    [{ title: 'Łącze padło', priority: 'HIGHEST', assignedGroupId: 5 }, tokens.it],
    [{ title: 'lampa 100%_', description: 'Stoi w ŁAZIENCE obok żółwia' }, tokens.reporter],
    [{ title: 'Zamek', priority: 'LOW', assignedUserId: people.it }, tokens.operator],
    [{ title: 'Tajne łącze', visibleUserIds: [people.member], assignedUserId: people.member }, tokens.member],
  ];
  for (const [more, token] of made) numbers.push(await submit(more, token));
  const [first, second] = numbers;
  await call('POST', `/api/tasks/${second}/transition`, tokens.member, { transitionId: 2 });
  await call('POST', `/api/tasks/${first}/transition`, tokens.member, { transitionId: 3 });
});
afterAll(() => house.tasks.close());

const list = async (query: string, token = house.tokens.operator) => {
  const { status, body } = await house.call('GET', `/api/tasks?${query}`, token);
  expect([status, body.detail]).toEqual([200, undefined]);
  return body as { tasks: TaskListItem[]; total: number; nextCursor: string | null };
};
const titlesOf = async (query: string, token?: string) =>
  (await list(query, token)).tasks.map(({ title }) => title);

describe('GET /api/tasks', () => {
  it('rejects anonymous and bad input', async () => {
    expect((await house.call('GET', '/api/tasks')).status).toBe(401);
    for (const query of [
      'statusTypes=DONE',
      'limit=0',
      'limit=1000',
      'cursor=!!!',
      'assignedToMe=maybe',
      'priorities=URGENT',
    ])
      expect((await house.call('GET', `/api/tasks?${query}`, house.tokens.member)).status).toBe(400);
  });

  it('answers what the contract names and nothing else, with the right type', async () => {
    const { headers, body } = await house.call('GET', '/api/tasks', house.tokens.member);
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(taskListResponseSchema.parse(body)).toEqual(body);
    const viewed = (await house.call('GET', `/api/tasks/${numbers[1]}`, house.tokens.member)).body.task;
    expect(viewed).toMatchObject(body.tasks.find(({ title }: TaskListItem) => title === 'zamek'));
  });

  it('gives the beginning of a long description, which the task shows whole', async () => {
    const description = 'ż'.repeat(2_000);
    const id = await house.submit({ title: 'długi opis', description }, house.tokens.reporter);
    const listed = (await list('search=d%C5%82ugi', house.tokens.reporter)).tasks[0];
    expect(listed).toMatchObject({ publicTaskId: id, description: 'ż'.repeat(500) });
    const shown = await house.call('GET', `/api/tasks/${id}`, house.tokens.reporter);
    expect(shown.body.task.description).toBe(description);
    expect((await house.call('DELETE', `/api/tasks/${id}`, house.tokens.operator)).status).toBe(204);
  });

  it('is newest first, and counts only what the caller may see', async () => {
    expect(await titlesOf('')).toEqual(['Zamek', 'lampa 100%_', 'Łącze padło', 'Ćma', 'zamek', 'Żarówka']);
    expect((await list('')).total).toBe(6);
    expect((await list('', house.tokens.member)).total).toBe(7);
    expect(await list('', house.tokens.reporter)).toMatchObject({
      total: 1,
      tasks: [{ title: 'lampa 100%_' }],
    });
  });
});

describe('a summary', () => {
  it('carries every text as it is, whatever JSON makes of its signs', async () => {
    const { tasks, acme, call, submit, tokens } = house;
    const hostile = 'ą "cudzysłów" \\ \u0001 \u2028 😀 </script> {"a":1}, \\u0022 \'';
    const inScope = (sql: string) =>
      withOrganization(tasks.db, acme.id, (tx) => tx.raw(sql, { text: hostile }));
    const names = await withOrganization(tasks.db, acme.id, async (tx) => ({
      status: (await tx('statuses').where({ id: 1 }).first('name')).name,
      organization: (await tx('organizations').first('name')).name,
    }));
    await inScope('update groups set name = :text where id = 9');
    await inScope('update statuses set name = :text where id = 1');
    await inScope('update organizations set name = :text');
    await inScope(`update users set username = :text where id = ${people.observer}`);
    const texts = { title: hostile, description: `${hostile}\n\t${hostile}` };
    const made = [
      await submit({ ...texts, assignedGroupId: 9 }, tokens.member),
      await submit({ ...texts, assignedUserId: people.observer }, tokens.member),
    ];
    const shown = { ...texts, statusName: hostile, organizationName: hostile };
    const [ofPerson, ofGroup] = (await list('limit=2')).tasks;
    expect(ofPerson).toMatchObject({ ...shown, assignedUserName: hostile, assignedGroupName: null });
    expect(ofGroup).toMatchObject({ ...shown, assignedUserName: null, assignedGroupName: hostile });
    expect((await call('GET', `/api/tasks/${made[1]}`, tokens.member)).body.task).toMatchObject(shown);
    for (const id of made) await call('DELETE', `/api/tasks/${id}`, tokens.operator);
    await withOrganization(tasks.db, acme.id, async (tx) => {
      await tx('statuses').where({ id: 1 }).update({ name: names.status });
      await tx('organizations').update({ name: names.organization });
    });
  });
});

describe('the filters of GET /api/tasks', () => {
  it('are those of the specification, and work together', async () => {
    const { tokens } = house;
    expect(await titlesOf('assignedToMe=true', tokens.member)).toEqual(['Tajne łącze', 'zamek']);
    expect(await titlesOf('assignedToMe=true&statusTypes=INTERMEDIATE', tokens.member)).toEqual(['zamek']);
    expect(await titlesOf('assignedToMe=false&statusTypes=INTERMEDIATE,FINAL')).toEqual(['zamek', 'Żarówka']);
    expect(await titlesOf('statusTypes=')).toHaveLength(6);
    expect(await titlesOf('assignedToMyGroups=true', tokens.observer)).toEqual(['Łącze padło']);
    expect(await titlesOf('assignedToMyGroups=true&assignedToMe=true', tokens.it)).toEqual([]);
    expect(await titlesOf('assignedToMe=true&search=zamek&sortBy=title', tokens.it)).toEqual(['Zamek']);
    expect(await titlesOf('priorities=HIGH,LOWEST')).toEqual(['Ćma', 'zamek']);
    expect((await list('priorities=NORMAL&limit=1')).total).toBe(2);
    expect(await titlesOf('priorities=')).toHaveLength(6);
    expect(await titlesOf('priorities=HIGH,LOW&statusTypes=INITIAL')).toEqual(['Zamek']);
    expect(await titlesOf('priorities=HIGH&assignedToMe=true', tokens.member)).toEqual(['zamek']);
    expect(await titlesOf('priorities=HIGHEST,HIGH&search=lacze')).toEqual(['Łącze padło']);
    expect(await titlesOf('priorities=HIGH,NORMAL', tokens.reporter)).toEqual(['lampa 100%_']);
  });
});

describe('the order of GET /api/tasks', () => {
  const collator = new Intl.Collator('pl');
  const ranks = ['LOWEST', 'LOW', 'NORMAL', 'HIGH', 'HIGHEST'];
  const byText = (read: (task: TaskListItem) => string) => (one: TaskListItem, other: TaskListItem) =>
    collator.compare(read(one), read(other));
  const byNumber = (read: (task: TaskListItem) => number) => (one: TaskListItem, other: TaskListItem) =>
    read(one) - read(other);
  const comparisons: Record<TaskSortKey, (one: TaskListItem, other: TaskListItem) => number> = {
    publicTaskId: byNumber(({ publicTaskId }) => publicTaskId),
    title: byText(({ title }) => title),
    statusName: byText(({ statusName }) => statusName),
    priority: byNumber(({ priority }) => ranks.indexOf(priority)),
    assignee: byText(
      ({ assignedUserName, assignedGroupName }) => assignedUserName ?? assignedGroupName ?? '',
    ),
    createdBy: byText(({ createdBy }) => createdBy ?? ''),
    createdAt: byNumber(({ createdAt }) => Date.parse(createdAt)),
    lastUpdatedAt: byNumber(({ lastUpdatedAt }) => Date.parse(lastUpdatedAt)),
  };

  it.each(taskSortKeys.flatMap((key) => [[key, 'asc'] as const, [key, 'desc'] as const]))(
    'is by %s %s, over pages that lose and repeat nothing',
    async (sortBy, sortDirection) => {
      const found: TaskListItem[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page = await list(
          `sortBy=${sortBy}&sortDirection=${sortDirection}&limit=2${cursor ? `&cursor=${cursor}` : ''}`,
        );
        expect(page.total).toBe(6);
        found.push(...page.tasks);
        cursor = page.nextCursor;
      }
      expect(new Set(found.map(({ publicTaskId }) => publicTaskId)).size).toBe(6);
      expect(found).toHaveLength(6);
      const sign = sortDirection === 'asc' ? 1 : -1;
      for (const [index, task] of found.slice(1).entries())
        expect(sign * comparisons[sortBy](found[index] as TaskListItem, task)).toBeLessThanOrEqual(0);
    },
  );

  it('follows the Polish alphabet', async () => {
    expect(await titlesOf('sortBy=title&sortDirection=asc')).toEqual([
      'Ćma',
      'lampa 100%_',
      'Łącze padło',
      'zamek',
      'Zamek',
      'Żarówka',
    ]);
  });

  it('keeps its place while tasks come and go', async () => {
    const { submit, call, tokens, numbersListed } = house;
    const before = await numbersListed(tokens.operator);
    const first = await list('limit=2');
    const late = await submit({ title: 'Spóźnione' });
    const second = await list(`limit=200&cursor=${first.nextCursor}`);
    expect([...first.tasks, ...second.tasks].map(({ publicTaskId }) => publicTaskId)).toEqual(before);
    expect((await call('DELETE', `/api/tasks/${late}`, tokens.operator)).status).toBe(204);
  });

  it.each(taskSortKeys)('by %s goes on behind any id that the database can hold', async (sortBy) => {
    for (const sortDirection of ['asc', 'desc']) {
      const order = `sortBy=${sortBy}&sortDirection=${sortDirection}`;
      const { nextCursor } = await list(`${order}&limit=2`);
      const position = JSON.parse(Buffer.from(String(nextCursor), 'base64url').toString());
      position[3] = 2 ** 40;
      const far = Buffer.from(JSON.stringify(position)).toString('base64url');
      expect((await list(`${order}&limit=2&cursor=${far}`)).tasks.length).toBeLessThanOrEqual(2);
    }
  });

  it('rejects a cursor that is none, or of another order', async () => {
    const { nextCursor } = await list('limit=1&sortBy=title');
    const forge = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const query of [
      `cursor=${nextCursor}`,
      `cursor=${nextCursor}&sortBy=title&sortDirection=asc`,
      'cursor=!!!',
      `cursor=${forge(null)}`,
      `cursor=${forge(['createdAt', 'desc', 'text', 1, 1])}`,
      `cursor=${forge(['createdAt', 'desc', 1e300, 1, 1])}`,
      `sortBy=title&cursor=${forge(['title', 'desc', 'a\u0000b', 1, 1])}`,
      `sortBy=title&cursor=${forge(['title', 'desc', 5, 1, 1])}`,
      'sortBy=answers',
      'sortDirection=up',
      `search=${'x'.repeat(101)}`,
      'search=a&search=b',
      'search=%00',
    ])
      expect((await house.call('GET', `/api/tasks?${query}`, house.tokens.operator)).status).toBe(400);
    const far = forge(['lastUpdatedAt', 'desc', Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 0]);
    expect((await list(`sortBy=lastUpdatedAt&cursor=${far}`)).tasks).toHaveLength(6);
  });
});

describe('the search of GET /api/tasks', () => {
  const search = (text: string, token?: string) => titlesOf(`search=${encodeURIComponent(text)}`, token);

  it('finds words in title and description, whatever the case and the diacritics', async () => {
    expect(await search('ŻARÓWKA')).toEqual(['Żarówka']);
    expect(await search('zarowka')).toEqual(['Żarówka']);
    expect(await search('łazience')).toEqual(['lampa 100%_']);
    expect(await search('  zolwia \t lampa ')).toEqual(['lampa 100%_']);
    expect(await search('lampa zamek')).toEqual([]);
    expect(await search('   ')).toHaveLength(6);
    // Written with combining marks, as some keyboards send them.
    expect(await search('Żarówka'.normalize('NFD'))).toEqual(['Żarówka']);
  });

  it('finds by number, with and without its mark', async () => {
    const number = String(numbers[3]);
    for (const text of [number, `#${number}`, number.slice(0, 9)])
      expect(await search(text)).toContain('Łącze padło');
  });

  it('finds by the address of a task', async () => {
    for (const rest of ['', '/', '?from=mail', '#comments'])
      expect(await search(`https://acme.obieg.example/task/${numbers[3]}${rest}`)).toEqual(['Łącze padło']);
    for (const address of [
      `https://acme.obieg.example/task/${numbers[3]}0`,
      'https://acme.obieg.example/task/1',
    ])
      expect(await search(address)).toEqual([]);
  });

  it('takes every character as itself', async () => {
    expect(await search('100%_')).toEqual(['lampa 100%_']);
    for (const text of ['%', '_']) expect(await search(text)).toEqual(['lampa 100%_']);
    for (const text of ['\\', "'; drop table tasks; --", ':readerId', '?', '$1'])
      expect(await search(text)).toEqual([]);
  });

  it('finds nothing that the caller may not see', async () => {
    expect(await search('łącze')).toEqual(['Łącze padło']);
    expect(await search('łącze', house.tokens.member)).toEqual(['Tajne łącze', 'Łącze padło']);
    expect(await search('łącze', house.tokens.reporter)).toEqual([]);
    const { tokens, callElsewhere } = house;
    expect((await callElsewhere('GET', '/api/tasks?search=zamek', tokens.foreign)).body).toMatchObject({
      tasks: [],
      total: 0,
    });
  });

  it('follows an edit', async () => {
    const { submit, call, tokens } = house;
    const id = await submit({ title: 'Przed' });
    await call('PUT', `/api/tasks/${id}`, tokens.operator, { title: 'Po', description: 'wyjątkowe słowo' });
    expect(await search('wyjatkowe')).toEqual(['Po']);
    expect(await search('przed')).toEqual([]);
    await call('DELETE', `/api/tasks/${id}`, tokens.operator);
    expect(await search('wyjatkowe')).toEqual([]);
  });
});
