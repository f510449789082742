import { calendarEventMax } from '@obieg/contracts';
import { withOrganization } from '@obieg/service-kit';
import { recordedEvents } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { selectDueTasks } from '../src/calendar/list-due-tasks';
import { findRecipient } from '../src/mail/readable-notifications';
import { type Fixture, startFixture, type TestUser, userIds } from './fixture';
import { parseCalendar } from './parse-calendar';
import type { TestOrganization } from './tasks-service';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

const inAcme = <T>(work: Parameters<typeof withOrganization<T>>[2]) =>
  withOrganization(fixture.service.db, fixture.acme.id, work);
beforeEach(() => inAcme((tx) => tx('tasks').update({ due_at: null })));

const settings = (method: string, as: TestUser) =>
  fixture.call(method, '/api/calendar-key', fixture.tokens[as]);
/** Makes a key. @returns the path of its feed */
const makeFeed = async (as: TestUser): Promise<string> => {
  const { status, body } = await settings('POST', as);
  expect(status).toBe(201);
  return new URL(body.address).pathname;
};
const read = (
  path: string,
  { organization = fixture.acme, headers = {} }: { organization?: TestOrganization; headers?: object } = {},
) => fixture.service.request('GET', path, { organization, headers: { ...headers } });
const eventsOf = async (path: string) => {
  const { status, body } = await read(path);
  expect(status).toBe(200);
  return parseCalendar(body).events;
};
const titlesOf = async (path: string) => (await eventsOf(path)).map(({ SUMMARY }) => SUMMARY);

const dueAt = '2027-03-01T10:00:00.000Z';
const setDue = (task: number, moment: string | null = dueAt) =>
  fixture.call('POST', `/api/tasks/${task}/due`, fixture.tokens.admin, { dueAt: moment });
/** Submits a task with a due date as the operator. */
const submitDue = async (title: string, more: object = {}, moment = dueAt): Promise<number> => {
  const task = await fixture.submit({ title, ...more }, fixture.tokens.operator);
  await inAcme((tx) => tx('tasks').where({ public_task_id: task }).update({ due_at: moment }));
  return task;
};

/** Inserts copies of a task, each due an hour after the previous one. */
const copyTask = (task: number, count: number) =>
  inAcme(async (tx) => {
    const { rows } = await tx.raw<{ rows: { names: string[] }[] }>(
      `select array_agg(quote_ident(column_name::text)) as names from information_schema.columns
        where table_name = 'tasks' and is_generated = 'NEVER'
          and column_name not in ('id', 'public_task_id', 'due_at', 'title')`,
    );
    const columns = (rows[0]?.names ?? []).join(', ');
    await tx.raw(
      `insert into tasks (public_task_id, due_at, title, ${columns})
       select 200000000000 + n, t.due_at + n * interval '1 hour', 'kopia ' || n, ${columns}
         from tasks t cross join generate_series(1, ${count}) n where t.public_task_id = ${task}`,
    );
  });

