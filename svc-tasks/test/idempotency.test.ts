import { recordedEvents } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture, userIds } from './fixture';
import { submission, type TestOrganization } from './tasks-service';

const repeat = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
  // Opens all connections of the pool, so that the tested requests run concurrently from the start.
  await Promise.all(repeat(50, () => fixture.call('GET', '/api/tasks', fixture.tokens.member)));
});
afterAll(() => fixture.service.close());

interface Sent {
  body?: object;
  token?: string | undefined;
  organization?: TestOrganization;
  headers?: Record<string, string>;
}
const send = (
  key: string,
  { body = submission, token, organization = fixture.acme, headers = {} }: Sent = {},
) =>
  fixture.service.request('POST', '/api/tasks', {
    organization,
    token,
    body,
    headers: { 'idempotency-key': key, ...headers },
  });
const hasTitle =
  (title: string) =>
  ({ data }: { data: unknown }): boolean =>
    (data as { title: string }).title === title;
/** Lists the ids of the created tasks with this title. Each task has one event. */
const listCreatedIds = async (title: string): Promise<number[]> =>
  (await recordedEvents(fixture.service.db.knex, 'obieg.tasks.task.changed'))
    .filter(hasTitle(title))
    .map(({ data }) => (data as { publicTaskId: number }).publicTaskId);

describe('fifty concurrent submissions with one idempotency key', () => {
  it('create one task and get the same response', async () => {
    const body = { ...submission, title: 'Pięćdziesiąt' };
    const responses = await Promise.all(repeat(50, () => send('one-key-for-all', { body })));
    const [first] = responses;
    expect(first?.status).toBe(201);
    for (const response of responses) expect([response.status, response.body]).toEqual([201, first?.body]);
    expect(await listCreatedIds('Pięćdziesiąt')).toEqual([first?.body.publicTaskId]);
    const { statusHistory } = (
      await fixture.call(
        'GET',
        `/api/tasks/${first?.body.publicTaskId}/status-history`,
        fixture.tokens.member,
      )
    ).body;
    expect(statusHistory).toHaveLength(1);
  });

  it('and two bodies create one task, and the other body gets 409', async () => {
    const bodies = ['Pierwsza treść', 'Druga treść'].map((title) => ({ ...submission, title }));
    const responses = await Promise.all(
      repeat(50, (index) => send('one-key-two-bodies', { body: bodies[index % 2] ?? {} })),
    );
    const statusesOf = (half: number) =>
      new Set(responses.filter((_, index) => index % 2 === half).map(({ status }) => status));
    expect([statusesOf(0), statusesOf(1)].map((codes) => [...codes]).toSorted()).toEqual([[201], [409]]);
    const created = [...(await listCreatedIds('Pierwsza treść')), ...(await listCreatedIds('Druga treść'))];
    expect(created).toHaveLength(1);
    for (const { body } of responses.filter(({ status }) => status === 201))
      expect(body.publicTaskId).toBe(created[0]);
  });

  it('from five callers create one task per caller', async () => {
    const { acme, globex, tokens } = fixture;
    const body = { ...submission, title: 'Pięć osób' };
    const callers: Sent[] = [
      { organization: acme },
      { organization: acme, token: tokens.member },
      { organization: acme, token: tokens.operator },
      { organization: globex },
      { organization: globex, token: tokens.globexAdmin },
    ];
    const responses = await Promise.all(
      repeat(50, (index) => send('one-key-five-callers', { ...callers[index % 5], body })),
    );
    const idsByCaller = callers.map(
      (_, caller) =>
        new Set(responses.filter((_, index) => index % 5 === caller).map(({ body }) => body.publicTaskId)),
    );
    expect(idsByCaller.map(({ size }) => size)).toEqual([1, 1, 1, 1, 1]);
    const created = await listCreatedIds('Pięć osób');
    expect(new Set(created)).toEqual(new Set(idsByCaller.flatMap((ids) => [...ids])));
    expect(created).toHaveLength(5);
  });

  it('create one task after a submission with the key was rejected', async () => {
    const rejected = await send('rejected-at-first', { body: { ...submission, title: ' ' } });
    expect(rejected.status).toBe(422);
    const invalid = { ...submission, title: 'Po odmowie', workflowParameters: { '1': 'Inne' } };
    expect((await send('rejected-at-first', { body: invalid })).status).toBe(422);
    const body = { ...submission, title: 'Po odmowie' };
    const responses = await Promise.all(repeat(50, () => send('rejected-at-first', { body })));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await listCreatedIds('Po odmowie')).toHaveLength(1);
    expect((await send('rejected-at-first', { body: invalid })).status).toBe(409);
  });
});

