import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture, type TestUser } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

const path = '/api/tasks/status-counts';
/** Returns the number of tasks of all statuses. */
const count = async (user: TestUser): Promise<number> => {
  const { body } = await fixture.call('GET', path, fixture.tokens[user]);
  return body.counts.reduce((total: number, { tasks }: { tasks: number }) => total + tasks, 0);
};

describe('GET /api/tasks/status-counts', () => {
  it('rejects visitors with 401 and reporters with 403', async () => {
    expect((await fixture.call('GET', path)).status).toBe(401);
    expect((await fixture.call('GET', path, fixture.tokens.reporter)).status).toBe(403);
  });

  it('counts tasks by their current status', async () => {
    const id = await fixture.submit();
    const read = async () => (await fixture.call('GET', path, fixture.tokens.workflowManager)).body.counts;
    const [before] = await read();
    expect(before.tasks).toBeGreaterThan(0);
    const { status } = await fixture.call('POST', `/api/tasks/${id}/transition`, fixture.tokens.operator, {
      transitionId: 2,
    });
    expect(status).toBe(200);
    const after = await read();
    expect(after).toHaveLength(before.tasks === 1 ? 1 : 2);
    expect(after.some(({ statusId }: { statusId: number }) => statusId !== before.statusId)).toBe(true);
  });

  it('counts a restricted task only for its readers, without an exception for administrators', async () => {
    const users = ['member', 'groupMember', 'admin', 'workflowManager', 'operator'] as const;
    const before = await Promise.all(users.map(count));
    await fixture.submit({ visibleGroupIds: [6] }, fixture.tokens.member);
    const after = await Promise.all(users.map(count));
    expect(after.map((number, index) => number - (before[index] ?? 0))).toEqual([1, 1, 0, 0, 0]);
  });

  it('counts neither deleted tasks nor tasks of another organization', async () => {
    const before = await count('operator');
    const id = await fixture.submit();
    expect(await count('operator')).toBe(before + 1);
    await fixture.call('DELETE', `/api/tasks/${id}`, fixture.tokens.operator);
    expect(await count('operator')).toBe(before);
    expect((await fixture.callGlobex('GET', path, fixture.tokens.globexAdmin)).body.counts).toEqual([]);
  });
});
