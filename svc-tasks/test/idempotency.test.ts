import { recordedEvents } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Acme, people, startAcme } from './acme';
import { submission, type TestOrganization } from './tasks-service';

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

let house: Acme;
beforeAll(async () => {
  house = await startAcme();
  // With all connections open already, as many submissions as they are run beside each other from the first on.
  await Promise.all(times(50, () => house.call('GET', '/api/tasks', house.tokens.member)));
});
afterAll(() => house.tasks.close());

interface Sent {
  body?: object;
  token?: string | undefined;
  organization?: TestOrganization;
  headers?: Record<string, string>;
}
const send = (
  key: string,
  { body = submission, token, organization = house.acme, headers = {} }: Sent = {},
) =>
  house.tasks.request('POST', '/api/tasks', {
    organization,
    token,
    body,
    headers: { 'idempotency-key': key, ...headers },
  });
const isOfTitle =
  (title: string) =>
  ({ data }: { data: unknown }): boolean =>
    (data as { title: string }).title === title;
/** The numbers of the tasks of this title that were made: each is told of once. */
const madeWith = async (title: string): Promise<number[]> =>
  (await recordedEvents(house.tasks.db.knex, 'obieg.tasks.task.changed'))
    .filter(isOfTitle(title))
    .map(({ data }) => (data as { publicTaskId: number }).publicTaskId);

describe('fifty submissions with one key', () => {
  it('make one task, and each gets the same answer', async () => {
    const body = { ...submission, title: 'Pięćdziesiąt' };
    const answers = await Promise.all(times(50, () => send('one-key-for-all', { body })));
    const [first] = answers;
    expect(first?.status).toBe(201);
    for (const { status, body: said } of answers) expect([status, said]).toEqual([201, first?.body]);
    expect(await madeWith('Pięćdziesiąt')).toEqual([first?.body.publicTaskId]);
    const { statusHistory } = (
      await house.call('GET', `/api/tasks/${first?.body.publicTaskId}/status-history`, house.tokens.member)
    ).body;
    expect(statusHistory).toHaveLength(1);
  });

  it('and two contents make one task; the other content is told so', async () => {
    const bodies = ['Pierwsza treść', 'Druga treść'].map((title) => ({ ...submission, title }));
    const answers = await Promise.all(
      times(50, (index) => send('one-key-two-bodies', { body: bodies[index % 2] ?? {} })),
    );
    const codesOf = (half: number) => new Set(answers.filter((_, i) => i % 2 === half).map((a) => a.status));
    expect([codesOf(0), codesOf(1)].map((codes) => [...codes]).toSorted()).toEqual([[201], [409]]);
    const made = [...(await madeWith('Pierwsza treść')), ...(await madeWith('Druga treść'))];
    expect(made).toHaveLength(1);
    for (const { body } of answers.filter(({ status }) => status === 201))
      expect(body.publicTaskId).toBe(made[0]);
  });

  it('by five callers make a task for each', async () => {
    const { acme, globex, tokens } = house;
    const body = { ...submission, title: 'Pięć osób' };
    const callers: Sent[] = [
      { organization: acme },
      { organization: acme, token: tokens.member },
      { organization: acme, token: tokens.operator },
      { organization: globex },
      { organization: globex, token: tokens.foreign },
    ];
    const answers = await Promise.all(
      times(50, (index) => send('one-key-five-callers', { ...callers[index % 5], body })),
    );
    const numbersOf = callers.map(
      (_, caller) =>
        new Set(answers.filter((_, index) => index % 5 === caller).map((answer) => answer.body.publicTaskId)),
    );
    expect(numbersOf.map(({ size }) => size)).toEqual([1, 1, 1, 1, 1]);
    const made = await madeWith('Pięć osób');
    expect(new Set(made)).toEqual(new Set(numbersOf.flatMap((numbers) => [...numbers])));
    expect(made).toHaveLength(5);
  });

  it('after one that was refused make one task', async () => {
    const refused = await send('refused-at-first', { body: { ...submission, title: ' ' } });
    expect(refused.status).toBe(422);
    const wrong = { ...submission, title: 'Po odmowie', workflowParameters: { '1': 'Inne' } };
    expect((await send('refused-at-first', { body: wrong })).status).toBe(422);
    const body = { ...submission, title: 'Po odmowie' };
    const answers = await Promise.all(times(50, () => send('refused-at-first', { body })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await madeWith('Po odmowie')).toHaveLength(1);
    expect((await send('refused-at-first', { body: wrong })).status).toBe(409);
  });
});

describe('a key that was answered', () => {
  it('is answered so again, whatever has become true since', async () => {
    const { tasks, acme } = house;
    const first = await send('answered-before');
    expect(first.body.needsEmailVerification).toBe(true);
    await tasks.addMember(acme, 40, ['REPORTER']);
    await tasks.tell(
      'obieg.identity.user.changed',
      { id: 40, username: 'jan', email: submission.createdByEmail, systemRoles: [] },
      40,
    );
    const again = await send('answered-before', { headers: { 'accept-language': 'en' } });
    expect([again.status, again.body]).toEqual([201, first.body]);
  });

  it('shows nothing of a task that was hidden or deleted meanwhile', async () => {
    const { call, tokens } = house;
    const body = { ...submission, title: 'Zniknie' };
    const first = await send('hidden-meanwhile', { body });
    const path = `/api/tasks/${first.body.publicTaskId}`;
    await call('PUT', path, tokens.operator, { title: 'Tajne', visibleUserIds: [people.operator] });
    expect((await send('hidden-meanwhile', { body })).body).toEqual(first.body);
    expect((await call('GET', path)).status).toBe(404);
    expect((await call('DELETE', path, tokens.operator)).status).toBe(204);
    expect((await send('hidden-meanwhile', { body })).body).toEqual(first.body);
    expect(await madeWith('Zniknie')).toHaveLength(1);
  });

  it('has 8 to 200 visible characters', async () => {
    for (const key of ['short', 'x'.repeat(201), 'with a space in it'])
      expect((await send(key)).status).toBe(400);
    expect((await send('x'.repeat(200))).status).toBe(201);
  });
});

describe('the description', () => {
  it('names the header where it is read', async () => {
    const { body } = await house.tasks.request('GET', '/openapi.json');
    const naming = Object.entries(
      body.paths as Record<string, Record<string, { parameters?: object[] }>>,
    ).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { parameters = [] }]) => JSON.stringify(parameters).includes('"idempotency-key"'))
        .map(([method]) => `${method} ${path}`),
    );
    expect(naming.sort()).toEqual([
      'post /api/tasks',
      'post /api/tasks/{publicTaskId}/attachments',
      'post /api/tasks/{publicTaskId}/comment',
    ]);
  });
});
