import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createIdentityClient, createKeySet, createLog } from '@obieg/service-kit';
import type { createTestIdentity } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMultipart, multipartType, png } from './attachment-files';
import { type Fixture, startFixture, userIds } from './fixture';
import { submission } from './tasks-service';

/** Starts a fake svc-identity that serves only the key set, which is all that svc-tasks calls. */
const startKeySetServer = async () => {
  let identity: ReturnType<typeof createTestIdentity> | undefined;
  let isDown = false;
  let requestCount = 0;
  const server = createServer((request, response) => {
    requestCount += 1;
    if (isDown) return request.socket.destroy();
    const key = identity?.publicKey.export({ format: 'jwk' });
    response.end(JSON.stringify({ keys: [{ ...key, kid: identity?.keyId, alg: 'RS256', use: 'sig' }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    requestCount: () => requestCount,
    setDown: (value: boolean): void => {
      isDown = value;
    },
    close: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    /** Creates a key set whose keys expire immediately, so that each request refreshes it. */
    createKeySet: (owner: ReturnType<typeof createTestIdentity>) => {
      identity = owner;
      return createKeySet({
        ...createIdentityClient(() => [`http://127.0.0.1:${port}`]),
        log: createLog('test', 'silent'),
        cooldownMs: -1,
        maxAgeMs: -1,
      });
    },
  };
};

describe('during an outage of svc-identity and svc-workflow', () => {
  let keySetServer: Awaited<ReturnType<typeof startKeySetServer>>;
  let fixture: Fixture;
  let requestsBefore: number;
  let id: number;
  beforeAll(async () => {
    keySetServer = await startKeySetServer();
    fixture = await startFixture({ createKeySet: keySetServer.createKeySet });
    id = await fixture.submit({}, fixture.tokens.member);
    requestsBefore = keySetServer.requestCount();
    expect(requestsBefore).toBeGreaterThan(0);
    keySetServer.setDown(true);
  });
  afterAll(async () => {
    // The service tried to refresh the keys, but requests did not wait for that.
    expect(keySetServer.requestCount()).toBeGreaterThan(requestsBefore);
    await keySetServer.close();
    await fixture.service.close();
  });

  /** Signs a token of a new session, so that the service must verify it with the key. */
  const signToken = (userId: number): string =>
    fixture.service.identity.sign({ userId, organizationId: fixture.acme.id });
  const callAs = (userId: number, method: string, part: string, body?: object) =>
    fixture.call(method, `/api/tasks${part}`, signToken(userId), body);

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
  ])('GET /api/tasks%s succeeds', async (part) => {
    expect((await callAs(userIds.operator, 'GET', part.replace(':id', String(id)))).status).toBe(200);
  });

  it('a task is processed from submission to its final status, with the last known permissions and workflow', async () => {
    const submitted = await callAs(userIds.member, 'POST', '', submission);
    expect(submitted.status).toBe(201);
    const task = `/${submitted.body.publicTaskId}`;
    expect((await callAs(userIds.operator, 'POST', `${task}/comment`, { content: 'Jadę' })).status).toBe(201);
    expect(
      (await callAs(userIds.groupMember, 'POST', `${task}/assign`, { assignmentType: 'ASSIGN_TO_ME' }))
        .status,
    ).toBe(200);
    expect((await callAs(userIds.member, 'POST', `${task}/priority`, { priority: 'HIGH' })).status).toBe(403);
    expect((await callAs(userIds.operator, 'POST', `${task}/priority`, { priority: 'HIGH' })).status).toBe(
      200,
    );
    const edited = await callAs(userIds.operator, 'PUT', task, { title: 'Tajne', visibleGroupIds: [6] });
    expect(edited.status).toBe(200);
    expect((await callAs(userIds.operator, 'GET', task)).status).toBe(404);
    const { status, body } = await fixture.service.request('POST', `/api/tasks${task}/attachments`, {
      organization: fixture.acme,
      token: signToken(userIds.groupMember),
      rawBody: buildMultipart({ filename: 'a.png', content: png }),
      headers: { 'content-type': multipartType },
    });
    expect(status).toBe(201);
    const download = `${task}/attachments/${body.attachment.id}/download`;
    expect((await callAs(userIds.leader, 'GET', download)).status).toBe(200);
    const forbidden = await callAs(userIds.member, 'POST', `${task}/transition`, { transitionId: 4 });
    expect(forbidden.status).toBe(403);
    const run = (transitionId: number, workflowParameters: object = {}) =>
      callAs(userIds.groupMember, 'POST', `${task}/transition`, { transitionId, workflowParameters });
    expect((await run(2)).body.task.statusName).toBe('W toku');
    expect((await run(5, { '3': '' })).status).toBe(422);
    expect((await run(5, { '3': '2' })).body.task.statusName).toBe('Zakończone');
    const listed = (await callAs(userIds.groupMember, 'GET', '?statusTypes=FINAL')).body.tasks;
    expect(listed).toMatchObject([{ title: 'Tajne', statusName: 'Zakończone', priority: 'HIGH' }]);
  });

  it('visitors submit and read tasks', async () => {
    const taskId = await fixture.submit();
    expect((await fixture.call('GET', `/api/tasks/${taskId}`)).status).toBe(200);
  });

  it('a token with an invalid signature is rejected with 401', async () => {
    const [head, claims, signature = ''] = signToken(userIds.operator).split('.');
    const forged = [head, claims, signature.split('').reverse().join('')].join('.');
    expect((await fixture.call('GET', '/api/tasks', forged)).status).toBe(401);
  });
});

describe('a process that starts without keys during an outage of svc-identity', () => {
  it('serves visitors, returns 503 to members, and authenticates them after the outage', async () => {
    const keySetServer = await startKeySetServer();
    keySetServer.setDown(true);
    const fixture = await startFixture({ createKeySet: keySetServer.createKeySet });
    const taskId = await fixture.submit();
    expect((await fixture.call('GET', `/api/tasks/${taskId}`)).status).toBe(200);
    // A 401 would make the screens sign out.
    const response = await fixture.call('GET', '/api/tasks', fixture.tokens.member);
    expect([response.status, response.headers['retry-after']]).toEqual([503, '2']);
    keySetServer.setDown(false);
    expect((await fixture.call('GET', '/api/tasks', fixture.tokens.member)).status).toBe(200);
    await keySetServer.close();
    await fixture.service.close();
  });
});
