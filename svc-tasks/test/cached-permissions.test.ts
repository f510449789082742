import type { OrganizationRoleCode } from '@obieg/contracts';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Fixture, startFixture } from './fixture';
import { submission } from './tasks-service';

let fixture: Fixture;
const userId = 70;
let token: string;
beforeAll(async () => {
  fixture = await startFixture();
  token = await fixture.service.addMember(fixture.acme, userId, ['OPERATOR']);
});
afterAll(() => fixture.service.close());

const setRoles = (...roles: OrganizationRoleCode[]) => fixture.service.addMember(fixture.acme, userId, roles);

/** The first request makes the service cache the caller's permissions. */
beforeEach(async () => {
  await setRoles('OPERATOR');
  expect((await fixture.call('GET', '/api/tasks', token)).status).toBe(200);
});

describe('a caller whose roles changed after the last request', () => {
  it('lists tasks by the new roles', async () => {
    const visitorTask = await fixture.submit();
    expect(await fixture.listTaskIds(token)).toContain(visitorTask);
    await setRoles('REPORTER');
    expect(await fixture.listTaskIds(token)).not.toContain(visitorTask);
    await setRoles('MEMBER');
    expect(await fixture.listTaskIds(token)).toContain(visitorTask);
  });

  it('views a task by the new roles', async () => {
    const id = await fixture.submit();
    const getCreatedBy = async () =>
      (await fixture.call('GET', `/api/tasks/${id}`, token)).body.task.createdBy;
    expect(await getCreatedBy()).toBe('jan@example.com');
    await setRoles('REPORTER');
    expect(await getCreatedBy()).toBe('j***@example.com');
  });

  it('runs transitions by the new roles', async () => {
    const id = await fixture.submit();
    const runTransition = (transitionId: number) =>
      fixture.call('POST', `/api/tasks/${id}/transition`, token, { transitionId });
    await setRoles('REPORTER');
    expect((await runTransition(2)).status).toBe(403);
    await setRoles('MEMBER');
    expect((await runTransition(2)).status).toBe(200);
  });

  it('gets 401 after the membership ends, and nothing is written', async () => {
    const id = await fixture.submit();
    const before = await fixture.countTasks();
    await setRoles();
    const responses = await Promise.all([
      fixture.call('GET', '/api/tasks', token),
      fixture.call('GET', `/api/tasks/${id}`, token),
      fixture.call('GET', `/api/tasks/${id}/transitions`, token),
      fixture.call('POST', '/api/tasks', token, submission),
      fixture.call('POST', `/api/tasks/${id}/transition`, token, { transitionId: 2 }),
      fixture.call('POST', `/api/tasks/${id}/comment`, token, { content: 'Jeszcze tu jestem' }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401]);
    expect(await fixture.countTasks()).toBe(before);
    const { body } = await fixture.call('GET', `/api/tasks/${id}/comments`, fixture.tokens.operator);
    expect(body.comments).toEqual([]);
  });

  it('submits one task', async () => {
    const before = await fixture.countTasks();
    await setRoles('MEMBER');
    const { status, body } = await fixture.call('POST', '/api/tasks', token, {
      ...submission,
      assignedUserId: userId,
    });
    expect(status).toBe(201);
    expect(await fixture.countTasks()).toBe(before + 1);
    const { body: shown } = await fixture.call('GET', `/api/tasks/${body.publicTaskId}`, token);
    expect(shown.task).toMatchObject({ assignedUserId: userId, createdBy: 'user70@obieg.test' });
  });

  it('gets 422 for an invalid submission', async () => {
    await setRoles('MEMBER');
    const { status, body } = await fixture.call('POST', '/api/tasks', token, { ...submission, title: ' ' });
    expect(status).toBe(422);
    expect(body.errors).toEqual([expect.objectContaining({ field: 'title' })]);
  });
});

describe('a caller whose permissions are cached', () => {
  const recordStatements = async (act: () => Promise<unknown>): Promise<string[]> => {
    const statements: string[] = [];
    const record = ({ sql }: { sql: string }) => statements.push(sql);
    fixture.service.db.knex.on('query', record);
    await act();
    fixture.service.db.knex.off('query', record);
    return statements;
  };

  it('is authorized without loading the permissions again', async () => {
    const id = await fixture.submit({}, token);
    for (const [method, path, body] of [
      ['GET', '/api/tasks'],
      ['GET', `/api/tasks/${id}`],
      ['GET', `/api/tasks/${id}/transitions`],
      ['POST', '/api/tasks', submission],
      ['POST', `/api/tasks/${id}/comment`, { content: 'Już sprawdzam' }],
      ['POST', `/api/tasks/${id}/transition`, { transitionId: 2 }],
    ] as const) {
      const statements = await recordStatements(() => fixture.call(method, path, token, body));
      expect(statements.length, path).toBeGreaterThan(0);
      expect(statements.join(), path).not.toContain('find_member');
    }
  });

  it('has no permissions in another organization', async () => {
    const globexToken = fixture.service.identity.sign({ userId, organizationId: fixture.globex.id });
    expect((await fixture.callGlobex('GET', '/api/tasks', globexToken)).status).toBe(503);
    expect((await fixture.callGlobex('GET', '/api/tasks', token)).status).toBe(401);
  });
});
