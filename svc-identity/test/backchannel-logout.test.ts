import jwt from 'jsonwebtoken';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweepExpired } from '../src/sweep';
import { clientId, clientSecret } from './fake-provider';
import { annaClaims, type ProviderFixture, type Site, startProviderFixture } from './provider-fixture';

let fixture: ProviderFixture;
let providerId: number;
beforeAll(async () => {
  fixture = await startProviderFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.clear();
  providerId = (await fixture.addProvider()).id;
});

const post = (rawBody: string, site: Site = fixture.acme, id = providerId) =>
  fixture.identity.request('POST', `/api/auth/identity-providers/${id}/backchannel-logout`, {
    organization: site,
    rawBody,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const logOut = async (token: string, site?: Site, id?: number): Promise<number> =>
  (await post(new URLSearchParams({ logout_token: token }).toString(), site, id)).status;
const signIn = async (claims: object = {}): Promise<string> =>
  (await fixture.signInBy(fixture.acme, providerId, { claims: { ...annaClaims, ...claims } })).body.token;
const jan = { email: 'jan@example.com', sub: 'person-2' };

describe('POST /api/auth/identity-providers/{id}/backchannel-logout', () => {
  it('ends the sessions of the person, not those of others, and records it', async () => {
    const [one, another, other] = [await signIn(), await signIn(), await signIn(jan)];
    expect(await logOut(fixture.provider.signLogout({ sub: 'person-1' }))).toBe(200);
    expect(await Promise.all([one, another, other].map((token) => fixture.isAlive(token)))).toEqual([
      false,
      false,
      true,
    ]);
    const { body } = await fixture.call('GET', '/api/security-log?outcome=done', fixture.acme, {
      token: fixture.tokens.admin,
    });
    expect(body.entries.slice(0, 3)).toMatchObject([
      { event: 'session.revoke', details: { reason: 'sign-out' } },
      { event: 'session.revoke', details: { reason: 'sign-out' } },
      { event: 'sign-out', details: { by: 'provider', name: 'Firma' } },
    ]);
  });

  it('ends the one session of the provider that the token names', async () => {
    const [ended, kept] = [await signIn({ sid: 'one' }), await signIn({ sid: 'two' })];
    expect(await logOut(fixture.provider.signLogout({ sid: 'one' }))).toBe(200);
    expect([await fixture.isAlive(ended), await fixture.isAlive(kept)]).toEqual([false, true]);
    // Both names must fit.
    expect(await logOut(fixture.provider.signLogout({ sid: 'two', sub: 'person-2' }))).toBe(200);
    expect(await fixture.isAlive(kept)).toBe(true);
  });

  it('leaves sessions of other ways and other providers', async () => {
    const { username, id } = await fixture.addPerson();
    const password = await fixture.identity.signIn(username, fixture.acme);
    const other = (await fixture.addProvider({ name: 'Druga', domains: ['other.example'] })).id;
    const own = await signIn();
    expect(await logOut(fixture.provider.signLogout({ sub: 'person-1' }), fixture.acme, other)).toBe(200);
    expect(await logOut(fixture.provider.signLogout({ sub: String(id) }))).toBe(200);
    expect([await fixture.isAlive(password), await fixture.isAlive(own)]).toEqual([true, true]);
  });

  it('refuses a token that was used before', async () => {
    const token = fixture.provider.signLogout({ sub: 'person-1' });
    expect(await logOut(token)).toBe(200);
    const session = await signIn();
    expect(await logOut(token)).toBe(400);
    // The sweep keeps the ids of tokens that are still valid.
    await sweepExpired(fixture.identity.db);
    expect(await logOut(token)).toBe(400);
    expect(await fixture.isAlive(session)).toBe(true);
  });

  it('refuses every token that is not a logout of this provider for this client', async () => {
    const session = await signIn();
    const sub = 'person-1';
    const { signLogout } = fixture.provider;
    const now = Math.floor(Date.now() / 1_000);
    const idToken = { iss: fixture.provider.issuer, aud: clientId, sub, iat: now, exp: now + 300, jti: 'id' };
    const event = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    const unsigned = jwt.sign({ ...idToken, events: event }, '', { algorithm: 'none' });
    const shared = jwt.sign({ ...idToken, events: event }, clientSecret, { algorithm: 'HS256' });
    const tokens = {
      unsigned,
      shared,
      forged: signLogout({ sub }, { isForged: true }),
      unknownKey: signLogout({ sub }, { keyid: 'another' }),
      otherIssuer: signLogout({ sub, iss: 'https://login.example.org' }),
      otherAudience: signLogout({ sub, aud: 'another-client' }),
      old: signLogout({ sub, iat: now - 3_600 }),
      future: signLogout({ sub, iat: now + 3_600 }),
      expired: signLogout({ sub, exp: now - 120 }),
      withoutTime: signLogout({ sub, iat: undefined }),
      withoutId: signLogout({ sub, jti: undefined }),
      withoutEvent: signLogout({ sub, events: undefined }),
      otherEvent: signLogout({ sub, events: { 'https://example.org/event': {} } }),
      withNonce: signLogout({ sub, nonce: 'nonce' }),
      withoutPerson: signLogout(),
      longPerson: signLogout({ sub: 'a'.repeat(300) }),
      nonsense: 'a.b.c',
      empty: '',
    };
    for (const [name, token] of Object.entries(tokens))
      expect([name, await logOut(token)]).toEqual([name, 400]);
    expect(await fixture.isAlive(session)).toBe(true);
    const { body } = await fixture.call(
      'GET',
      '/api/security-log?outcome=refused&event=sign-out',
      fixture.acme,
      {
        token: fixture.tokens.admin,
      },
    );
    expect(body.entries[0].details).toEqual({ by: 'provider', reason: 'bad-token', name: 'Firma' });
  });

  it('refuses a provider of another organization', async () => {
    const session = await signIn();
    const { id } = await fixture.addProvider({}, fixture.globex);
    const token = () => fixture.provider.signLogout({ sub: 'person-1' });
    expect(await logOut(token(), fixture.globex)).toBe(404);
    expect(await logOut(token(), fixture.acme, id)).toBe(404);
    // The same issuer and client, but the sessions of another tenant.
    expect(await logOut(token(), fixture.globex, id)).toBe(200);
    expect(await fixture.isAlive(session)).toBe(true);
  });

  it('refuses forms without one token, and large ones before it reads them', async () => {
    for (const body of ['', 'logout_token=a&logout_token=b', 'token=a'])
      expect((await post(body)).status).toBe(400);
    expect((await post(`logout_token=${'a'.repeat(100_000)}`)).status).toBe(413);
  });
});