describe('/api/calendar-key', () => {
  it('rejects visitors, sessions of another organization and API tokens', async () => {
    const apiToken = fixture.service.identity.sign({
      userId: userIds.member,
      organizationId: fixture.acme.id,
      scopes: ['tasks:read', 'tasks:write'],
    });
    for (const method of ['GET', 'POST', 'DELETE']) {
      expect((await fixture.call(method, '/api/calendar-key')).status).toBe(401);
      const foreign = await fixture.call(method, '/api/calendar-key', fixture.tokens.globexAdmin);
      expect(foreign.status).toBe(401);
      expect((await fixture.call(method, '/api/calendar-key', apiToken)).status).toBe(403);
    }
  });

  it('makes, shows and revokes a key, of which only the hash is stored', async () => {
    expect((await settings('GET', 'leader')).body).toEqual({ key: null });
    const { body } = await settings('POST', 'leader');
    expect(body.address).toMatch(/^https:\/\/acme\.obieg\.test\/api\/calendar\/[\w-]{43}\.ics$/);
    const key = /([\w-]{43})\.ics$/.exec(body.address)?.[1];
    const rows = await inAcme((tx) => tx('calendar_keys').where({ user_id: userIds.leader }));
    expect(JSON.stringify(rows)).not.toContain(key);
    const state = await settings('GET', 'leader');
    expect(state.body).toEqual({ key: { createdAt: expect.any(String), lastUsedAt: null } });
    expect(JSON.stringify(state.body)).not.toContain(key);
    expect((await settings('DELETE', 'leader')).status).toBe(204);
    expect((await settings('DELETE', 'leader')).status).toBe(204);
    expect((await settings('GET', 'leader')).body).toEqual({ key: null });
    expect((await read(`/api/calendar/${key}.ics`)).status).toBe(404);
  });

  it('publishes for the security log that a key was made or revoked', async () => {
    const { knex } = fixture.service.db;
    await knex('outbox').delete();
    const { body } = await settings('POST', 'leader');
    await settings('DELETE', 'leader');
    await settings('DELETE', 'leader');
    const events = await recordedEvents(knex, 'obieg.tasks.calendar-key.changed');
    const data = { organizationId: fixture.acme.id, userId: userIds.leader, ip: expect.any(String) };
    expect(events.map((event) => event.data)).toEqual([
      { ...data, change: 'CREATED' },
      { ...data, change: 'REVOKED' },
    ]);
    expect(JSON.stringify(events)).not.toContain(body.address.split('/').at(-1).replace('.ics', ''));
  });

  it('records the use of a key once an hour', async () => {
    const path = await makeFeed('leader');
    const lastUsedAt = async () => (await settings('GET', 'leader')).body.key.lastUsedAt;
    const moveBack = (interval: string) =>
      inAcme((tx) =>
        tx('calendar_keys')
          .where({ user_id: userIds.leader })
          .update({ last_used_at: tx.raw(`now() - interval '${interval}'`) }),
      );
    await read(path);
    expect(await lastUsedAt()).not.toBeNull();
    await moveBack('30 minutes');
    const before = await lastUsedAt();
    await read(path);
    expect(await lastUsedAt()).toBe(before);
    await moveBack('2 hours');
    const old = await lastUsedAt();
    await read(path);
    expect(Date.parse(await lastUsedAt())).toBeGreaterThan(Date.parse(old));
  });
});

