import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { annaClaims, type ProviderFixture, providerInput, startProviderFixture } from './provider-fixture';
import { codeOf } from './second-factor-fixture';

let fixture: ProviderFixture;
beforeAll(async () => {
  fixture = await startProviderFixture();
});
afterAll(() => fixture.close());
afterEach(() => fixture.clear());

describe('a sign-in by an identity provider', () => {
  it('goes through the provider with PKCE, state and nonce, bound to the browser by a cookie', async () => {
    const { addProvider, begin, finish, provider, acme, isAlive, call } = fixture;
    const { id } = await addProvider();
    const { address, cookie, setCookie } = await begin(acme, id);
    const asked = Object.fromEntries(new URL(address).searchParams);
    expect(asked).toMatchObject({
      client_id: 'obieg',
      response_type: 'code',
      redirect_uri: 'http://acme.obieg.localhost:8080/login/callback',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
    expect([asked['state'], asked['nonce'], asked['code_challenge']]).toEqual(
      Array(3).fill(expect.stringMatching(/^[A-Za-z0-9_-]{43}$/)),
    );
    expect(setCookie).toMatch(/^obieg_provider=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
    const answer = await finish(acme, provider.authorize(address, { claims: annaClaims }), cookie);
    expect(answer.body).toMatchObject({ email: 'anna@example.com', token: expect.any(String) });
    expect(await isAlive(answer.body.token)).toBe(true);
    const log = await call('GET', '/api/security-log?event=sign-in&outcome=done', acme, {
      token: fixture.tokens.admin,
    });
    expect(log.body.entries[0]).toMatchObject({
      actor: { email: 'anna@example.com' },
      details: { by: 'provider' },
    });
  });

  it('makes a new person a member with default roles, mapped roles and mapped groups', async () => {
    const { addProvider, signInBy, acme, call, tokens, identity } = fixture;
    const addGroup = async (name: string): Promise<number> =>
      (await call('POST', '/api/groups', acme, { token: tokens.admin, body: { name } })).body.id;
    const [sales, support] = [await addGroup('Sprzedaż'), await addGroup('Wsparcie')];
    const { id } = await addProvider({
      groupMapping: [
        { value: 'sales', groupId: sales },
        { value: 'support', groupId: support },
      ],
      roleMapping: [{ value: 'agents', role: 'OPERATOR' }],
    });
    const claims = { email: 'nowa@example.com', email_verified: true, name: 'Nowa Osoba' };
    const signIn = (groups?: unknown, more = {}) =>
      signInBy(acme, id, { claims: { ...claims, ...more, ...(groups === undefined ? {} : { groups }) } });
    const { body } = await signIn(['sales', 'agents', 'other']);
    const read = async () => {
      const { body: user } = await call('GET', `/api/users/${body.id}`, acme, { token: tokens.admin });
      return {
        roles: user.roles.toSorted(),
        groups: user.groups.map((group: { id: number }) => group.id),
      };
    };
    const [account] = await identity.db.knex('users').where({ id: body.id });
    expect(account).toMatchObject({ display_name: 'Nowa Osoba', password_hash: null });
    expect(await read()).toEqual({ roles: ['MEMBER', 'OPERATOR'], groups: [sales] });
    await signIn(['support']);
    expect(await read()).toEqual({ roles: ['MEMBER'], groups: [support] });
    // The provider has left the values out: nothing changes.
    await signIn(undefined, { _claim_names: { groups: 'src1' } });
    expect(await read()).toEqual({ roles: ['MEMBER'], groups: [support] });
    // A group that no value maps to is the organization's own matter.
    const own = await addGroup('Własna');
    await call('POST', `/api/groups/${own}/members`, acme, {
      token: tokens.admin,
      body: { userId: body.id, role: 'MEMBER' },
    });
    await signIn();
    expect(await read()).toEqual({ roles: ['MEMBER'], groups: [own] });
  });

  it('never takes the role of the last administrator', async () => {
    const { signInBy, identity, call } = fixture;
    const site = await identity.addOrganization('ostatni');
    const bossId = await identity.addMember(site.id, 'szefowa', ['ORG_ADMIN', 'MEMBER']);
    await identity.db.knex('users').where({ id: bossId }).update({ email: 'szefowa@example.com' });
    const token = await identity.signIn('szefowa', site);
    const superToken = await identity.signIn('super', site);
    const { body } = await call('POST', '/api/identity-providers', site, {
      token,
      body: {
        ...providerInput(fixture.provider.issuer),
        roleMapping: [{ value: 'admins', role: 'ORG_ADMIN' }],
      },
    });
    await call('POST', `/api/identity-providers/${body.provider.id}/domains/example.com/confirm`, site, {
      token: superToken,
    });
    const claims = { email: 'szefowa@example.com', email_verified: true };
    expect((await signInBy(site, body.provider.id, { claims })).status).toBe(200);
    const user = await call('GET', `/api/users/${bossId}`, site, { token: superToken });
    expect(user.body.roles.toSorted()).toEqual(['MEMBER', 'ORG_ADMIN']);
  });

  it('restores no membership that an administrator has ended', async () => {
    const { addProvider, signInBy, acme, call, tokens, refusals } = fixture;
    const { id } = await addProvider();
    const claims = { email: 'byly@example.com', email_verified: true };
    const { body } = await signInBy(acme, id, { claims });
    expect((await call('DELETE', `/api/users/${body.id}`, acme, { token: tokens.admin })).status).toBe(204);
    const again = await signInBy(acme, id, { claims });
    expect(again).toMatchObject({ status: 400, body: { code: 'PROVIDER_REFUSED' } });
    expect((await refusals())[0]).toBe('membership-ended');
    await call('POST', '/api/admin/invite-user', acme, {
      token: tokens.admin,
      body: { email: 'byly@example.com', roles: ['MEMBER'] },
    });
    expect((await signInBy(acme, id, { claims })).status).toBe(200);
  });

  it('signs out at the provider, too', async () => {
    const { addProvider, signInBy, acme, call, provider, isAlive } = fixture;
    const { id } = await addProvider();
    const { token } = (await signInBy(acme, id)).body;
    const answer = await call('POST', '/api/auth/sign-out', acme, { token });
    expect(answer.status).toBe(200);
    expect(answer.body.address).toBe(
      `${provider.issuer}/end?client_id=obieg&post_logout_redirect_uri=${encodeURIComponent('http://acme.obieg.localhost:8080/login')}`,
    );
    expect(await isAlive(token)).toBe(false);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x'])('offers no sign-out at %s', async (endpoint) => {
    const { addProvider, signInBy, acme, call, provider } = fixture;
    const { id } = await addProvider();
    provider.replaceMetadata({ end_session_endpoint: endpoint });
    const { body } = await signInBy(acme, id);
    expect((await call('POST', '/api/auth/sign-out', acme, { token: body.token })).status).toBe(204);
  });
});

describe('the second factor of a sign-in by an identity provider', () => {
  const require = (roles: string[]) =>
    fixture.identity.db.knex('organizations').where({ id: fixture.acme.id }).update({ factor_roles: roles });
  afterEach(() => require([]));

  it('counts if the provider says so', async () => {
    const { addProvider, signInBy, acme, identity } = fixture;
    const { id } = await addProvider();
    await require(['MEMBER']);
    const { body } = await signInBy(acme, id, { claims: { ...annaClaims, amr: ['pwd', 'mfa'] } });
    expect(body.token).toEqual(expect.any(String));
    const [session] = await identity.db
      .knex('sessions')
      .where({ user_id: body.id })
      .orderBy('created_at', 'desc');
    expect(session.factor).toBe('PROVIDER');
  });

  it('is not set up through a provider: it would belong to the account in all organizations', async () => {
    const { addProvider, signInBy, acme } = fixture;
    const { id } = await addProvider();
    await require(['MEMBER']);
    const answer = await signInBy(acme, id, { claims: { ...annaClaims, amr: ['pwd', 'otp'] } });
    expect(answer).toMatchObject({ status: 403, body: { code: 'FACTOR_REQUIRED' } });
  });

  it('is asked for if the account has one, and the session stays one of the provider', async () => {
    const { addProvider, addPerson, signInBy, acme, identity, call } = fixture;
    const person = await addPerson();
    const token = await identity.signIn(person.username, acme);
    await call('POST', '/api/account/confirmation', acme, { token, body: { password: 'obieg-demo' } });
    const begun = await call('POST', '/api/account/second-factors/totp', acme, { token });
    const added = await call('POST', '/api/account/second-factors', acme, {
      token,
      body: { name: 'Telefon', totp: { setUp: begun.body.setUp, code: codeOf(begun.body.secret) } },
    });
    const { id } = await addProvider();
    const first = await signInBy(acme, id, { claims: { email: person.email, email_verified: true } });
    expect(first.body.secondStep.step).toBe('ENTER');
    const passed = await call('POST', '/api/auth/second-step', acme, {
      body: { challenge: first.body.secondStep.challenge, recoveryCode: added.body.recoveryCodes[0] },
    });
    expect(passed.status).toBe(200);
    const [session] = await identity.db
      .knex('sessions')
      .where({ user_id: person.id })
      .orderBy('created_at', 'desc');
    expect(session.provider_id).toBe(id);
  });
});

describe('POST /api/auth/check-login-methods', () => {
  const check = async (email: string, site: ProviderFixture['acme'] | null = fixture.acme) =>
    (await fixture.call('POST', '/api/auth/check-login-methods', site, { body: { email } })).body;

  it('names the provider of the domain, also for an address without account', async () => {
    const { addProvider, addPerson, globex } = fixture;
    const { id } = await addProvider();
    const person = await addPerson();
    const provider = { id, name: 'Firma', isRequired: false };
    for (const address of ['ktos@EXAMPLE.com', 'ktos@example.com.'])
      expect(await check(address), address).toEqual({ userExists: false, hasPassword: false, provider });
    expect(await check(person.username)).toEqual({ userExists: true, hasPassword: true, provider });
    for (const address of ['x@sub.example.com', 'x@notexample.com', 'x@example.org', 'example.com'])
      expect(await check(address), address).toEqual({ userExists: false, hasPassword: false });
    expect(await check('ktos@example.com', globex)).toEqual({ userExists: false, hasPassword: false });
    expect(await check('ktos@example.com', null)).toEqual({ userExists: false, hasPassword: false });
  });
});

describe('GET /api/auth/organization-name', () => {
  it('lists active providers by name, for the login page', async () => {
    const { addProvider, call, acme, globex } = fixture;
    const read = async (site: ProviderFixture['acme'] | null) =>
      (await call('GET', '/api/auth/organization-name', site)).body.identityProviders;
    const { id } = await addProvider();
    await addProvider({ name: 'Wyłączony', domains: [], isActive: false });
    expect(await read(acme)).toEqual([{ id, name: 'Firma' }]);
    expect([await read(globex), await read(null)]).toEqual([undefined, undefined]);
  });
});
