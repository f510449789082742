import { limits } from '@obieg/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  codeOf,
  type SecondFactorFixture,
  startSecondFactorFixture,
  wrongCodeOf,
} from './second-factor-fixture';

let fixture: SecondFactorFixture;
beforeAll(async () => {
  fixture = await startSecondFactorFixture();
});
afterAll(() => fixture.identity.close());
afterEach(async () => {
  await fixture.forgetAttempts();
});

const factors = '/api/account/second-factors';

describe('an authenticator app', () => {
  it('is added by a right code, with ten recovery codes, and listed without secrets', async () => {
    const { call, acme, addPerson, addTotp } = fixture;
    const { token, email } = await addPerson();
    const { status, recoveryCodes, secret, id } = await addTotp(token);
    expect(status).toBe(201);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(recoveryCodes[0]).toMatch(/^[2-9a-hjkmnp-z]{4}(-[2-9a-hjkmnp-z]{4}){3}$/);
    const { body } = await call('GET', factors, acme, undefined, token);
    expect(body).toMatchObject({
      factors: [{ id, kind: 'TOTP', name: 'Telefon', isSynced: false, lastUsedAt: expect.any(String) }],
      recoveryCodesLeft: 10,
      isRequired: false,
      isConfirmed: true,
      confirmations: ['PASSWORD'],
      canAddTotp: true,
      passkeyDomain: 'obieg.localhost',
    });
    expect(JSON.stringify(body)).not.toContain(secret);
    expect(await fixture.mailsOf(email)).toContain('Dodano drugi składnik logowania');
  });

  it('and recovery codes are not stored in plain text', async () => {
    const { identity, addPersonWithTotp } = fixture;
    const { secret, recoveryCodes } = await addPersonWithTotp();
    const rows = JSON.stringify([
      await identity.db.knex('second_factors').select(),
      await identity.db.knex('recovery_codes').select(),
      await identity.db.knex('factor_ceremonies').select(),
      await identity.db.knex('security_log').select(),
      identity.lines,
    ]);
    for (const text of [secret, ...recoveryCodes]) expect(rows).not.toContain(text);
  });

  it('needs a confirmed session', async () => {
    const { call, acme, addPerson } = fixture;
    const { token } = await addPerson();
    const refused = await call('POST', `${factors}/totp`, acme, undefined, token);
    expect(refused).toMatchObject({ status: 403, body: { code: 'CONFIRMATION_NEEDED' } });
    for (const [method, path, body] of [
      ['POST', `${factors}/passkey-options`, undefined],
      ['POST', '/api/account/recovery-codes', undefined],
      ['DELETE', `${factors}/6a1f7a52-5a37-4ac0-9d23-2f5f7e5ad010`, undefined],
      ['PUT', `${factors}/6a1f7a52-5a37-4ac0-9d23-2f5f7e5ad010`, { name: 'x' }],
    ] as const)
      expect((await call(method, path, acme, body, token)).body.code, path).toBe('CONFIRMATION_NEEDED');
  });

  it('is not added by a wrong code, nor in another session or on another address', async () => {
    const { call, acme, addPerson, confirm, identity } = fixture;
    const { token, username } = await addPerson();
    const other = await identity.signIn(username, acme);
    const onMainDomain = await identity.signIn(username);
    await confirm(token, acme);
    await confirm(other, acme);
    await confirm(onMainDomain);
    const { body } = await call('POST', `${factors}/totp`, acme, undefined, token);
    const add = (code: string, session = token, site: typeof acme | null = acme) =>
      call('POST', factors, site, { name: 'Telefon', totp: { setUp: body.setUp, code } }, session);
    expect((await add(wrongCodeOf(body.secret))).body.code).toBe('INVALID_CODE');
    expect((await add(codeOf(body.secret), other)).body.code).toBe('CHALLENGE_EXPIRED');
    expect((await add(codeOf(body.secret), onMainDomain, null)).body.code).toBe('CHALLENGE_EXPIRED');
    expect((await add(codeOf(body.secret))).status).toBe(201);
    expect((await add(codeOf(body.secret, 1))).body.code).toBe('CHALLENGE_EXPIRED');
  });

  it('ends the other sessions and waiting sign-ins when it is the first factor', async () => {
    const { identity, acme, addPerson, addTotp, isAlive } = fixture;
    const { token, username } = await addPerson();
    const other = await identity.signIn(username, acme);
    const onMainDomain = await identity.signIn(username);
    await addTotp(token);
    expect([await isAlive(token), await isAlive(other)]).toEqual([true, false]);
    expect((await identity.request('GET', '/api/auth/me', { token: onMainDomain })).status).toBe(401);
    const third = (await addTotp(token, acme, 'Drugi telefon')).body;
    expect(third.recoveryCodes).toBeUndefined();
    expect(await isAlive(token)).toBe(true);
  });

  it('is renamed and removed by its owner only', async () => {
    const { call, acme, addPersonWithTotp, confirm } = fixture;
    const owner = await addPersonWithTotp();
    const stranger = await addPersonWithTotp();
    const { body } = await call('GET', factors, acme, undefined, owner.token);
    const path = `${factors}/${body.factors[0].id}`;
    await confirm(stranger.token, acme);
    expect((await call('PUT', path, acme, { name: 'Mój' }, stranger.token)).status).toBe(404);
    expect((await call('DELETE', path, acme, undefined, stranger.token)).status).toBe(404);
    expect((await call('PUT', path, acme, { name: ' Nowy ' }, owner.token)).status).toBe(204);
    expect((await call('GET', factors, acme, undefined, owner.token)).body.factors[0].name).toBe('Nowy');
    expect((await call('DELETE', path, acme, undefined, owner.token)).status).toBe(204);
    expect((await call('GET', factors, acme, undefined, owner.token)).body).toMatchObject({
      factors: [],
      recoveryCodesLeft: 0,
    });
    expect((await call('DELETE', path, acme, undefined, owner.token)).status).toBe(404);
    expect((await fixture.firstStep(owner.username, acme)).body.token).toEqual(expect.any(String));
    expect(await fixture.mailsOf(owner.email)).toContain('Usunięto drugi składnik logowania');
  });

  it('is limited in number', async () => {
    const { identity, call, acme, addPersonWithTotp } = fixture;
    const { id, token } = await addPersonWithTotp();
    const rows = Array.from({ length: limits.factorsPerPersonMax - 1 }, () => ({
      id: crypto.randomUUID(),
      user_id: id,
      kind: 'TOTP',
      name: 'x',
      secret: Buffer.from('x'),
    }));
    await identity.db.knex('second_factors').insert(rows);
    const { body } = await call('POST', `${factors}/totp`, acme, undefined, token);
    const totp = { setUp: body.setUp, code: codeOf(body.secret) };
    expect((await call('POST', factors, acme, { name: 'Nadmiar', totp }, token)).status).toBe(409);
  });
});

