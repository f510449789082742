import { withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyze } from './analyze';
import { expectSameDurations } from './durations';
import { type Fixture, startFixture, type TestUser, userIds } from './fixture';

/** So many that reading them takes milliseconds longer, which a busy machine does not hide. */
const linkCount = 2_000;
const commentCount = 10_000;

let fixture: Fixture;
/** Tasks that differ in what only others may read. */
let withHidden: number;
let without: number;

beforeAll(async () => {
  fixture = await startFixture();
  const { service, acme, submit, tokens } = fixture;
  withHidden = await submit({}, tokens.reporter);
  without = await submit({}, tokens.reporter);
  const bindings = { withHidden, linkCount, author: userIds.operator };
  await withOrganization(service.db, acme.id, async (tx) => {
    await tx.raw(
      `with others as (
         insert into tasks (organization_id, public_task_id, title, status_id, priority, answers, is_restricted,
           author_user_id)
         select app_organization_id(), 600000000000 + n, 'Tajne', 1, 'NORMAL', '{}', true, :author
           from generate_series(1, :linkCount) n returning id)
       insert into task_links (organization_id, type, source_task_id, target_task_id, created_by_user_id)
       select app_organization_id(), 'PARENT_OF', t.id, o.id, 1
         from others o, tasks t where t.public_task_id = :withHidden
       union all
       select app_organization_id(), 'RELATES', o.id, next.id, 1 from others o join others next on next.id = o.id + 1`,
      bindings,
    );
  });
  for (let count = 0; count < commentCount; count += 2_000)
    await withOrganization(service.db, acme.id, (tx) =>
      tx.raw(
        `insert into comments (organization_id, task_id, author_user_id, author_email, content, is_visible_to_author,
           visible_user_ids, visible_group_ids)
         select organization_id, id, :author, 'user10@obieg.test', 'Tajne', false, array[cast(:author as bigint)], '{}'
           from tasks, generate_series(1, 2000) where public_task_id = :withHidden`,
        bindings,
      ),
    );
  // As in an organization with many tasks, PostgreSQL finds the links of a task by an index.
  await analyze(fixture);
}, 240_000);
afterAll(() => fixture.service.close());

describe('a task with thousands of hidden links and comments', () => {
  it.each<{ part: string; reader: TestUser }>([
    { part: 'links', reader: 'member' },
    { part: 'links', reader: 'reporter' },
    { part: 'comments', reader: 'member' },
    { part: 'comments', reader: 'reporter' },
  ])(
    'takes as long as one without: $part, $reader',
    async ({ part, reader }) => {
      const read = (task: number) => async (): Promise<void> => {
        const { status, body } = await fixture.call(
          'GET',
          `/api/tasks/${task}/${part}`,
          fixture.tokens[reader],
        );
        expect([status, body[part]]).toEqual([200, []]);
      };
      await expectSameDurations([{ send: read(withHidden) }, { send: read(without) }]);
    },
    120_000,
  );
});
