import { withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { expectSameDurations } from './durations';
import { type Fixture, startFixture, type TestUser, userIds } from './fixture';

let fixture: Fixture;
let hidden: number;
const unknown = 999_999_999_999;

beforeAll(async () => {
  fixture = await startFixture();
  const { service, acme, submit, tokens } = fixture;
  hidden = await submit({}, tokens.operator);
  for (let count = 0; count < 30; count += 1) await submit({}, tokens.operator);
  const { status } = await fixture.call('PUT', `/api/tasks/${hidden}`, tokens.operator, {
    title: 'Tajne',
    visibleUserIds: [userIds.groupMember, userIds.leader],
    visibleGroupIds: [9],
  });
  if (status !== 200) throw new Error(`The task was not restricted: ${status}`);
  // Finding the reader's groups takes milliseconds, so that a call that finds them for a hidden task alone is seen.
  const depth = 200;
  await withOrganization(service.db, acme.id, (tx) =>
    tx.raw(
      `insert into groups (organization_id, id, name, parent_group_id)
       select app_organization_id(), 1000 + n, 'Grupa ' || n, case when n > 1 then 999 + n end
         from generate_series(1, cast(:depth as int)) n`,
      { depth },
    ),
  );
  await service.joinGroup(acme, 1000 + depth, userIds.member, 'MEMBER');
}, 120_000);
afterAll(() => fixture.service.close());

describe('the number of a hidden task', () => {
  it.each<{ reader: TestUser; method: string; part: string; body?: object }>([
    { reader: 'member', method: 'GET', part: '' },
    { reader: 'reporter', method: 'GET', part: '' },
    { reader: 'member', method: 'GET', part: '/comments' },
    { reader: 'member', method: 'GET', part: '/status-history' },
    { reader: 'member', method: 'POST', part: '/comment', body: { content: 'Tekst' } },
  ])(
    'takes as long as one that no task has: $method $part, $reader',
    async ({ reader, method, part, body }) => {
      const send = (task: number) => async (): Promise<void> => {
        const path = `/api/tasks/${task}${part}`;
        const { status } = await fixture.call(method, path, fixture.tokens[reader], body);
        if (status !== 404) throw new Error(`${method} ${path}: ${status}`);
      };
      await expectSameDurations([{ send: send(hidden) }, { send: send(unknown) }]);
    },
    120_000,
  );

  it.each([
    { path: 'transitions', draft: {} },
    { path: 'lost-tasks', draft: { assignee: 'me' } },
  ])(
    'takes as long as one that no task has in a bulk action: $path',
    async ({ path, draft }) => {
      const send = (task: number) => async (): Promise<void> => {
        const body = { publicTaskIds: [task], ...draft };
        const response = await fixture.call('POST', `/api/tasks/bulk/${path}`, fixture.tokens.member, body);
        if (response.status !== 200) throw new Error(`The call failed: ${response.status}`);
      };
      await expectSameDurations([{ send: send(hidden) }, { send: send(unknown) }]);
    },
    120_000,
  );
});
