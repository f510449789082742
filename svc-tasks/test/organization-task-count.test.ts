import { organizationTaskCountMax } from '@obieg/contracts';
import { withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture, type TestUser, userIds } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

const pathOf = (id: number | string) => `/api/tasks/organizations/${id}/count`;
const count = async (id: number) =>
  (await fixture.call('GET', pathOf(id), fixture.tokens.superAdmin)).body.taskCount;

describe('GET /api/tasks/organizations/{id}/count', () => {
  it('rejects visitors with 401 and callers who may not delete organizations with 403', async () => {
    const { acme, tokens, call } = fixture;
    expect((await call('GET', pathOf(acme.id))).status).toBe(401);
    const others = (Object.keys(tokens) as TestUser[]).filter(
      (user) => user !== 'superAdmin' && user !== 'globexAdmin',
    );
    for (const user of others)
      expect({ user, status: (await call('GET', pathOf(acme.id), tokens[user])).status }).toEqual({
        user,
        status: 403,
      });
    const own = await fixture.callGlobex('GET', pathOf(fixture.globex.id), tokens.globexAdmin);
    expect(own.status).toBe(403);
  });

  it('counts the tasks that the caller may see and that are not deleted', async () => {
    const { acme, globex, tokens, submit } = fixture;
    expect([await count(acme.id), await count(globex.id)]).toEqual([0, 0]);
    const id = await submit();
    const hidden = await submit({ visibleGroupIds: [6] }, tokens.member);
    expect([await count(acme.id), await count(globex.id)]).toEqual([1, 0]);
    expect((await fixture.call('GET', `/api/tasks/${hidden}`, tokens.superAdmin)).status).toBe(404);
    await submit({ visibleGroupIds: [6] }, tokens.superAdmin);
    expect(await count(acme.id)).toBe(2);
    await fixture.call('DELETE', `/api/tasks/${id}`, tokens.operator);
    expect(await count(acme.id)).toBe(1);
  });

  it('counts the tasks of another organization, from there and from the main domain', async () => {
    const { acme, globex, service, tokens } = fixture;
    await service.request('POST', '/api/tasks', {
      organization: globex,
      token: tokens.globexAdmin,
      body: { title: 'Zadanie' },
    });
    const onMainDomain = await service.request('GET', pathOf(globex.id), {
      token: service.identity.sign({ userId: userIds.superAdmin, organizationId: null }),
    });
    expect(onMainDomain.status).toBe(200);
    expect(onMainDomain.body.taskCount).toBe(await count(globex.id));
    expect(await count(acme.id)).toBe(1);
  });

  it('stops at the maximum', async () => {
    const { acme, service } = fixture;
    await withOrganization(service.db, acme.id, (tx) =>
      tx.raw(
        `insert into tasks (organization_id, public_task_id, title, status_id, priority, answers)
         select organization_id, public_task_id + n, title, status_id, priority, answers
           from (select * from tasks order by id limit 1) t, generate_series(1, ?) n`,
        [organizationTaskCountMax],
      ),
    );
    expect(await count(acme.id)).toBe(organizationTaskCountMax);
  });

  it('returns 404 for an organization that does not exist', async () => {
    for (const id of [999, 'x', 0])
      expect((await fixture.call('GET', pathOf(id), fixture.tokens.superAdmin)).status).toBe(404);
  });
});
