import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createIdentityClient, createKeySet, createLog } from '@obieg/service-kit';
import type { createTestIdentity } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Acme, people, startAcme } from './acme';
import { multipart, multipartType, png } from './files';
import { submission } from './tasks-service';

/** svc-identity as far as svc-tasks ever calls it: the page with its keys. While it is away no call is answered. */
const startKeysPage = async () => {
  let identity: ReturnType<typeof createTestIdentity> | undefined;
  let isAway = false;
  let timesAsked = 0;
  const server = createServer((request, response) => {
    timesAsked += 1;
    if (isAway) return request.socket.destroy();
    const key = identity?.publicKey.export({ format: 'jwk' });
    response.end(JSON.stringify({ keys: [{ ...key, kid: identity?.keyId, alg: 'RS256', use: 'sig' }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    timesAsked: () => timesAsked,
    setAway: (value: boolean): void => {
      isAway = value;
    },
    close: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    /** Keys that are too old as soon as they have been read. */
    readKeys: (owner: ReturnType<typeof createTestIdentity>) => {
      identity = owner;
      return createKeySet({
        ...createIdentityClient(`http://127.0.0.1:${port}`),
        log: createLog('test', 'silent'),
        cooldownMs: -1,
        maxAgeMs: -1,
      });
    },
  };
};

describe('while svc-identity and svc-workflow are away', () => {
  let page: Awaited<ReturnType<typeof startKeysPage>>;
  let house: Acme;
  let asked: number;
  let id: number;
  beforeAll(async () => {
    page = await startKeysPage();
    house = await startAcme({ readKeys: page.readKeys });
    id = await house.submit({}, house.tokens.member);
    asked = page.timesAsked();
    expect(asked).toBeGreaterThan(0);
    page.setAway(true);
  });
  afterAll(async () => {
    // It was asked for newer keys all the time, and nobody waited for them.
    expect(page.timesAsked()).toBeGreaterThan(asked);
    await page.close();
    await house.tasks.close();
  });

  /** Of a session that this process has never seen, so that it needs the key once more. */
  const newToken = (userId: number): string =>
    house.tasks.identity.sign({ userId, organizationId: house.acme.id });
  const as = (userId: number, method: string, part: string, body?: object) =>
    house.call(method, `/api/tasks${part}`, newToken(userId), body);

  it.each([
    ['?search=drukarka&statusTypes=INITIAL'],
    ['/:id'],
    ['/:id/comments'],
    ['/:id/transitions'],
    ['/:id/status-history'],
    ['/:id/assignment-history'],
    ['/:id/change-history'],
    ['/:id/parameters'],
    ['/:id/assignees?searchTerm=user'],
  ])('%s is answered', async (part) => {
    expect((await as(people.operator, 'GET', part.replace(':id', String(id)))).status).toBe(200);
  });

  it('a task goes all its way, with permissions, groups and the workflow as they were', async () => {
    const submitted = await as(people.member, 'POST', '', submission);
    expect(submitted.status).toBe(201);
    const task = `/${submitted.body.publicTaskId}`;
    expect((await as(people.operator, 'POST', `${task}/comment`, { content: 'Jadę' })).status).toBe(201);
    expect((await as(people.it, 'POST', `${task}/assign`, { assignmentType: 'ASSIGN_TO_ME' })).status).toBe(
      200,
    );
    expect((await as(people.member, 'POST', `${task}/priority`, { priority: 'HIGH' })).status).toBe(403);
    expect((await as(people.operator, 'POST', `${task}/priority`, { priority: 'HIGH' })).status).toBe(200);
    const edited = await as(people.operator, 'PUT', task, { title: 'Tajne', visibleGroupIds: [6] });
    expect(edited.status).toBe(200);
    expect((await as(people.operator, 'GET', task)).status).toBe(404);
    const { status, body } = await house.tasks.request('POST', `/api/tasks${task}/attachments`, {
      organization: house.acme,
      token: newToken(people.it),
      rawBody: multipart({ filename: 'a.png', content: png }),
      headers: { 'content-type': multipartType },
    });
    expect(status).toBe(201);
    const download = `${task}/attachments/${body.attachment.id}/download`;
    expect((await as(people.leader, 'GET', download)).status).toBe(200);
    const forbidden = await as(people.member, 'POST', `${task}/transition`, { transitionId: 4 });
    expect(forbidden.status).toBe(403);
    const run = (transitionId: number, workflowParameters: object = {}) =>
      as(people.it, 'POST', `${task}/transition`, { transitionId, workflowParameters });
    expect((await run(2)).body.task.statusName).toBe('W toku');
    expect((await run(5)).status).toBe(422);
    expect((await run(5, { '3': '2' })).body.task.statusName).toBe('Zakończone');
    const listed = (await as(people.it, 'GET', '?statusTypes=FINAL')).body.tasks;
    expect(listed).toMatchObject([{ title: 'Tajne', statusName: 'Zakończone', priority: 'HIGH' }]);
  });

  it('visitors submit and read', async () => {
    const number = await house.submit();
    expect((await house.call('GET', `/api/tasks/${number}`)).status).toBe(200);
  });

  it('a bad token is still refused', async () => {
    const [head, claims, signature = ''] = newToken(people.operator).split('.');
    const forged = [head, claims, signature.split('').reverse().join('')].join('.');
    expect((await house.call('GET', '/api/tasks', forged)).status).toBe(401);
  });
});

describe('a process that starts while svc-identity is away, and that has never read its keys', () => {
  it('serves visitors, asks members to try again, and knows them once svc-identity is back', async () => {
    const page = await startKeysPage();
    page.setAway(true);
    const house = await startAcme({ readKeys: page.readKeys });
    const number = await house.submit();
    expect((await house.call('GET', `/api/tasks/${number}`)).status).toBe(200);
    // Never 401: the screens would sign out on it.
    const answer = await house.call('GET', '/api/tasks', house.tokens.member);
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '2']);
    page.setAway(false);
    expect((await house.call('GET', '/api/tasks', house.tokens.member)).status).toBe(200);
    await page.close();
    await house.tasks.close();
  });
});