describe('a repeated idempotency key', () => {
  it('returns the first response even if the user and the language changed', async () => {
    const { service, acme } = fixture;
    const first = await send('answered-before');
    expect(first.body.needsEmailVerification).toBe(true);
    await service.addMember(acme, 40, ['REPORTER']);
    await service.applyEvent(
      'obieg.identity.user.changed',
      { id: 40, username: 'jan', email: submission.createdByEmail, systemRoles: [] },
      40,
    );
    const again = await send('answered-before', { headers: { 'accept-language': 'en' } });
    expect([again.status, again.body]).toEqual([201, first.body]);
  });

  it('returns only the first response after the task was restricted or deleted', async () => {
    const { call, tokens } = fixture;
    const body = { ...submission, title: 'Zniknie' };
    const first = await send('hidden-meanwhile', { body });
    const path = `/api/tasks/${first.body.publicTaskId}`;
    await call('PUT', path, tokens.operator, { title: 'Tajne', visibleUserIds: [userIds.operator] });
    expect((await send('hidden-meanwhile', { body })).body).toEqual(first.body);
    expect((await call('GET', path)).status).toBe(404);
    expect((await call('DELETE', path, tokens.operator)).status).toBe(204);
    expect((await send('hidden-meanwhile', { body })).body).toEqual(first.body);
    expect(await listCreatedIds('Zniknie')).toHaveLength(1);
  });
});

describe('an idempotency key', () => {
  it('must have 8 to 200 visible characters', async () => {
    for (const key of ['short', 'x'.repeat(201), 'with a space in it'])
      expect((await send(key)).status).toBe(400);
    expect((await send('x'.repeat(200))).status).toBe(201);
  });
});

describe('GET /openapi.json', () => {
  it('documents the Idempotency-Key header for the endpoints that read it', async () => {
    const { body } = await fixture.service.request('GET', '/openapi.json');
    const endpoints = Object.entries(
      body.paths as Record<string, Record<string, { parameters?: object[] }>>,
    ).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { parameters = [] }]) => JSON.stringify(parameters).includes('"idempotency-key"'))
        .map(([method]) => `${method} ${path}`),
    );
    expect(endpoints.sort()).toEqual([
      'post /api/canned-replies',
      'post /api/task-views',
      'post /api/tasks',
      'post /api/tasks/bulk',
      'post /api/tasks/{publicTaskId}/attachments',
      'post /api/tasks/{publicTaskId}/comment',
      'post /api/tasks/{publicTaskId}/reporter-access/attachments',
      'post /api/tasks/{publicTaskId}/reporter-access/comment',
      'post /api/webhooks',
    ]);
  });
});

describe('POST with a repeated idempotency key', () => {
  it.each([
    ['/api/canned-replies', 'replies', { name: 'Raz', content: 'Dziękujemy.' }],
    [
      '/api/task-views',
      'views',
      { name: 'Raz', query: {}, sort: { by: 'priority', direction: 'desc' }, columns: ['title'] },
    ],
  ])('to %s creates one and returns the first response', async (path, list, body) => {
    const post = (more: object = {}) =>
      fixture.call(
        'POST',
        path,
        fixture.tokens.operator,
        { ...body, ...more },
        {
          'idempotency-key': `key-of-${list}`,
        },
      );
    const [first, again] = [await post(), await post()];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect((await post({ name: 'Inna' })).status).toBe(409);
    const { body: listed } = await fixture.call('GET', path, fixture.tokens.operator);
    expect(listed[list]).toHaveLength(1);
  });
});
