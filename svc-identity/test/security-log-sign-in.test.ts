import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { password } from './identity-service';
import {
  type SecurityLogFixture,
  sessionOf,
  startSecurityLogFixture,
  summarize,
} from './security-log-fixture';

let fixture: SecurityLogFixture;
beforeAll(async () => {
  fixture = await startSecurityLogFixture();
});
afterAll(() => fixture.identity.close());

describe('the security log of sign-ins', () => {
  it('records user, address, method and session', async () => {
    let token = '';
    const [entry, ...more] = await fixture.recordEntries(async () => {
      token = (await fixture.callAcme('POST', '/api/auth/signin', undefined, { email: 'olga', password }))
        .body.token;
    });
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      event: 'sign-in',
      outcome: 'done',
      organization_id: fixture.acme.id,
      actor_id: fixture.ids.olga,
      session_id: sessionOf(token),
      subject_type: 'user',
      subject_id: String(fixture.ids.olga),
      ip: '198.51.100.7',
      request_id: 'request-of-a-test',
      details: { by: 'password' },
    });
  });

  it('records failures with a masked name, and rate-limited attempts', async () => {
    const known = await fixture.recordEntries(() =>
      fixture.callAcme('POST', '/api/auth/signin', undefined, {
        email: 'olga@obieg.test',
        password: 'wrong',
      }),
    );
    expect(known.map(summarize)).toEqual([
      {
        event: 'sign-in',
        outcome: 'refused',
        on: `user/${fixture.ids.olga}`,
        details: { reason: 'wrong-password', login: 'o***@obieg.test' },
      },
    ]);
    expect(known[0]).toMatchObject({ actor_id: null, session_id: null, organization_id: fixture.acme.id });
    const unknown = await fixture.recordEntries(() =>
      fixture.call('POST', '/api/auth/signin', undefined, { email: 'moje-tajne-haslo', password: 'wrong' }),
    );
    expect(unknown.map(summarize)).toEqual([
      {
        event: 'sign-in',
        outcome: 'refused',
        on: 'null/null',
        details: { reason: 'wrong-password', login: '***' },
      },
    ]);
    expect(unknown[0]?.organization_id).toBeNull();
    const repeated = await fixture.recordEntries(async () => {
      for (let count = 0; count < 11; count++)
        await fixture.callAcme('POST', '/api/auth/signin', undefined, {
          email: 'x@y.test',
          password: 'wrong',
        });
    });
    expect(repeated.map(({ details }) => details['reason'])).toEqual([
      ...Array(10).fill('wrong-password'),
      'rate-limited',
    ]);
  });

  it('records the end of the session', async () => {
    const token = (await fixture.callAcme('POST', '/api/auth/signin', undefined, { email: 'olga', password }))
      .body.token;
    const entries = await fixture.recordEntries(() => fixture.callAcme('POST', '/api/auth/sign-out', token));
    expect(entries.map(summarize)).toEqual([
      { event: 'sign-out', outcome: 'done', on: `user/${fixture.ids.olga}`, details: {} },
      {
        event: 'session.revoke',
        outcome: 'done',
        on: `session/${sessionOf(token)}`,
        details: { reason: 'sign-out', userId: fixture.ids.olga, organizationId: fixture.acme.id },
      },
    ]);
    for (const entry of entries)
      expect(entry).toMatchObject({
        actor_id: fixture.ids.olga,
        session_id: sessionOf(token),
        organization_id: fixture.acme.id,
      });
  });

  it('records the hand-over from the main domain', async () => {
    let code = '';
    const issued = await fixture.recordEntries(async () => {
      const path = '/api/auth/hand-over';
      const { body } = await fixture.call('POST', path, fixture.tokens.superOnMainDomain, {
        organizationId: fixture.acme.id,
      });
      code = body.address.split('#code=')[1];
    });
    expect(issued).toMatchObject([
      {
        event: 'hand-over.issue',
        outcome: 'done',
        actor_id: fixture.ids.super,
        subject_type: 'organization',
        subject_id: String(fixture.acme.id),
        organization_id: fixture.acme.id,
      },
    ]);
    const exchanged = await fixture.recordEntries(() =>
      fixture.callAcme('POST', '/api/auth/exchange', undefined, { code }),
    );
    expect(exchanged.map(summarize)).toEqual([
      { event: 'hand-over.exchange', outcome: 'done', on: `user/${fixture.ids.super}`, details: {} },
      { event: 'sign-in', outcome: 'done', on: `user/${fixture.ids.super}`, details: { by: 'hand-over' } },
    ]);
    const exchangedAgain = await fixture.recordEntries(() =>
      fixture.callAcme('POST', '/api/auth/exchange', undefined, { code }),
    );
    expect(exchangedAgain.map(summarize)).toEqual([
      {
        event: 'hand-over.exchange',
        outcome: 'refused',
        on: 'null/null',
        details: { reason: 'INVALID_TOKEN' },
      },
    ]);
  });
});

