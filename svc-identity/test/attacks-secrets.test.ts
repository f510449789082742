import { withOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AttacksWorld, startAttacksWorld } from './attacks-world';
import { password } from './identity-service';

let world: AttacksWorld;
beforeAll(async () => {
  world = await startAttacksWorld();
});
afterAll(() => world.identity.close());
beforeEach(() => world.resetSendLimits());

describe('a secret', () => {
  it('of an invitation works once, also in parallel, and invalidates the others of its account', async () => {
    const other = await world.invite('dwie-firmy@obieg.test', world.globex, world.tokens.greta);
    const token = await world.invite('dwie-firmy@obieg.test');
    const answers = await Promise.all(Array.from({ length: 4 }, () => world.setPassword(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    expect((await world.setPassword(token)).status).toBe(400);
    // Finding the older mail must not allow setting the password again.
    expect((await world.setPassword(other, 'przejete-konto', world.globex)).status).toBe(400);
  });

  it('of one kind is not accepted as another kind', async () => {
    const invitation = await world.invite('zamiana@obieg.test');
    const handOver = await world.identity.request('POST', '/api/auth/hand-over', {
      token: world.tokens.superAtMain,
      body: { organizationId: world.acme.id },
    });
    const code = handOver.body.address.split('#code=')[1];
    const sent = (await world.here('POST', '/api/email-verification/send-code', undefined, { email: 'olga' }))
      .body;
    expect((await world.here('POST', '/api/auth/exchange', undefined, { code: invitation })).status).toBe(
      400,
    );
    expect((await world.here('POST', '/api/auth/exchange', undefined, { code: sent.token })).status).toBe(
      400,
    );
    expect((await world.setPassword(code)).status).toBe(400);
    expect((await world.setPassword(sent.token)).status).toBe(400);
    for (const token of [invitation, code]) {
      const body = { token, code: '123456' };
      const answer = await world.here('POST', '/api/email-verification/verify-with-token', undefined, body);
      expect(answer.status).toBe(400);
      expect((await world.here('GET', `/api/email-verification/token-info/${token}`)).status).toBe(400);
    }
    expect((await world.setPassword(invitation)).status).toBe(200);
  });

  it('of a session is invalid after sign-out, a password change and removal', async () => {
    const token = await world.invite('krotka@obieg.test');
    const first = (await world.setPassword(token)).body;
    const signIn = () =>
      world.here('POST', '/api/auth/signin', undefined, {
        email: 'krotka@obieg.test',
        password: 'nowe-haslo',
      });
    const second = (await signIn()).body.token;
    await world.here('POST', '/api/auth/sign-out', second);
    const third = (await signIn()).body.token;
    expect((await world.here('GET', '/api/auth/me', second)).status).toBe(401);
    const sent = (
      await world.here('POST', '/api/email-verification/send-code', undefined, { email: 'krotka@obieg.test' })
    ).body;
    const code = /\b(\d{6})\b/.exec(await world.lastMailTo('krotka@obieg.test'))?.[1];
    const byCode = await world.here('POST', '/api/email-verification/verify-with-token', undefined, {
      token: sent.token,
      code,
    });
    const last = (await world.setPassword(sent.token)).body;
    const dead = [first.token, third, byCode.body.jwtToken];
    for (const ended of dead) expect((await world.here('GET', '/api/auth/me', ended)).status).toBe(401);
    expect((await world.here('GET', '/api/auth/me', last.token)).status).toBe(200);
    await world.here('DELETE', `/api/users/${last.id}`, world.tokens.anna);
    expect((await world.here('GET', '/api/auth/me', last.token)).status).toBe(401);
  });

  it('expires: seven days, twenty-four hours, ten minutes', async () => {
    const age = (table: string, column: string, interval: string) =>
      world.identity.db
        .knex(table)
        .update({ [column]: world.identity.db.knex.raw(`?? - interval '${interval}'`, [column]) });
    const invitation = await world.invite('za-pozno@obieg.test');
    await age('invitations', 'expires_at', '6 days 23 hours');
    const untouched = await world.invite('jeszcze@obieg.test');
    await age('invitations', 'expires_at', '2 hours');
    expect((await world.setPassword(invitation)).status).toBe(400);
    expect((await world.setPassword(untouched)).status).toBe(200);

    const send = async () => {
      await world.identity.db.knex('verification_sends').delete();
      const body = { email: 'wolna@poczta.test' };
      return (await world.here('POST', '/api/email-verification/send-code', undefined, body)).body
        .token as string;
    };
    const verify = async (token: string) => {
      const code = /\b(\d{6})\b/.exec(await world.lastMailTo('wolna@poczta.test'))?.[1];
      return world.here('POST', '/api/email-verification/verify-with-token', undefined, { token, code });
    };
    const late = await send();
    await age('verifications', 'code_expires_at', '10 minutes 1 second');
    expect((await verify(late)).status).toBe(400);
    const token = await send();
    expect((await verify(token)).status).toBe(200);
    await age('verifications', 'expires_at', '24 hours 1 second');
    expect((await world.setPassword(token)).status).toBe(400);
  });

  it('is not stored in plain text once its mail is sent', async () => {
    const token = await world.invite('zapis@obieg.test');
    await world.identity.db.knex('mail_queue').delete();
    const { body } = await world.here('POST', '/api/email-verification/send-code', undefined, {
      email: 'olga',
    });
    await world.identity.db.knex('mail_queue').delete();
    const { rows } = await world.identity.db.knex.raw(
      `select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    const dump: string[] = [];
    for (const { table_name } of rows as { table_name: string }[])
      dump.push(
        JSON.stringify(
          await withOrganization(world.identity.db, world.acme.id, (tx) => tx(table_name).select()).catch(
            () => [],
          ),
        ),
      );
    const everything = dump.join('\n');
    expect(everything).toContain('zapis@obieg.test');
    for (const secret of [token, body.token, password]) expect(everything).not.toContain(secret);
  });
});
