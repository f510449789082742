import { type Tx, withEveryOrganization, withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selectEntries } from '../src/security-log/list-entries';
import { startSecurityLogWorld } from './security-log-world';

let world: Awaited<ReturnType<typeof startSecurityLogWorld>>;
beforeAll(async () => {
  world = await startSecurityLogWorld();
});
afterAll(() => world.identity.close());

describe('a long security log of many organizations', () => {
  /**
   * The older two thirds belong to a quiet organization and to none, alternately; the newest to organizations with
   * lower and higher ids.
   */
  const fill = async (quiet: number): Promise<void> => {
    const rows = 60_000;
    await withEveryOrganization(world.identity.db, (tx) =>
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
    await world.identity.owner((knex) => knex.raw('analyze security_log'));
  };

  it("is read through the organization's index", async () => {
    const quiet = (await world.identity.addOrganization('quiet')).id;
    await fill(quiet);
    const indexOf = async (organizationId: number | undefined, narrowed: object): Promise<unknown[]> => {
      const explain = async (tx: Tx) => {
        const reading = { organizationId, canSeeAllUsers: false };
        const page = selectEntries(tx, reading, { limit: 50, ...narrowed });
        return (await tx.raw(`explain (format json) ${page.toQuery()}`)).rows[0]['QUERY PLAN'];
      };
      const plan = await (organizationId === undefined
        ? withEveryOrganization(world.identity.db, explain)
        : withOrganization(world.identity.db, organizationId, explain));
      const names = JSON.stringify(plan).matchAll(/"Index Name":"(security_log_\w+)"/g);
      return [...new Set(Array.from(names, ([, name]) => name))];
    };
    for (const organizationId of [quiet, undefined]) {
      expect(await indexOf(organizationId, {})).toEqual(['security_log_organization']);
      expect(await indexOf(organizationId, { cursor: 50_000 })).toEqual(['security_log_organization']);
      expect(await indexOf(organizationId, { outcome: 'refused' })).toEqual(['security_log_refused']);
      expect(await indexOf(organizationId, { event: ['roles.change'] })).toEqual(['security_log_event']);
      const ofPerson = await indexOf(organizationId, { userId: 7 });
      expect(ofPerson).toContain('security_log_sessions');
      expect(ofPerson).not.toContain('security_log_pkey');
    }
  });
});
