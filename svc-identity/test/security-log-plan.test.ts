import { type Tx, withEveryOrganization, withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selectEntries } from '../src/security-log/list-entries';
import { startSecurityLogFixture } from './security-log-fixture';

let fixture: Awaited<ReturnType<typeof startSecurityLogFixture>>;
beforeAll(async () => {
  fixture = await startSecurityLogFixture();
});
afterAll(() => fixture.identity.close());

describe('a long security log of many organizations', () => {
  /**
   * Inserts entries. The older two thirds belong alternately to the quiet organization and to none. The newest third
   * belongs to organizations with lower and higher ids.
   */
  const insertEntries = async (quiet: number): Promise<void> => {
    const rows = 60_000;
    await withEveryOrganization(fixture.identity.db, (tx) =>
      tx.raw(
        `insert into security_log (organization_id, event, outcome, actor_id, subject_type, subject_id, details)
         select case when i > ? then 1 + 1000 * (i % 2) when i % 2 = 0 then ?::bigint end,
                case when i % 1000 = 0 then 'roles.change' when i % 3 = 0 then 'session.revoke' else 'sign-in' end,
                case when i % 900 = 0 then 'refused' else 'done' end, i % 50,
                case when i % 3 = 0 then 'session' else 'user' end,
                case when i % 3 = 0 then md5(i::text) else (i % 997)::text end,
                case when i % 3 = 0 then json_build_object('userId', i % 997) else '{}' end
           from generate_series(1, ?::int) i`,
        [(rows * 2) / 3, quiet, rows],
      ),
    );
    await fixture.identity.asOwner((knex) => knex.raw('analyze security_log'));
  };

  it("is read through the organization's index", async () => {
    const quiet = (await fixture.identity.addOrganization('quiet')).id;
    await insertEntries(quiet);
    const listUsedIndexes = async (
      organizationId: number | undefined,
      filter: object,
    ): Promise<unknown[]> => {
      const explain = async (tx: Tx) => {
        const reader = { organizationId, canSeeAllUsers: false };
        const page = selectEntries(tx, reader, { limit: 50, ...filter });
        return (await tx.raw(`explain (format json) ${page.toQuery()}`)).rows[0]['QUERY PLAN'];
      };
      const plan = await (organizationId === undefined
        ? withEveryOrganization(fixture.identity.db, explain)
        : withOrganization(fixture.identity.db, organizationId, explain));
      const names = JSON.stringify(plan).matchAll(/"Index Name":"(security_log_\w+)"/g);
      return [...new Set(Array.from(names, ([, name]) => name))];
    };
    const from = { from: '2020-01-01T00:00:00Z' };
    expect(await listUsedIndexes(quiet, from)).toEqual(
      expect.arrayContaining(['security_log_organization_time', 'security_log_organization']),
    );
    expect(await listUsedIndexes(quiet, from)).not.toContain('security_log_pkey');
    expect(await listUsedIndexes(quiet, {})).toEqual(['security_log_organization']);
    expect(await listUsedIndexes(quiet, { cursor: 50_000 })).toEqual(['security_log_organization']);
    const onMainDomain = ['security_log_main_domain', 'security_log_organizations'];
    expect(await listUsedIndexes(undefined, {})).toEqual(onMainDomain);
    expect(await listUsedIndexes(undefined, { cursor: 50_000 })).toEqual(onMainDomain);
    for (const organizationId of [quiet, undefined]) {
      expect(await listUsedIndexes(organizationId, { outcome: 'refused' })).toContain('security_log_refused');
      expect(await listUsedIndexes(organizationId, { event: ['roles.change'] })).toContain(
        'security_log_event',
      );
      const indexesOfUser = await listUsedIndexes(organizationId, { userId: 7 });
      expect(indexesOfUser).toContain('security_log_sessions');
      expect(indexesOfUser).not.toContain('security_log_pkey');
    }
  });
});