describe('GET /api/calendar/{key}.ics', () => {
  it('returns 404 with equal answers for keys that are wrong, revoked, replaced or of another tenant', async () => {
    const replaced = await makeFeed('member');
    const valid = await makeFeed('member');
    const revoked = await makeFeed('observer');
    await settings('DELETE', 'observer');
    expect((await read(valid)).status).toBe(200);
    const answers = await Promise.all([
      read(replaced),
      read(revoked),
      read(valid, { organization: fixture.globex }),
      read(`/api/calendar/${'k'.repeat(43)}.ics`),
      read('/api/calendar/short.ics'),
      read(`/api/calendar/${'k'.repeat(43)}%00.ics`),
    ]);
    const described = answers.map(({ status, body: { requestId: _, ...body } }) => ({ status, ...body }));
    expect(described[0]?.status).toBe(404);
    for (const answer of described) expect(answer).toEqual(described[0]);
  });

  it('ends with the membership, also for a member who returns, and not with a change of roles', async () => {
    const userId = 41;
    await fixture.service.addMember(fixture.acme, userId, ['MEMBER']);
    const token = fixture.service.identity.sign({ userId, organizationId: fixture.acme.id });
    const { body } = await fixture.call('POST', '/api/calendar-key', token);
    const path = new URL(body.address).pathname;
    await fixture.service.addMember(fixture.acme, userId, ['OPERATOR']);
    expect((await read(path)).status).toBe(200);
    await fixture.service.addMember(fixture.acme, userId, []);
    expect((await read(path)).status).toBe(404);
    await fixture.service.addMember(fixture.acme, userId, ['MEMBER']);
    expect((await read(path)).status).toBe(404);
  });

  it('lists open tasks with a due date that the owner has, by group too, or watches', async () => {
    const { member, leader } = userIds;
    await submitDue('moje', { assignedUserId: member });
    await submitDue('czyjeś', { assignedUserId: leader });
    await submitDue('grupy nadrzędnej', { assignedGroupId: 5 });
    await submitDue('obcej grupy', { assignedGroupId: 9 });
    const watched = await submitDue('obserwowane', { assignedUserId: leader });
    await fixture.call('PUT', `/api/tasks/${watched}/watch`, fixture.tokens.member);
    const muted = await submitDue('wyciszone', { assignedUserId: leader });
    await fixture.call('PUT', `/api/tasks/${muted}/watch`, fixture.tokens.member);
    await fixture.call('DELETE', `/api/tasks/${muted}/watch`, fixture.tokens.member);
    const undated = await submitDue('bez terminu', { assignedUserId: member });
    await setDue(undated, null);
    const closed = await submitDue('zakończone', { assignedUserId: member });
    await fixture.call('POST', `/api/tasks/${closed}/transition`, fixture.tokens.member, { transitionId: 3 });
    const deleted = await submitDue('usunięte', { assignedUserId: member });
    await fixture.call('DELETE', `/api/tasks/${deleted}`, fixture.tokens.admin);

    expect((await titlesOf(await makeFeed('member'))).toSorted()).toEqual(['moje', 'obserwowane']);
    expect(await titlesOf(await makeFeed('groupMember'))).toEqual(['grupy nadrzędnej']);
    // An observer of a group has none of its tasks.
    expect(await titlesOf(await makeFeed('observer'))).toEqual([]);
  });

  it('leaves out a watched task from the moment at which its owner may not see it', async () => {
    const task = await submitDue('tajne');
    await fixture.call('PUT', `/api/tasks/${task}/watch`, fixture.tokens.member);
    const path = await makeFeed('member');
    expect(await titlesOf(path)).toEqual(['tajne']);
    const { body } = await fixture.call('GET', `/api/tasks/${task}`, fixture.tokens.operator);
    const { status } = await fixture.call('PUT', `/api/tasks/${task}`, fixture.tokens.operator, {
      title: body.task.title,
      visibleUserIds: [userIds.operator],
    });
    expect(status).toBe(200);
    expect(await titlesOf(path)).toEqual([]);
    // Administrators have no exception.
    await inAcme((tx) =>
      tx.raw(
        `insert into task_watches (organization_id, task_id, user_id, is_watching)
         select organization_id, id, ?, true from tasks where public_task_id = ?`,
        [userIds.admin, task],
      ),
    );
    expect(await titlesOf(await makeFeed('admin'))).toEqual([]);
  });

  it('shows reporters their own tasks only', async () => {
    const own = await fixture.submit({ title: 'własne' }, fixture.tokens.reporter);
    await setDue(own);
    const other = await submitDue('cudze');
    await inAcme((tx) =>
      tx.raw(
        `insert into task_watches (organization_id, task_id, user_id, is_watching)
         select organization_id, id, ?, true from tasks where public_task_id = ?`,
        [userIds.reporter, other],
      ),
    );
    expect(await titlesOf(await makeFeed('reporter'))).toEqual(['własne']);
  });

  it('describes a task as an event that blocks no time', async () => {
    const task = await submitDue('Faktura', { assignedUserId: userIds.member });
    await fixture.call('POST', `/api/tasks/${task}/priority`, fixture.tokens.operator, { priority: 'HIGH' });
    const path = await makeFeed('member');
    const { headers, body } = await read(path);
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
    });
    const { calendar, events } = parseCalendar(body);
    expect(calendar).toMatchObject({
      VERSION: '2.0',
      'X-WR-CALNAME': 'Terminy: Organizacja acme',
      'X-PUBLISHED-TTL': 'PT1H',
      'REFRESH-INTERVAL;VALUE=DURATION': 'PT1H',
    });
    const address = `https://acme.obieg.test/task/${task}`;
    expect(events).toEqual([
      {
        UID: `task-${task}-1@obieg`,
        SEQUENCE: '0',
        DTSTAMP: expect.stringMatching(/^\d{8}T\d{6}Z$/),
        DTSTART: '20270301T100000Z',
        DTEND: '20270301T103000Z',
        SUMMARY: 'Faktura',
        TRANSP: 'TRANSPARENT',
        DESCRIPTION: `Status: Nowe\nPriorytet: Wysoki\n${address}`,
        'URL;VALUE=URI': address,
        STATUS: 'CONFIRMED',
        PRIORITY: '3',
        'LAST-MODIFIED': expect.stringMatching(/^\d{8}T\d{6}Z$/),
      },
    ]);
    expect(events[0]?.['LAST-MODIFIED']).toBe(events[0]?.['DTSTAMP']);
  });

  it.each([
    ['separators', 'a, b; c: d \\ e \\n "f"'],
    ['an injected event', 'x\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:obce'],
    ['a line feed', 'x\nATTACH:https://example.com'],
    ['line separators', 'x\u2028BEGIN:VALARM\u0085y\u000bz'],
    ['a folded emoji', `${'ą'.repeat(36)}👩‍👩‍👧${'ę'.repeat(60)}`],
  ])('keeps a title with %s in one event', async (_name, title) => {
    const task = await submitDue('x', { assignedUserId: userIds.member });
    // Past what the API accepts.
    await inAcme((tx) => tx('tasks').where({ public_task_id: task }).update({ title }));
    const { body } = await read(await makeFeed('member'));
    const { events } = parseCalendar(body);
    expect(events.map(({ SUMMARY }) => SUMMARY)).toEqual([title.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')]);
    for (const line of (body as string).split('\r\n'))
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  });

  it('keeps the name of the organization in one property', async () => {
    await inAcme((tx) => tx('organizations').update({ name: 'A, B; C\r\nX-EVIL:1' }));
    const { calendar } = parseCalendar((await read(await makeFeed('member'))).body);
    await inAcme((tx) => tx('organizations').update({ name: 'Organizacja acme' }));
    expect(calendar['X-WR-CALNAME']).toBe('Terminy: A, B; C X-EVIL:1');
    expect(calendar).not.toHaveProperty('X-EVIL');
  });

  it('returns 304 while nothing changes, and a new ETag after a change', async () => {
    const task = await submitDue('Umowa', { assignedUserId: userIds.member });
    const path = await makeFeed('member');
    const first = await read(path);
    const etag = String(first.headers['etag']);
    const again = await read(path, { headers: { 'if-none-match': `W/${etag}` } });
    expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', etag]);
    expect((await read(path)).text).toBe(first.text);
    await setDue(task, '2027-03-02T10:00:00.000Z');
    const changed = await read(path, { headers: { 'if-none-match': etag } });
    expect(changed.status).toBe(200);
    expect(changed.headers['etag']).not.toBe(etag);
  });

  it('is in the language of its owner', async () => {
    const user = { id: userIds.leader, username: 'user15', email: 'user15@obieg.test', systemRoles: [] };
    await fixture.service.applyEvent(
      'obieg.identity.user.changed',
      { ...user, language: 'en' },
      userIds.leader,
    );
    await submitDue('Umowa', { assignedUserId: userIds.leader });
    const { calendar, events } = parseCalendar((await read(await makeFeed('leader'))).body);
    expect(calendar['X-WR-CALNAME']).toBe('Due dates: Organizacja acme');
    expect(events[0]?.['DESCRIPTION']).toContain('Priority: Normal');
  });

  it('has at most 1,000 events: what is due next, then what is overdue for the shortest time', async () => {
    const [past, longPast] = ['2021-01-01T00:00:00Z', '2020-01-01T00:00:00Z'];
    await submitDue('zaległe', { assignedUserId: userIds.workflowManager }, past);
    await submitDue('dawno zaległe', { assignedUserId: userIds.workflowManager }, longPast);
    const copied = await submitDue('wzór', { assignedUserId: userIds.workflowManager });
    await copyTask(copied, calendarEventMax - 2);
    const titles = await titlesOf(await makeFeed('workflowManager'));
    expect(titles).toHaveLength(calendarEventMax);
    expect(titles[0]).toBe('zaległe');
    expect(titles).not.toContain('dawno zaległe');
    // A join of the tasks with each other would take seconds in a large organization.
    const plan = await inAcme(async (tx) => {
      const owner = await findRecipient(tx, userIds.workflowManager);
      if (!owner) throw new Error('The owner is no member');
      const { sql, bindings } = selectDueTasks(tx, owner.actor).toSQL();
      const { rows } = await tx.raw<{ rows: Record<string, string>[] }>(`explain ${sql}`, [...bindings]);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toMatch(/Index Scan using tasks_pkey on tasks/);
  });
});