describe('POST /api/account/confirmation', () => {
  it('rejects a wrong password, and counts it like a sign-in', async () => {
    const { call, acme, addPerson } = fixture;
    const { token } = await addPerson();
    const confirm = (password: string) =>
      call('POST', '/api/account/confirmation', acme, { password }, token);
    const statuses: number[] = [];
    for (let tries = 0; tries < 11; tries += 1) statuses.push((await confirm('zgadywane')).status);
    expect(statuses).toEqual([...Array<number>(10).fill(422), 429]);
    expect((await call('GET', factors, acme, undefined, token)).body.isConfirmed).toBe(false);
  });

  it('lasts ten minutes, for one session', async () => {
    const { identity, call, acme, addPerson, confirm } = fixture;
    const { token, username } = await addPerson();
    const other = await identity.signIn(username, acme);
    await confirm(token, acme);
    const isConfirmed = async (session: string) =>
      (await call('GET', factors, acme, undefined, session)).body.isConfirmed;
    expect([await isConfirmed(token), await isConfirmed(other)]).toEqual([true, false]);
    await identity.db
      .knex('sessions')
      .update({ confirmed_at: identity.db.knex.raw(`confirmed_at - interval '10 minutes'`) });
    expect(await isConfirmed(token)).toBe(false);
  });

  it('is replaced by a new session for an account without password and passkey', async () => {
    const { identity, call, acme, addPerson } = fixture;
    const { id, token } = await addPerson();
    await identity.db.knex('users').where({ id }).update({ password_hash: null });
    const read = async () => (await call('GET', factors, acme, undefined, token)).body;
    expect(await read()).toMatchObject({ isConfirmed: true, confirmations: [] });
    await identity.db
      .knex('sessions')
      .where({ user_id: id })
      .update({ created_at: identity.db.knex.raw(`created_at - interval '10 minutes'`) });
    expect(await read()).toMatchObject({ isConfirmed: false, confirmations: [] });
  });
});

