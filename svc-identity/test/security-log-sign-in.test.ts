import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { password } from './identity-service';
import { brief, type SecurityLogWorld, sessionOf, startSecurityLogWorld } from './security-log-world';

let world: SecurityLogWorld;
beforeAll(async () => {
  world = await startSecurityLogWorld();
});
afterAll(() => world.identity.close());

describe('security log, sign-in', () => {
  it('records user, address, method and session', async () => {
    let token = '';
    const [entry, ...more] = await world.writtenBy(async () => {
      token = (await world.here('POST', '/api/auth/signin', undefined, { email: 'olga', password })).body
        .token;
    });
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      event: 'sign-in',
      outcome: 'done',
      organization_id: world.acme.id,
      actor_id: world.ids.olga,
      session_id: sessionOf(token),
      subject_type: 'user',
      subject_id: String(world.ids.olga),
      ip: '198.51.100.7',
      request_id: 'request-of-a-test',
      details: { by: 'password' },
    });
  });

  it('records failures with a masked name, and rate-limited attempts', async () => {
    const known = await world.writtenBy(() =>
      world.here('POST', '/api/auth/signin', undefined, { email: 'olga@obieg.test', password: 'wrong' }),
    );
    expect(known.map(brief)).toEqual([
      {
        event: 'sign-in',
        outcome: 'refused',
        on: `user/${world.ids.olga}`,
        details: { reason: 'wrong-password', login: 'o***@obieg.test' },
      },
    ]);
    expect(known[0]).toMatchObject({ actor_id: null, session_id: null, organization_id: world.acme.id });
    const unknown = await world.writtenBy(() =>
      world.call('POST', '/api/auth/signin', undefined, { email: 'moje-tajne-haslo', password: 'wrong' }),
    );
    expect(unknown.map(brief)).toEqual([
      {
        event: 'sign-in',
        outcome: 'refused',
        on: 'null/null',
        details: { reason: 'wrong-password', login: '***' },
      },
    ]);
    expect(unknown[0]?.organization_id).toBeNull();
    const flood = await world.writtenBy(async () => {
      for (let count = 0; count < 11; count++)
        await world.here('POST', '/api/auth/signin', undefined, { email: 'x@y.test', password: 'wrong' });
    });
    expect(flood.map(({ details }) => details['reason'])).toEqual([
      ...Array(10).fill('wrong-password'),
      'rate-limited',
    ]);
  });

  it('records the end of the session', async () => {
    const token = (await world.here('POST', '/api/auth/signin', undefined, { email: 'olga', password })).body
      .token;
    const written = await world.writtenBy(() => world.here('POST', '/api/auth/sign-out', token));
    expect(written.map(brief)).toEqual([
      { event: 'sign-out', outcome: 'done', on: `user/${world.ids.olga}`, details: {} },
      {
        event: 'session.revoke',
        outcome: 'done',
        on: `session/${sessionOf(token)}`,
        details: { reason: 'sign-out', userId: world.ids.olga, organizationId: world.acme.id },
      },
    ]);
    for (const entry of written)
      expect(entry).toMatchObject({
        actor_id: world.ids.olga,
        session_id: sessionOf(token),
        organization_id: world.acme.id,
      });
  });

  it('records the hand-over from the main domain', async () => {
    let code = '';
    const issued = await world.writtenBy(async () => {
      const path = '/api/auth/hand-over';
      const { body } = await world.call('POST', path, world.tokens.superAtMain, {
        organizationId: world.acme.id,
      });
      code = body.address.split('#code=')[1];
    });
    expect(issued).toMatchObject([
      {
        event: 'hand-over.issue',
        outcome: 'done',
        actor_id: world.ids.super,
        subject_type: 'organization',
        subject_id: String(world.acme.id),
        organization_id: world.acme.id,
      },
    ]);
    const exchanged = await world.writtenBy(() =>
      world.here('POST', '/api/auth/exchange', undefined, { code }),
    );
    expect(exchanged.map(brief)).toEqual([
      { event: 'hand-over.exchange', outcome: 'done', on: `user/${world.ids.super}`, details: {} },
      { event: 'sign-in', outcome: 'done', on: `user/${world.ids.super}`, details: { by: 'hand-over' } },
    ]);
    const again = await world.writtenBy(() => world.here('POST', '/api/auth/exchange', undefined, { code }));
    expect(again.map(brief)).toEqual([
      {
        event: 'hand-over.exchange',
        outcome: 'refused',
        on: 'null/null',
        details: { reason: 'INVALID_TOKEN' },
      },
    ]);
  });
});

describe('security log, codes and passwords', () => {
  const send = (email: string) =>
    world.here('POST', '/api/email-verification/send-code', undefined, { email });
  const verify = (token: string, code: string) =>
    world.here('POST', '/api/email-verification/verify-with-token', undefined, { token, code });

  it('records sent, refused, wrong, exhausted and used codes', async () => {
    let token = '';
    const sent = await world.writtenBy(async () => {
      token = (await send('olga@obieg.test')).body.token;
      await send('olga@obieg.test');
    });
    const login = 'o***@obieg.test';
    const on = `user/${world.ids.olga}`;
    expect(sent.map(brief)).toEqual([
      { event: 'code.send', outcome: 'done', on, details: { login } },
      { event: 'code.send', outcome: 'refused', on, details: { login, reason: 'rate-limited' } },
    ]);
    const code = /\b(\d{6})\b/.exec(await world.mailedTo('olga@obieg.test'))?.[1] ?? '';
    const wrong = code === '000000' ? '000001' : '000000';
    const guessed = await world.writtenBy(async () => {
      for (let count = 0; count < 6; count++) await verify(token, wrong);
    });
    const refusal = (reason: string) => ({
      event: 'code.verify',
      outcome: 'refused',
      on,
      details: { login, reason },
    });
    expect(guessed.map(brief)).toEqual([...Array(5).fill(refusal('wrong-code')), refusal('worn-out')]);
    const unknown = await world.writtenBy(() => verify('x'.repeat(43), '123456'));
    expect(unknown[0]?.details).toEqual({ reason: 'unknown-token' });
  });

  it('records a stranger who becomes a member with a password', async () => {
    const { token } = (await send('obca@poczta.test')).body;
    const code = /\b(\d{6})\b/.exec(await world.mailedTo('obca@poczta.test'))?.[1] ?? '';
    const verified = await world.writtenBy(() => verify(token, code));
    expect(verified.map(({ event, outcome }) => [event, outcome])).toEqual(
      ['account.create', 'roles.change', 'email.verify', 'code.verify', 'sign-in'].map((event) => [
        event,
        'done',
      ]),
    );
    expect(verified[1]).toMatchObject({ details: { roles: ['REPORTER'], rolesBefore: [] } });
    const session = verified[4]?.session_id;
    const set = await world.writtenBy(() =>
      world.here('POST', '/api/auth/set-password', undefined, { token, password: 'zupelnie-nowe' }),
    );
    expect(set.map(({ event, details }) => [event, details])).toEqual([
      ['password.set', { by: 'code' }],
      [
        'session.revoke',
        { reason: 'password.set', userId: verified[4]?.actor_id, organizationId: world.acme.id },
      ],
      ['sign-in', { by: 'new-password' }],
    ]);
    expect(set[1]?.subject_id).toBe(session);
    const reused = await world.writtenBy(() =>
      world.here('POST', '/api/auth/set-password', undefined, { token, password: 'zupelnie-nowe' }),
    );
    expect(reused.map(brief)).toEqual([
      { event: 'password.set', outcome: 'refused', on: 'null/null', details: { reason: 'INVALID_TOKEN' } },
    ]);
  });
});