describe('the security log of codes and passwords', () => {
  const send = (email: string) =>
    fixture.callAcme('POST', '/api/email-verification/send-code', undefined, { email });
  const verify = (token: string, code: string) =>
    fixture.callAcme('POST', '/api/email-verification/verify-with-token', undefined, { token, code });

  it('records sent, rate-limited, wrong and exhausted codes, and unknown tokens', async () => {
    let token = '';
    const sent = await fixture.recordEntries(async () => {
      token = (await send('olga@obieg.test')).body.token;
      await send('olga@obieg.test');
    });
    const login = 'o***@obieg.test';
    const on = `user/${fixture.ids.olga}`;
    expect(sent.map(summarize)).toEqual([
      { event: 'code.send', outcome: 'done', on, details: { login } },
      { event: 'code.send', outcome: 'refused', on, details: { login, reason: 'rate-limited' } },
    ]);
    const code = /\b(\d{6})\b/.exec(await fixture.readLastMail('olga@obieg.test'))?.[1] ?? '';
    const wrong = code === '000000' ? '000001' : '000000';
    const guessed = await fixture.recordEntries(async () => {
      for (let count = 0; count < 6; count++) await verify(token, wrong);
    });
    const refusedEntry = (reason: string) => ({
      event: 'code.verify',
      outcome: 'refused',
      on,
      details: { login, reason },
    });
    expect(guessed.map(summarize)).toEqual([
      ...Array(5).fill(refusedEntry('wrong-code')),
      refusedEntry('worn-out'),
    ]);
    const unknown = await fixture.recordEntries(() => verify('x'.repeat(43), '123456'));
    expect(unknown[0]?.details).toEqual({ reason: 'unknown-token' });
  });

  it('records a code that comes too late, and one that is entered again', async () => {
    const email = 'spozniona@poczta.test';
    const { token } = (await send(email)).body;
    const code = /\b(\d{6})\b/.exec(await fixture.readLastMail(email))?.[1] ?? '';
    const rows = () => fixture.identity.db.knex('verifications').where({ email });
    const { code_expires_at } = await rows().first('code_expires_at');
    await rows().update({ code_expires_at: new Date(0) });
    const login = 's***@poczta.test';
    const refusedFor = (reason: string) => ({ outcome: 'refused', details: { login, reason } });
    expect(await fixture.recordEntries(() => verify(token, code))).toMatchObject([refusedFor('expired')]);
    await rows().update({ code_expires_at });
    expect((await verify(token, code)).status).toBe(200);
    expect(await fixture.recordEntries(() => verify(token, code))).toMatchObject([refusedFor('used')]);
  });

  it('records a new user who verifies an address and sets a password', async () => {
    const { token } = (await send('obca@poczta.test')).body;
    const code = /\b(\d{6})\b/.exec(await fixture.readLastMail('obca@poczta.test'))?.[1] ?? '';
    const verified = await fixture.recordEntries(() => verify(token, code));
    expect(verified.map(({ event, outcome }) => [event, outcome])).toEqual(
      ['account.create', 'roles.change', 'email.verify', 'code.verify', 'sign-in'].map((event) => [
        event,
        'done',
      ]),
    );
    expect(verified[1]).toMatchObject({ details: { roles: ['REPORTER'], rolesBefore: [] } });
    const session = verified[4]?.session_id;
    const passwordSet = await fixture.recordEntries(() =>
      fixture.callAcme('POST', '/api/auth/set-password', undefined, { token, password: 'zupelnie-nowe' }),
    );
    expect(passwordSet.map(({ event, details }) => [event, details])).toEqual([
      ['password.set', { by: 'code' }],
      [
        'session.revoke',
        { reason: 'password.set', userId: verified[4]?.actor_id, organizationId: fixture.acme.id },
      ],
      ['sign-in', { by: 'new-password' }],
    ]);
    expect(passwordSet[1]?.subject_id).toBe(session);
    const reused = await fixture.recordEntries(() =>
      fixture.callAcme('POST', '/api/auth/set-password', undefined, { token, password: 'zupelnie-nowe' }),
    );
    expect(reused.map(summarize)).toEqual([
      { event: 'password.set', outcome: 'refused', on: 'null/null', details: { reason: 'INVALID_TOKEN' } },
    ]);
  });
});
