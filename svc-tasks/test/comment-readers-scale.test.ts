import { withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userIds } from './fixture';
import { type MentionFixture, startMentionFixture } from './mention-fixture';

const groupCount = 100;
const memberCount = 200;
const firstGroup = 1_000;
const firstMember = 10_000;
/** The top of a chain of 50 nested groups; only the lowest one has members. */
const firstNested = 5_000;
const nestedCount = 50;

let calls: MentionFixture;
beforeAll(async () => {
  calls = await startMentionFixture();
  const { service, acme } = calls.fixture;
  await withOrganization(service.db, acme.id, (tx) =>
    tx.raw(
      `with people as (
         insert into users (id, username, email, system_roles)
         select ${firstMember} + n, 'osoba' || n, 'osoba' || n || '@obieg.test', '{}'
           from generate_series(1, ${memberCount}) n returning id),
       joined as (
         insert into memberships (organization_id, user_id, roles, is_email_verified)
         select app_organization_id(), id, '{MEMBER}', true from people returning user_id),
       wide as (
         insert into groups (organization_id, id, name)
         select app_organization_id(), ${firstGroup} + n, 'Szeroka ' || n from generate_series(1, ${groupCount}) n returning id),
       nested as (
         insert into groups (organization_id, id, name, parent_group_id)
         select app_organization_id(), ${firstNested} + n, 'Głęboka ' || n, case when n > 1 then ${firstNested} + n - 1 end
           from generate_series(1, ${nestedCount}) n returning id)
       insert into group_members (organization_id, group_id, user_id, role)
       select app_organization_id(), g.id, j.user_id, 'MEMBER' from wide g cross join joined j
       union all select app_organization_id(), ${firstNested + nestedCount}, user_id, 'MEMBER' from joined`,
    ),
  );
});
afterAll(() => calls.fixture.service.close());

const groupIds = (count: number, first = firstGroup) =>
  Array.from({ length: count }, (_, index) => first + index + 1).join(',');
const measureMs = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};
const medianOf = (values: number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

describe('GET /api/tasks/{id}/comment-readers with many groups', () => {
  it('judges each person once, not once for each of their groups', async () => {
    const task = await calls.submit();
    const read = (count: number) => calls.readersOf('operator', task, `visibleGroupIds=${groupIds(count)}`);
    const { groups } = await read(groupCount);
    expect(groups).toHaveLength(groupCount);
    expect(new Set(groups.map(({ reach }) => reach))).toEqual(new Set(['ALL']));
    const [one, all]: [number[], number[]] = [[], []];
    for (let round = 0; round < 5; round += 1) {
      one.push(await measureMs(() => read(1)));
      all.push(await measureMs(() => read(groupCount)));
    }
    // With pairs of group and member, 100 groups took about 100 times as long as one.
    expect(medianOf(all)).toBeLessThan(20 * medianOf(one));
  });

  it('adds the members of nested groups to each of their parents', async () => {
    const nested = groupIds(nestedCount, firstNested);
    const open = await calls.submit();
    const { groups } = await calls.readersOf('operator', open, `visibleGroupIds=${nested}`);
    expect(groups.map(({ reach }) => reach)).toEqual(Array(nestedCount).fill('ALL'));
    const restricted = await calls.submit({
      visibleUserIds: [userIds.operator, firstMember + 1],
      visibleGroupIds: [],
    });
    const some = await calls.readersOf('operator', restricted, `visibleGroupIds=${nested},${firstGroup + 1}`);
    expect(new Set(some.groups.map(({ reach }) => reach))).toEqual(new Set(['SOME']));
  });

  it('says that some read a group with more members than one call judges', async () => {
    const { service, acme } = calls.fixture;
    await withOrganization(service.db, acme.id, (tx) =>
      tx.raw(
        `with people as (
           insert into users (id, username, email, system_roles)
           select 20000 + n, 'tlum' || n, 'tlum' || n || '@obieg.test', '{}' from generate_series(1, 1001) n
           returning id),
         joined as (
           insert into memberships (organization_id, user_id, roles, is_email_verified)
           select app_organization_id(), id, '{MEMBER}', true from people returning user_id),
         crowd as (insert into groups (organization_id, id, name) values (app_organization_id(), 7000, 'Tłum') returning id)
         insert into group_members (organization_id, group_id, user_id, role)
         select app_organization_id(), crowd.id, user_id, 'MEMBER' from joined cross join crowd`,
      ),
    );
    const task = await calls.submit();
    const { groups } = await calls.readersOf('operator', task, 'visibleGroupIds=7000,6');
    expect(groups).toMatchObject([
      { groupId: 6, reach: 'ALL' },
      { groupId: 7000, reach: 'SOME' },
    ]);
  });
});
