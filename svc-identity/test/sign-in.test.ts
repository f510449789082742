import { withOrganization, withTransaction } from '@obieg/service-kit';
import { recordedEvents, untilLockWaits } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Identity, password, startIdentity } from './identity-service';

let identity: Identity;
let acme: { id: number; code: string };
let globex: { id: number; code: string };
beforeAll(async () => {
  identity = await startIdentity();
  acme = await identity.addOrganization('acme');
  globex = await identity.addOrganization('globex');
  await identity.addMember(acme.id, 'olga', ['OPERATOR']);
  await identity.addMember(acme.id, 'former', []);
});
afterAll(() => identity.close());

const signIn = (body: unknown, organization: typeof acme | undefined = acme, ip = '198.51.100.1') =>
  identity.request('POST', '/api/auth/signin', { organization, body, headers: { 'x-forwarded-for': ip } });

describe('POST /api/auth/signin', () => {
  it.each(['olga@obieg.test', 'OLGA@obieg.test', 'olga', 'Olga'])('signs in as %s', async (email) => {
    const { status, body } = await signIn({ email, password });
    expect(status).toBe(200);
    expect(body).toEqual({
      token: expect.any(String),
      id: expect.any(Number),
      username: 'olga',
      email: 'olga@obieg.test',
    });
  });

  it('returns the same response for each failure', async () => {
    const failures = await Promise.all([
      signIn({ email: 'olga', password: 'wrong' }),
      signIn({ email: 'nobody', password }),
      signIn({ email: 'former', password }),
      signIn({ email: 'olga', password }, globex),
    ]);
    for (const { status, body } of failures) {
      expect([status, body.code, body.message]).toEqual([401, 'UNAUTHORIZED', 'Invalid email or password']);
    }
  });

  it('rejects bad input with 422', async () => {
    for (const body of [{}, { email: ['olga'], password }, { email: 'olga' }, { email: {}, password: {} }]) {
      expect((await signIn(body)).status).toBe(422);
    }
  });

  it('allows ten failed attempts, also in parallel and for unknown accounts', async () => {
    for (const email of ['olga', 'unknown-person']) {
      const responses = await Promise.all(
        Array.from({ length: 14 }, () => signIn({ email, password: 'guess' }, acme, '203.0.113.9')),
      );
      const statuses = responses.map(({ status }) => status).sort();
      expect(statuses).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
      expect((await signIn({ email, password }, acme, '203.0.113.9')).status).toBe(429);
    }
    expect((await signIn({ email: 'olga', password }, acme, '203.0.113.10')).status).toBe(200);
  });

  it('counts the addresses of an IPv6 network as one', async () => {
    const guess = (ip: string) => signIn({ email: 'olga', password: 'guess' }, acme, ip);
    for (let index = 1; index <= 10; index++)
      expect((await guess(`2001:db8:1:2:3:4:5:${index}`)).status).toBe(401);
    expect((await guess('2001:db8:1:2::1')).status).toBe(429);
    expect((await guess('2001:db8:1:3::1')).status).toBe(401);
  });

  it('counts failed attempts across organizations, and across username and e-mail address', async () => {
    const guess = (email: string, organization: typeof acme, value = 'guess') =>
      signIn({ email, password: value }, organization, '203.0.113.77');
    for (let count = 0; count < 5; count++) {
      expect((await guess('super', acme)).status).toBe(401);
      expect((await guess('super', globex)).status).toBe(401);
    }
    expect((await guess('super', acme, password)).status).toBe(429);
    // 401 like a wrong password, because 429 would reveal the account's address.
    expect((await guess('super@obieg.test', globex, password)).status).toBe(401);
    expect((await signIn({ email: 'super', password }, acme, '203.0.113.78')).status).toBe(200);
  });

  it('returns Retry-After, and resets the count after a success', async () => {
    const ip = '203.0.113.79';
    for (let count = 0; count < 9; count++) await signIn({ email: 'olga', password: 'x' }, acme, ip);
    expect((await signIn({ email: 'olga', password }, acme, ip)).status).toBe(200);
    for (let count = 0; count < 10; count++)
      expect((await signIn({ email: 'olga', password: 'x' }, acme, ip)).status).toBe(401);
    const rejected = await signIn({ email: 'olga', password }, acme, ip);
    expect(rejected.status).toBe(429);
    const seconds = Number(rejected.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(900);
  });

  it('checks the password again when it opens the session', async () => {
    const id = await identity.addMember(acme.id, 'zmienia-haslo', ['MEMBER']);
    let pendingResponses: ReturnType<typeof signIn>[] = [];
    await withTransaction(identity.db, async (tx) => {
      await tx('users').where({ id }).update({ password_hash: 'another' });
      const body = { email: 'zmienia-haslo', password };
      pendingResponses = [signIn(body), signIn(body)];
      // Both have verified the old password and wait for the account's lock.
      await untilLockWaits(identity.db.knex, pendingResponses.length);
      await tx('sessions').where({ user_id: id }).update({ revoked_at: tx.fn.now() });
    });
    for (const { status, body } of await Promise.all(pendingResponses))
      expect([status, body.code]).toEqual([401, 'UNAUTHORIZED']);
    expect(await identity.db.knex('sessions').where({ user_id: id }).whereNull('revoked_at')).toEqual([]);
    const entries = await withOrganization(identity.db, acme.id, (tx) =>
      tx('security_log').where({ event: 'sign-in', outcome: 'refused', subject_id: String(id) }),
    );
    expect(entries.map(({ details }) => details.reason)).toEqual(['wrong-password', 'wrong-password']);
  });

  it('signs in a super administrator to each organization and the main domain', async () => {
    for (const organization of [acme, globex, undefined])
      expect(await identity.signIn('super', organization)).toEqual(expect.any(String));
  });
});

describe('POST /api/auth/check-login-methods', () => {
  const check = async (email: string, organization = acme) =>
    (await identity.request('POST', '/api/auth/check-login-methods', { organization, body: { email } })).body;

  it('returns userExists only for members of this organization', async () => {
    expect(await check('olga')).toEqual({ userExists: true, hasPassword: true });
    expect(await check('olga', globex)).toEqual({ userExists: false, hasPassword: false });
    expect(await check('former')).toEqual({ userExists: false, hasPassword: false });
  });
});

describe('sessions', () => {
  it('are rejected at the addresses of other organizations and the main domain', async () => {
    const token = await identity.signIn('super', acme);
    expect((await identity.request('GET', '/api/auth/me', { token, organization: acme })).status).toBe(200);
    expect((await identity.request('GET', '/api/auth/me', { token, organization: globex })).status).toBe(401);
    expect((await identity.request('GET', '/api/auth/me', { token })).status).toBe(401);
  });

  it('end at sign-out and emit the event once', async () => {
    const token = await identity.signIn('olga', acme);
    const before = (await recordedEvents(identity.db.knex, 'obieg.identity.session.revoked')).length;
    const signOut = async () =>
      (await identity.request('POST', '/api/auth/sign-out', { token, organization: acme })).status;
    // svc-identity rejects the session without waiting for the event.
    expect([await signOut(), await signOut()]).toEqual([204, 401]);
    expect(await recordedEvents(identity.db.knex, 'obieg.identity.session.revoked')).toHaveLength(before + 1);
    const { body } = await identity.request('GET', '/internal/revoked-sessions');
    expect(body.sessions.length).toBeGreaterThan(0);
  });

  it('return the signed-in user and permissions', async () => {
    const token = await identity.signIn('olga', acme);
    const me = await identity.request('GET', '/api/auth/me', { token, organization: acme });
    expect(me.body).toEqual({ id: expect.any(Number), username: 'olga', email: 'olga@obieg.test' });
    const { body } = await identity.request('GET', '/api/permissions/check', { token, organization: acme });
    expect(body).toMatchObject({
      hasBasePermission: true,
      hasOperatorPermission: true,
      canManageUsers: false,
    });
    expect((await identity.request('GET', '/api/permissions/check', { organization: acme })).status).toBe(
      401,
    );
  });
});

describe('GET /api/auth/organization-name', () => {
  it("returns the organization's name to visitors", async () => {
    expect(
      (await identity.request('GET', '/api/auth/organization-name', { organization: acme })).body,
    ).toEqual({ organizationName: 'Organizacja acme' });
    expect((await identity.request('GET', '/api/auth/organization-name')).body).toEqual({
      organizationName: null,
    });
  });
});

describe('GET /.well-known/jwks.json', () => {
  it('contains no private key', async () => {
    const { body } = await identity.request('GET', '/.well-known/jwks.json');
    expect(Object.keys(body.keys[0]).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  });
});
