import { createLog, withEveryOrganization, withOrganization, withTransaction } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorOrigin } from '../src/security-log/origin';
import { recordSecurity } from '../src/security-log/security-log';
import { sweepExpired } from '../src/sweep';
import { password } from './identity-service';
import { type SecurityLogWorld, startSecurityLogWorld } from './security-log-world';

let world: SecurityLogWorld;
beforeAll(async () => {
  world = await startSecurityLogWorld();
});
afterAll(() => world.identity.close());

describe('table security_log', () => {
  it('allows the application role to insert and select only', async () => {
    await world.here('POST', '/api/auth/signin', undefined, { email: 'olga', password });
    for (const work of [
      (sql: string) => world.identity.db.knex.raw(sql),
      (sql: string) => withOrganization(world.identity.db, world.acme.id, (tx) => tx.raw(sql)),
      (sql: string) => withEveryOrganization(world.identity.db, (tx) => tx.raw(sql)),
    ]) {
      for (const sql of [
        `update security_log set outcome = 'done'`,
        'delete from security_log',
        'truncate security_log',
        'drop table security_log',
        'alter table security_log disable row level security',
        `insert into security_log (event, outcome, details) values ('access', 'done', '{}')
         on conflict (id) do update set event = 'sign-in'`,
      ])
        await expect(work(sql)).rejects.toThrow(/permission denied|must be owner/);
    }
  });

  it('shows an organization its own entries, and none of the main domain', async () => {
    await world.call('POST', '/api/auth/signin', undefined, { email: 'super', password: 'guess' });
    const organizationsSeen = async (at: typeof world.acme): Promise<(number | null)[]> =>
      withOrganization(world.identity.db, at.id, (tx) =>
        tx('security_log').distinct().pluck('organization_id'),
      );
    expect(await organizationsSeen(world.acme)).toEqual([world.acme.id]);
    expect(await organizationsSeen(world.globex)).toEqual([world.globex.id]);
    expect(await withTransaction(world.identity.db, (tx) => tx('security_log'))).toEqual([]);
    expect((await world.entries()).some(({ organization_id }) => organization_id === null)).toBe(true);
  });

  it('refuses entries for another organization', async () => {
    const write = (scope: number, organizationId: number | null) =>
      withOrganization(world.identity.db, scope, (tx) =>
        recordSecurity(tx, operatorOrigin(createLog('test', 'silent')), { event: 'access', organizationId }),
      );
    await expect(write(world.acme.id, world.globex.id)).rejects.toThrow('row-level security');
    await write(world.acme.id, null);
  });

  it('deletes entries of every organization after 400 days only', async () => {
    const { db } = world.identity;
    const write = (organization_id: number | null, age: string, count = 1) =>
      withEveryOrganization(db, (tx) =>
        tx.raw(
          `insert into security_log (organization_id, happened_at, event, outcome, details, request_id)
           select ?, now() - ?::interval, 'access', 'refused', '{}', ? from generate_series(1, ?::int)`,
          [organization_id, age, age, count],
        ),
      );
    for (const organization of [world.acme.id, world.globex.id, null])
      for (const age of ['401 days', '399 days']) await write(organization, age);
    await write(world.acme.id, '5 years', 10_001);
    const before = await world.entries();
    await sweepExpired(db);
    const after = await world.entries();
    const isOld = ({ request_id }: { request_id: unknown }) =>
      ['401 days', '5 years'].includes(`${request_id}`);
    expect(before.filter(isOld)).toHaveLength(10_004);
    expect(after).toEqual(before.filter((entry) => !isOld(entry)));
    expect(after.filter(({ request_id }) => request_id === '399 days')).toHaveLength(3);
  });

  it('has forced row-level security', async () => {
    const { rows } = await world.identity.db.knex.raw(
      `select relrowsecurity, relforcerowsecurity from pg_class where relname = 'security_log'`,
    );
    expect(rows).toEqual([{ relrowsecurity: true, relforcerowsecurity: true }]);
  });
});

describe('a rolled-back change', () => {
  it('is recorded nowhere', async () => {
    // The last step fails, so neither row nor log line may remain.
    const written = await world.writtenBy(async () => {
      await world.identity.owner((knex) =>
        knex.raw(`create function refuse() returns trigger language plpgsql as
          $$ begin raise exception 'no'; end $$;
          create constraint trigger undo after insert on outbox deferrable initially deferred
          for each row execute function refuse()`),
      );
      expect((await world.here('POST', '/api/groups', world.tokens.anna, { name: 'Nigdy' })).status).toBe(
        500,
      );
      const body = { email: 'nigdy@acme.test', roles: ['MEMBER'] };
      expect((await world.here('POST', '/api/admin/invite-user', world.tokens.anna, body)).status).toBe(500);
      await world.identity.owner((knex) => knex.raw('drop trigger undo on outbox; drop function refuse()'));
    });
    expect(written).toEqual([]);
  });
});

describe('secrets', () => {
  it('appear neither in the table nor in the log', async () => {
    const secrets = ['haslo-nie-do-logu', password];
    const signIn = (email: string, secret: string) =>
      world.here('POST', '/api/auth/signin', undefined, { email, password: secret });
    await signIn('nikt@poczta.test', 'haslo-nie-do-logu');
    await signIn('haslo-nie-do-logu', 'x');
    secrets.push((await signIn('olga', password)).body.token);
    await world.here('POST', '/api/admin/invite-user', world.tokens.anna, {
      email: 'tajna@acme.test',
      roles: ['MEMBER'],
    });
    const invitation = /token=([\w-]+)/.exec(await world.mailedTo('tajna@acme.test'))?.[1] ?? '';
    await world.here('POST', '/api/auth/set-password', undefined, {
      token: invitation,
      password: 'kolejny-sekret',
    });
    secrets.push(invitation, 'kolejny-sekret');
    const { token } = (
      await world.here('POST', '/api/email-verification/send-code', undefined, { email: 'tajny@poczta.test' })
    ).body;
    const code = /\b(\d{6})\b/.exec(await world.mailedTo('tajny@poczta.test'))?.[1] ?? '';
    await world.here('POST', '/api/email-verification/verify-with-token', undefined, { token, code });
    const handOver = await world.call('POST', '/api/auth/hand-over', world.tokens.superAtMain, {
      organizationId: world.acme.id,
    });
    const handOverCode = handOver.body.address.split('#code=')[1];
    await world.here('POST', '/api/auth/exchange', undefined, { code: handOverCode });
    secrets.push(token, handOverCode, 'tajny@poczta.test', 'nikt@poczta.test');

    const written = JSON.stringify(await world.entries()) + world.identity.lines.join('\n');
    for (const secret of secrets) expect(written).not.toContain(secret);
    const details = (await world.entries()).map((entry) => JSON.stringify(entry.details)).join('\n');
    expect(details).not.toContain(code);
  });
});
