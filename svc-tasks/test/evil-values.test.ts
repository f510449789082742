import { type SavedTaskView, sortDirections, taskOrders } from '@obieg/contracts';
import { withOrganization } from '@obieg/service-kit';
import { attackWithEvilValues } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, startFixture, userIds } from './fixture';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.service.close());

const evilFilters = { createdFrom: '0000-01-01T00:00:00Z', updatedBefore: '9999-12-31T23:59:59-23:59' };
const list = (query: Record<string, string>) =>
  fixture.call('GET', `/api/tasks?${new URLSearchParams(query)}`, fixture.tokens.operator);

describe('times, numbers and ids that JavaScript and PostgreSQL do not both know', () => {
  it('lead to no server error in any parameter or body', async () => {
    const { service, acme, tokens } = fixture;
    const task = String(await fixture.submit({}, tokens.member));
    const { body } = await service.request('GET', '/openapi.json');
    const { calls, failures } = await attackWithEvilValues(body, {
      known: { publicTaskId: task, userId: String(userIds.member) },
      send: (method, path, { rawBody }) =>
        service.request(method, path, {
          organization: acme,
          token: tokens.admin,
          ...(rawBody === undefined ? {} : { rawBody }),
        }),
    });
    expect(failures).toEqual([]);
    expect(calls).toBeGreaterThan(1_000);
  }, 300_000);

  it('are rejected with 400 in the filters of the list', async () => {
    for (const [name, value] of Object.entries(evilFilters))
      expect((await list({ [name]: value })).status).toBe(400);
  });

  it('lead to no server error in a cursor of any order', async () => {
    const statuses = new Set<number>();
    for (const sortBy of taskOrders)
      for (const sortDirection of sortDirections)
        for (const key of [0, Number.MAX_SAFE_INTEGER, evilFilters.createdFrom, '\u0000', 1e18])
          for (const id of [0, Number.MAX_SAFE_INTEGER, -1]) {
            const cursor = Buffer.from(JSON.stringify([sortBy, sortDirection, key, id, 1]));
            const query = { sortBy, sortDirection, cursor: cursor.toString('base64url') };
            statuses.add((await list(query)).status);
          }
    expect([...statuses].toSorted()).toEqual([200, 400]);
  });

  it('do not break the list of a stored view, which names them', async () => {
    const { service, acme, tokens } = fixture;
    const view = {
      name: 'Dawne',
      query: { statusTypes: 'INITIAL' },
      sort: { by: 'title', direction: 'asc' },
      columns: ['title'],
      isShared: true,
    };
    const saved = await fixture.call('POST', '/api/task-views', tokens.operator, view);
    expect(saved.body.view.invalidFilters).toEqual([]);
    expect(
      (await fixture.call('POST', '/api/task-views', tokens.operator, { ...view, query: evilFilters }))
        .status,
    ).toBe(422);
    // As the release before stored it.
    await withOrganization(service.db, acme.id, (tx) =>
      tx('task_views').update({ query: JSON.stringify({ ...view.query, ...evilFilters }) }),
    );
    const { body } = await fixture.call('GET', '/api/task-views', tokens.member);
    const [seen]: SavedTaskView[] = body.views;
    expect(seen).toMatchObject({ query: view.query, invalidFilters: Object.keys(evilFilters) });
    expect((await list(seen?.query ?? {})).status).toBe(200);
  });
});
