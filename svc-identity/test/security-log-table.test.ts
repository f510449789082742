import { createLog, withEveryOrganization, withOrganization, withTransaction } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorOrigin } from '../src/security-log/origin';
import { recordSecurity } from '../src/security-log/security-log';
import { sweepExpired } from '../src/sweep';
import { password } from './identity-service';
import { type SecurityLogFixture, startSecurityLogFixture } from './security-log-fixture';

let fixture: SecurityLogFixture;
beforeAll(async () => {
  fixture = await startSecurityLogFixture();
});
afterAll(() => fixture.identity.close());

describe('the table security_log', () => {
  it('allows the application role to insert and select only', async () => {
    await fixture.callAcme('POST', '/api/auth/signin', undefined, { email: 'olga', password });
    for (const work of [
      (sql: string) => fixture.identity.db.knex.raw(sql),
      (sql: string) => withOrganization(fixture.identity.db, fixture.acme.id, (tx) => tx.raw(sql)),
      (sql: string) => withEveryOrganization(fixture.identity.db, (tx) => tx.raw(sql)),
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

  it('limits an organization to its own entries, without those of the main domain', async () => {
    await fixture.call('POST', '/api/auth/signin', undefined, { email: 'super', password: 'guess' });
    const listVisibleOrganizations = async (at: typeof fixture.acme): Promise<(number | null)[]> =>
      withOrganization(fixture.identity.db, at.id, (tx) =>
        tx('security_log').distinct().pluck('organization_id'),
      );
    expect(await listVisibleOrganizations(fixture.acme)).toEqual([fixture.acme.id]);
    expect(await listVisibleOrganizations(fixture.globex)).toEqual([fixture.globex.id]);
    expect(await withTransaction(fixture.identity.db, (tx) => tx('security_log'))).toEqual([]);
    expect((await fixture.listEntries()).some(({ organization_id }) => organization_id === null)).toBe(true);
  });

  it('rejects entries for another organization', async () => {
    const write = (scope: number, organizationId: number | null) =>
      withOrganization(fixture.identity.db, scope, (tx) =>
        recordSecurity(tx, operatorOrigin(createLog('test', 'silent')), { event: 'access', organizationId }),
      );
    await expect(write(fixture.acme.id, fixture.globex.id)).rejects.toThrow('row-level security');
    await write(fixture.acme.id, null);
  });

  it('is swept of entries older than 400 days, for all organizations, by two processes at once', async () => {
    const { db } = fixture.identity;
    const write = (organization_id: number | null, age: string, count = 1) =>
      withEveryOrganization(db, (tx) =>
        tx.raw(
          `insert into security_log (organization_id, happened_at, event, outcome, details, request_id)
           select ?, now() - ?::interval, 'access', 'refused', '{}', ? from generate_series(1, ?::int)`,
          [organization_id, age, age, count],
        ),
      );
    for (const organization of [fixture.acme.id, fixture.globex.id, null])
      for (const age of ['401 days', '399 days']) await write(organization, age);
    await write(fixture.acme.id, '5 years', 10_001);
    const before = await fixture.listEntries();
    await Promise.all([sweepExpired(db), sweepExpired(db)]);
    const after = await fixture.listEntries();
    const isOld = ({ request_id }: { request_id: unknown }) =>
      ['401 days', '5 years'].includes(`${request_id}`);
    expect(before.filter(isOld)).toHaveLength(10_004);
    expect(after).toEqual(before.filter((entry) => !isOld(entry)));
    expect(after.filter(({ request_id }) => request_id === '399 days')).toHaveLength(3);
  });

  it('has forced row-level security', async () => {
    const { rows } = await fixture.identity.db.knex.raw(
      `select relrowsecurity, relforcerowsecurity from pg_class where relname = 'security_log'`,
    );
    expect(rows).toEqual([{ relrowsecurity: true, relforcerowsecurity: true }]);
  });
});

describe('a rolled-back change', () => {
  it('is recorded neither in the table nor in the log', async () => {
    // The last step fails, so neither row nor log line may remain.
    const entries = await fixture.recordEntries(async () => {
      await fixture.identity.asOwner((knex) =>
        knex.raw(`create function reject_insert() returns trigger language plpgsql as
          $$ begin raise exception 'no'; end $$;
          create constraint trigger reject_commit after insert on outbox deferrable initially deferred
          for each row execute function reject_insert()`),
      );
      expect(
        (await fixture.callAcme('POST', '/api/groups', fixture.tokens.anna, { name: 'Nigdy' })).status,
      ).toBe(500);
      const body = { email: 'nigdy@acme.test', roles: ['MEMBER'] };
      expect(
        (await fixture.callAcme('POST', '/api/admin/invite-user', fixture.tokens.anna, body)).status,
      ).toBe(500);
      await fixture.identity.asOwner((knex) =>
        knex.raw('drop trigger reject_commit on outbox; drop function reject_insert()'),
      );
    });
    expect(entries).toEqual([]);
  });
});

describe('secrets', () => {
  it('appear neither in the table nor in the log', async () => {
    const secrets = ['haslo-nie-do-logu', password];
    const signIn = (email: string, secret: string) =>
      fixture.callAcme('POST', '/api/auth/signin', undefined, { email, password: secret });
    await signIn('nikt@poczta.test', 'haslo-nie-do-logu');
    await signIn('haslo-nie-do-logu', 'x');
    secrets.push((await signIn('olga', password)).body.token);
    await fixture.callAcme('POST', '/api/admin/invite-user', fixture.tokens.anna, {
      email: 'tajna@acme.test',
      roles: ['MEMBER'],
    });
    const invitation = /token=([\w-]+)/.exec(await fixture.readLastMail('tajna@acme.test'))?.[1] ?? '';
    await fixture.callAcme('POST', '/api/auth/set-password', undefined, {
      token: invitation,
      password: 'kolejny-sekret',
    });
    secrets.push(invitation, 'kolejny-sekret');
    const { token } = (
      await fixture.callAcme('POST', '/api/email-verification/send-code', undefined, {
        email: 'tajny@poczta.test',
      })
    ).body;
    const code = /\b(\d{6})\b/.exec(await fixture.readLastMail('tajny@poczta.test'))?.[1] ?? '';
    await fixture.callAcme('POST', '/api/email-verification/verify-with-token', undefined, { token, code });
    const handOver = await fixture.call('POST', '/api/auth/hand-over', fixture.tokens.superOnMainDomain, {
      organizationId: fixture.acme.id,
    });
    const handOverCode = handOver.body.address.split('#code=')[1];
    await fixture.callAcme('POST', '/api/auth/exchange', undefined, { code: handOverCode });
    secrets.push(token, handOverCode, 'tajny@poczta.test', 'nikt@poczta.test');

    const written = JSON.stringify(await fixture.listEntries()) + fixture.identity.lines.join('\n');
    for (const secret of secrets) expect(written).not.toContain(secret);
    const details = (await fixture.listEntries()).map((entry) => JSON.stringify(entry.details)).join('\n');
    expect(details).not.toContain(code);
  });
});
