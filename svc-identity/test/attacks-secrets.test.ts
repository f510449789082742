import { withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AttackFixture, startAttackFixture } from './attack-fixture';
import { password } from './identity-service';

let fixture: AttackFixture;
beforeAll(async () => {
  fixture = await startAttackFixture();
});
afterAll(() => fixture.identity.close());
beforeEach(() => fixture.resetSendLimits());

describe('a secret', () => {
  it('of an invitation works once, also in parallel, and invalidates other invitations of the account', async () => {
    const other = await fixture.invite('dwie-firmy@obieg.test', fixture.globex, fixture.tokens.greta);
    const token = await fixture.invite('dwie-firmy@obieg.test');
    const responses = await Promise.all(Array.from({ length: 4 }, () => fixture.setPassword(token)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    expect((await fixture.setPassword(token)).status).toBe(400);
    // The older mail must not allow setting the password again.
    expect((await fixture.setPassword(other, 'przejete-konto', fixture.globex)).status).toBe(400);
  });

  it('of one kind is not accepted as another kind', async () => {
    const invitation = await fixture.invite('zamiana@obieg.test');
    const handOver = await fixture.identity.request('POST', '/api/auth/hand-over', {
      token: fixture.tokens.superOnMainDomain,
      body: { organizationId: fixture.acme.id },
    });
    const code = handOver.body.address.split('#code=')[1];
    const sent = (
      await fixture.callAcme('POST', '/api/email-verification/send-code', undefined, { email: 'olga' })
    ).body;
    expect(
      (await fixture.callAcme('POST', '/api/auth/exchange', undefined, { code: invitation })).status,
    ).toBe(400);
    expect(
      (await fixture.callAcme('POST', '/api/auth/exchange', undefined, { code: sent.token })).status,
    ).toBe(400);
    expect((await fixture.setPassword(code)).status).toBe(400);
    expect((await fixture.setPassword(sent.token)).status).toBe(400);
    for (const token of [invitation, code]) {
      const body = { token, code: '123456' };
      const response = await fixture.callAcme(
        'POST',
        '/api/email-verification/verify-with-token',
        undefined,
        body,
      );
      expect(response.status).toBe(400);
      expect((await fixture.callAcme('GET', `/api/email-verification/token-info/${token}`)).status).toBe(400);
    }
    expect((await fixture.setPassword(invitation)).status).toBe(200);
  });

  it('of a session is invalid after sign-out, a password change and removal', async () => {
    const token = await fixture.invite('krotka@obieg.test');
    const first = (await fixture.setPassword(token)).body;
    const signIn = () =>
      fixture.callAcme('POST', '/api/auth/signin', undefined, {
        email: 'krotka@obieg.test',
        password: 'nowe-haslo',
      });
    const second = (await signIn()).body.token;
    await fixture.callAcme('POST', '/api/auth/sign-out', second);
    const third = (await signIn()).body.token;
    expect((await fixture.callAcme('GET', '/api/auth/me', second)).status).toBe(401);
    const sent = (
      await fixture.callAcme('POST', '/api/email-verification/send-code', undefined, {
        email: 'krotka@obieg.test',
      })
    ).body;
    const code = /\b(\d{6})\b/.exec(await fixture.readLastMail('krotka@obieg.test'))?.[1];
    const byCode = await fixture.callAcme('POST', '/api/email-verification/verify-with-token', undefined, {
      token: sent.token,
      code,
    });
    const last = (await fixture.setPassword(sent.token)).body;
    const endedTokens = [first.token, third, byCode.body.jwtToken];
    for (const ended of endedTokens)
      expect((await fixture.callAcme('GET', '/api/auth/me', ended)).status).toBe(401);
    expect((await fixture.callAcme('GET', '/api/auth/me', last.token)).status).toBe(200);
    await fixture.callAcme('DELETE', `/api/users/${last.id}`, fixture.tokens.anna);
    expect((await fixture.callAcme('GET', '/api/auth/me', last.token)).status).toBe(401);
  });

  it('expires after 7 days (invitation), 24 hours (verified token) or 10 minutes (code)', async () => {
    const advanceTime = (table: string, column: string, interval: string) =>
      fixture.identity.db
        .knex(table)
        .update({ [column]: fixture.identity.db.knex.raw(`?? - interval '${interval}'`, [column]) });
    const invitation = await fixture.invite('za-pozno@obieg.test');
    await advanceTime('invitations', 'expires_at', '6 days 23 hours');
    const untouched = await fixture.invite('jeszcze@obieg.test');
    await advanceTime('invitations', 'expires_at', '2 hours');
    expect((await fixture.setPassword(invitation)).status).toBe(400);
    expect((await fixture.setPassword(untouched)).status).toBe(200);

    const send = async () => {
      await fixture.identity.db.knex('verification_sends').delete();
      const body = { email: 'wolna@poczta.test' };
      return (await fixture.callAcme('POST', '/api/email-verification/send-code', undefined, body)).body
        .token as string;
    };
    const verify = async (token: string) => {
      const code = /\b(\d{6})\b/.exec(await fixture.readLastMail('wolna@poczta.test'))?.[1];
      return fixture.callAcme('POST', '/api/email-verification/verify-with-token', undefined, {
        token,
        code,
      });
    };
    const late = await send();
    await advanceTime('verifications', 'code_expires_at', '10 minutes 1 second');
    expect((await verify(late)).status).toBe(400);
    const token = await send();
    expect((await verify(token)).status).toBe(200);
    await advanceTime('verifications', 'expires_at', '24 hours 1 second');
    expect((await fixture.setPassword(token)).status).toBe(400);
  });

  it('is not stored in plain text once its mail is sent', async () => {
    const token = await fixture.invite('zapis@obieg.test');
    await fixture.identity.db.knex('mail_queue').delete();
    const { body } = await fixture.callAcme('POST', '/api/email-verification/send-code', undefined, {
      email: 'olga',
    });
    await fixture.identity.db.knex('mail_queue').delete();
    const { rows } = await fixture.identity.db.knex.raw(
      `select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    const dump: string[] = [];
    for (const { table_name } of rows as { table_name: string }[])
      dump.push(
        JSON.stringify(
          await withOrganization(fixture.identity.db, fixture.acme.id, (tx) => tx(table_name).select()).catch(
            () => [],
          ),
        ),
      );
    const allRows = dump.join('\n');
    expect(allRows).toContain('zapis@obieg.test');
    for (const secret of [token, body.token, password]) expect(allRows).not.toContain(secret);
  });
});