describe('recovery codes', () => {
  it('are renewed, and the old ones end', async () => {
    const { call, acme, addPersonWithTotp, challengeOf, secondStep } = fixture;
    const { token, username, recoveryCodes, email } = await addPersonWithTotp();
    const renewed = await call('POST', '/api/account/recovery-codes', acme, undefined, token);
    expect(renewed.body.recoveryCodes).toHaveLength(10);
    const old = await secondStep(await challengeOf(username), { recoveryCode: recoveryCodes[0] }, acme);
    expect(old.body.code).toBe('INVALID_CODE');
    expect(await fixture.mailsOf(email)).toContain('Nowe kody zapasowe');
  });

  it('are not made for an account without a factor', async () => {
    const { call, acme, addPerson, confirm } = fixture;
    const { token } = await addPerson();
    await confirm(token, acme);
    expect((await call('POST', '/api/account/recovery-codes', acme, undefined, token)).status).toBe(409);
  });
});

describe('the second-factor endpoints', () => {
  const oversized = 'x'.repeat(30_000);
  it('reject bad input with 422', async () => {
    const { call, acme, addPerson, confirm } = fixture;
    const { token } = await addPerson();
    await confirm(token, acme);
    const passkey = { id: 'x', rawId: 'x', type: 'public-key', response: {} };
    const calls: [path: string, body: unknown][] = [
      ['/api/auth/second-step', { challenge: 'x' }],
      ['/api/auth/second-step', { challenge: 'x', code: '12345' }],
      ['/api/auth/second-step', { challenge: 'x', code: '123456', recoveryCode: '2222-2222-2222-2222' }],
      ['/api/auth/second-step', { challenge: oversized, code: '123456' }],
      ['/api/auth/second-step', { challenge: 'x', recoveryCode: oversized }],
      ['/api/auth/second-step', { challenge: 'x', passkey }],
      ['/api/auth/passkey', { passkey }],
      ['/api/auth/second-step/factors', { challenge: 'x', name: 'x' }],
      [factors, { name: ' ', totp: { setUp: 'x', code: '123456' } }],
      [factors, { name: 'x'.repeat(61), totp: { setUp: 'x', code: '123456' } }],
      [factors, { name: 'x', passkey: { ...passkey, response: { clientDataJSON: oversized } } }],
      ['/api/account/confirmation', {}],
      ['/api/account/confirmation', { password: 'x', passkey }],
    ];
    for (const [path, body] of calls)
      expect(
        (await call('POST', path, acme, body, token)).status,
        `${path} ${JSON.stringify(body).slice(0, 80)}`,
      ).toBe(422);
  });

  it('reject anonymous callers', async () => {
    const { call, acme } = fixture;
    for (const [method, path] of [
      ['GET', factors],
      ['POST', `${factors}/totp`],
      ['POST', '/api/account/recovery-codes'],
      ['GET', '/api/second-factors/policy'],
      ['DELETE', '/api/second-factors/users/1'],
    ] as const)
      expect((await call(method, path, acme)).status, path).toBe(401);
  });
});
