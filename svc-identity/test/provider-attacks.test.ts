import { withEveryOrganization } from '@obieg/service-kit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Assertion } from './fake-provider';
import { password } from './identity-service';
import { annaClaims, type ProviderFixture, providerInput, startProviderFixture } from './provider-fixture';
import { originOfSite } from './second-factor-fixture';
import { createSoftwareAuthenticator } from './software-authenticator';

let fixture: ProviderFixture;
beforeAll(async () => {
  fixture = await startProviderFixture();
});
afterAll(() => fixture.close());
afterEach(() => fixture.clear());

const minute = 60;
const now = () => Math.floor(Date.now() / 1_000);

const accountColumns = ['id', 'email', 'username', 'display_name', 'language', 'password_hash'];

/** Accounts, memberships and the number of sessions, to compare. */
const snapshot = () =>
  withEveryOrganization(fixture.identity.db, async (tx) => ({
    users: await tx('users').select(accountColumns).orderBy('id'),
    memberships: await tx('memberships')
      .select('organization_id', 'user_id', 'roles')
      .orderBy(['organization_id', 'user_id']),
    sessions: await tx('sessions').count(),
  }));

const expectRefused = async (answer: { status: number; body: { code: string } }, reason: string) => {
  expect({ status: answer.status, code: answer.body.code }).toEqual({
    status: 400,
    code: 'PROVIDER_REFUSED',
  });
  expect((await fixture.refusals())[0]).toBe(reason);
};

describe('a token that does not hold', () => {
  it.each<[string, Assertion, string]>([
    ['another nonce', { claims: { ...annaClaims, nonce: 'other' } }, 'bad-token'],
    ['no nonce', { claims: { ...annaClaims, nonce: undefined } }, 'bad-token'],
    ['another audience', { claims: { ...annaClaims, aud: 'other' } }, 'bad-token'],
    ['another issuer', { claims: { ...annaClaims, iss: 'https://evil.example' } }, 'bad-token'],
    ['a time that is over', { claims: { ...annaClaims, exp: now() - 5 * minute } }, 'bad-token'],
    ['a signature of another key', { claims: annaClaims, isForged: true }, 'bad-token'],
    ['no address', { claims: { email_verified: true } }, 'no-address'],
    ['a malformed address', { claims: { email: 'anna@example.com.', email_verified: true } }, 'no-address'],
    ['two addresses', { claims: { email: ['anna@example.com'], email_verified: true } }, 'no-address'],
    ['an unverified address', { claims: { ...annaClaims, email_verified: false } }, 'address-not-verified'],
    ['no word about the address', { claims: { email: 'anna@example.com' } }, 'address-not-verified'],
    [
      'a word that is no truth value',
      { claims: { ...annaClaims, email_verified: 'true' } },
      'address-not-verified',
    ],
    [
      "Microsoft's claim from another issuer",
      { claims: { email: 'anna@example.com', xms_edov: true } },
      'address-not-verified',
    ],
    ['a foreign domain', { claims: { ...annaClaims, email: 'anna@example.org' } }, 'domain-not-verified'],
    ['a subdomain', { claims: { ...annaClaims, email: 'anna@mail.example.com' } }, 'domain-not-verified'],
    ['a longer domain', { claims: { ...annaClaims, email: 'anna@notexample.com' } }, 'domain-not-verified'],
    [
      'a domain that looks equal',
      { claims: { ...annaClaims, email: 'anna@еxample.com' } },
      'domain-not-verified',
    ],
    [
      'an address of an integration',
      { claims: { ...annaClaims, email: 'integration-1@integrations.invalid' } },
      'no-address',
    ],
  ])('with %s is refused and changes nothing', async (_, assertion, reason) => {
    const { id } = await fixture.addProvider();
    const before = await snapshot();
    await expectRefused(await fixture.signInBy(fixture.acme, id, assertion), reason);
    expect(await snapshot()).toEqual(before);
  });

  it('is accepted with the domain in capital letters or in Unicode', async () => {
    const { addProvider, signInBy, acme } = fixture;
    const { id } = await addProvider({ domains: ['EXAMPLE.com.', 'żółw.pl'] });
    for (const email of ['Jan@Example.COM', 'jan@ŻÓŁW.pl'])
      expect((await signInBy(acme, id, { claims: { email, email_verified: true } })).status, email).toBe(200);
  });
});

describe('a callback', () => {
  it.each<[string, (query: URLSearchParams) => void, string]>([
    ['another state', (query) => query.set('state', 'A'.repeat(43)), 'sign-in-expired'],
    ['no state', (query) => query.delete('state'), 'sign-in-expired'],
    ['two states', (query) => query.append('state', 'x'), 'sign-in-expired'],
    ['another issuer', (query) => query.set('iss', 'https://evil.example'), 'other-issuer'],
    ['no issuer, although the provider names itself', (query) => query.delete('iss'), 'bad-token'],
    ['another code', (query) => query.set('code', 'other'), 'token-refused'],
    [
      'a refusal of the provider',
      (query) => {
        query.delete('code');
        query.set('error', 'access_denied');
      },
      'denied',
    ],
  ])('with %s is refused', async (_, falsify, reason) => {
    const { addProvider, begin, finish, provider, acme } = fixture;
    const { id } = await addProvider();
    const { address, cookie } = await begin(acme, id);
    const query = new URLSearchParams(provider.authorize(address, { claims: annaClaims }));
    falsify(query);
    await expectRefused(await finish(acme, query.toString(), cookie), reason);
  });

  it('works once', async () => {
    const { addProvider, begin, finish, provider, acme } = fixture;
    const { id } = await addProvider();
    const { address, cookie } = await begin(acme, id);
    const query = provider.authorize(address, { claims: annaClaims });
    expect((await finish(acme, query, cookie)).status).toBe(200);
    await expectRefused(await finish(acme, query, cookie), 'sign-in-expired');
  });

  it('works once, also for calls at the same time', async () => {
    const { addProvider, begin, finish, provider, acme } = fixture;
    const { id } = await addProvider();
    const { address, cookie } = await begin(acme, id);
    const query = provider.authorize(address, { claims: annaClaims });
    const answers = await Promise.all([1, 2, 3].map(() => finish(acme, query, cookie)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
  });

  it('works for ten minutes', async () => {
    const { addProvider, begin, finish, provider, acme, identity } = fixture;
    const { id } = await addProvider();
    const { address, cookie } = await begin(acme, id);
    await withEveryOrganization(identity.db, (tx) =>
      tx('provider_sign_ins').update({ expires_at: tx.fn.now() }),
    );
    const query = provider.authorize(address, { claims: annaClaims });
    await expectRefused(await finish(acme, query, cookie), 'sign-in-expired');
  });

  it('belongs to one browser', async () => {
    const { addProvider, begin, finish, provider, acme } = fixture;
    const { id } = await addProvider();
    const own = await begin(acme, id);
    const other = await begin(acme, id);
    expect(own.cookie).not.toBe(other.cookie);
    const query = provider.authorize(own.address, { claims: annaClaims });
    await expectRefused(await finish(acme, query, other.cookie), 'sign-in-expired');
    await expectRefused(await finish(acme, query, ''), 'sign-in-expired');
    // The owner's sign-in has survived.
    expect((await finish(acme, query, own.cookie)).status).toBe(200);
  });

  it('belongs to one tab of a browser without disturbing another', async () => {
    const { addProvider, begin, finish, provider, acme } = fixture;
    const { id } = await addProvider();
    const first = await begin(acme, id);
    const second = await begin(acme, id, first.cookie);
    expect(second.cookie).toBe(first.cookie);
    for (const { address } of [second, first])
      expect(
        (await finish(acme, provider.authorize(address, { claims: annaClaims }), first.cookie)).status,
      ).toBe(200);
  });

  it('works on the address of its organization alone', async () => {
    const { addProvider, begin, finish, provider, acme, globex } = fixture;
    const { id } = await addProvider();
    await addProvider({}, globex);
    const { address, cookie } = await begin(acme, id);
    const query = provider.authorize(address, { claims: annaClaims });
    expect((await finish(globex, query, cookie)).body.code).toBe('PROVIDER_REFUSED');
    expect((await finish(null, query, cookie)).status).toBe(400);
    expect((await finish(acme, query, cookie)).status).toBe(200);
  });

  it('is refused if the provider was changed meanwhile', async () => {
    const { addProvider, begin, finish, provider, acme, call, tokens } = fixture;
    const { id } = await addProvider();
    const { address, cookie } = await begin(acme, id);
    const query = provider.authorize(address, { claims: annaClaims });
    await call('PUT', `/api/identity-providers/${id}`, acme, {
      token: tokens.admin,
      body: providerInput(provider.issuer, { name: 'Inna' }),
    });
    await expectRefused(await finish(acme, query, cookie), 'sign-in-expired');
  });
});

describe('a provider of one organization', () => {
  it('gives no session in another one, not even for its member with an address of the domain', async () => {
    const { addProvider, addPerson, signInBy, acme, globex, isAlive, call } = fixture;
    const victim = await addPerson(globex, ['OPERATOR']);
    const { id } = await addProvider();
    const claims = { email: victim.email, email_verified: true, name: 'Inne Nazwisko' };
    // It does not exist there.
    expect(
      (await call('POST', `/api/auth/identity-providers/${id}/authorization`, globex, { body: {} })).status,
    ).toBe(404);
    const readAccount = () =>
      fixture.identity.db.knex('users').where({ id: victim.id }).first(accountColumns);
    const before = await readAccount();
    const { body } = await signInBy(acme, id, { claims });
    expect(body.id).toBe(victim.id);
    expect([
      await isAlive(body.token, acme),
      await isAlive(body.token, globex),
      await isAlive(body.token, null),
    ]).toEqual([true, false, false]);
    expect(await readAccount()).toEqual(before);
    // Their roles elsewhere stay.
    const read = await call('GET', `/api/users/${victim.id}`, globex, {
      token: fixture.tokens.superOfGlobex,
    });
    expect(read.body.roles).toEqual(['OPERATOR']);
  });

  it('opens a session that learns and changes nothing of the account elsewhere', async () => {
    const { addProvider, addPerson, signInBy, acme, globex, call, identity, isAlive } = fixture;
    const victim = await addPerson(globex);
    const own = await identity.signIn(victim.username, globex);
    const { id } = await addProvider();
    const { token } = (await signInBy(acme, id, { claims: { email: victim.email, email_verified: true } }))
      .body;
    const as = (method: string, path: string, body?: unknown) =>
      call(method, path, acme, { token, ...(body === undefined ? {} : { body }) });
    for (const [method, path, body] of [
      ['POST', '/api/auth/hand-over', { organizationId: globex.id }],
      ['PUT', '/api/account', { username: 'przejete', displayName: 'Przejęte' }],
      ['PUT', '/api/account/password', { currentPassword: password, password: 'nowe-haslo' }],
      ['POST', '/api/account/confirmation', { password }],
      ['POST', '/api/account/second-factors/totp', undefined],
      ['POST', '/api/account/recovery-codes', undefined],
    ] as const)
      expect(await as(method, path, body), path).toMatchObject({
        status: 403,
        body: { code: 'PROVIDER_SESSION' },
      });
    const { body: organizations } = await as('GET', '/api/organizations');
    expect(organizations.map(({ id: one }: { id: number }) => one)).toEqual([acme.id]);
    expect((await as('GET', `/api/organizations/${globex.id}`)).status).toBe(404);
    const { body: listed } = await as('GET', '/api/account/sessions');
    expect(listed.sessions).toHaveLength(1);
    const [elsewhere] = await identity.db
      .knex('sessions')
      .where({ user_id: victim.id, organization_id: globex.id });
    expect((await as('DELETE', `/api/account/sessions/${elsewhere.id}`)).status).toBe(404);
    expect((await as('DELETE', '/api/account/sessions')).status).toBe(204);
    expect((await as('PUT', '/api/account/language', { language: 'en' })).body.language).toBeNull();
    expect(await isAlive(own, globex)).toBe(true);
  });

  it('speaks for no super administrator and for no integration', async () => {
    const { addProvider, signInBy, acme, identity } = fixture;
    const { id } = await addProvider();
    await identity.db.knex('users').where({ username: 'super' }).update({ email: 'super@example.com' });
    try {
      const claims = { email: 'super@example.com', email_verified: true };
      await expectRefused(await signInBy(acme, id, { claims }), 'system-account');
    } finally {
      await identity.db.knex('users').where({ username: 'super' }).update({ email: 'super@obieg.test' });
    }
  });

  it('shares a domain with that of another organization, each for itself', async () => {
    const { addProvider, signInBy, acme, globex, isAlive } = fixture;
    const here = await addProvider();
    const there = await addProvider({}, globex);
    const [one, other] = [await signInBy(acme, here.id), await signInBy(globex, there.id)];
    expect(one.body.id).toBe(other.body.id);
    expect([await isAlive(one.body.token, globex), await isAlive(other.body.token, acme)]).toEqual([
      false,
      false,
    ]);
  });
});

describe('a provider that does not answer as it should', () => {
  const fail = async (reason: string) => {
    const { addProvider, begin, acme } = fixture;
    const { id } = await addProvider();
    const started = await begin(acme, id);
    expect(started.body.code).toBe('PROVIDER_REFUSED');
    expect(started.setCookie).toBe('undefined');
    expect((await fixture.refusals())[0]).toBe(reason);
  };
  const discovery = '/.well-known/openid-configuration';

  it('is not followed to another address', async () => {
    let calls = 0;
    fixture.provider.replaceHandler('/elsewhere', (_, response) => {
      calls += 1;
      response.end('{}');
    });
    fixture.provider.replaceHandler(discovery, (_, response) => {
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    await fail('redirected');
    expect(calls).toBe(0);
  });

  it('is read up to a number of bytes', async () => {
    fixture.provider.replaceHandler(discovery, (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const chunk = Buffer.alloc(64 * 1_024, ' ');
      const write = (): void => {
        while (response.write(chunk));
        response.once('drain', write);
      };
      write();
    });
    await fail('too-large');
  });

  it.each(['{}', 'null', '<html>', JSON.stringify({ issuer: 'https://evil.example' })])(
    'is refused with the discovery document %s',
    async (document) => {
      fixture.provider.replaceHandler(discovery, (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(document);
      });
      await fail('bad-discovery');
    },
  );

  it('is not called at a private address that it names for its tokens', async () => {
    const { addProvider, begin, finish, provider, acme } = fixture;
    const { id } = await addProvider();
    provider.replaceMetadata({ token_endpoint: 'http://10.0.0.1/token' });
    const { address, cookie } = await begin(acme, id);
    const query = provider.authorize(address, { claims: annaClaims });
    await expectRefused(await finish(acme, query, cookie), 'address-refused');
  });
});

describe('the login of a required provider', () => {
  const require = (more: object = {}) =>
    fixture.addProvider({ isRequired: true, emergencyUserIds: [fixture.adminId], ...more });

  it('closes password, code, new password and hand-over, here only', async () => {
    const { addPerson, identity, acme, call, isAlive } = fixture;
    const person = await addPerson();
    const onMain = await identity.signIn(person.username);
    const here = await identity.signIn(person.username, acme);
    const invited = await call('POST', '/api/admin/invite-user', acme, {
      token: fixture.tokens.admin,
      body: { email: 'gosc@example.com', roles: ['MEMBER'] },
    });
    expect(invited.status).toBe(200);
    await require();
    // The earlier session was opened by a password.
    expect(await isAlive(here)).toBe(false);
    const closed = { status: 403, body: { code: 'PROVIDER_REQUIRED' } };
    expect(
      await call('POST', '/api/auth/signin', acme, { body: { email: person.username, password } }),
    ).toMatchObject(closed);
    const sendCode = (email: string) =>
      call('POST', '/api/email-verification/send-code', acme, { body: { email } });
    expect(await sendCode(person.email)).toMatchObject(closed);
    expect(await sendCode(person.username)).toMatchObject(closed);
    expect(await sendCode('nikt@example.com')).toMatchObject(closed);
    const handOver = await call('POST', '/api/auth/hand-over', null, {
      token: onMain,
      body: { organizationId: acme.id },
    });
    const code = handOver.body.address.split('#code=')[1];
    expect(await call('POST', '/api/auth/exchange', acme, { body: { code } })).toMatchObject(closed);
    const mail = await identity.db
      .knex('mail_queue')
      .where({ recipient: 'gosc@example.com' })
      .orderBy('id', 'desc')
      .first();
    const token = /token=([\w-]+)/.exec(mail.text ?? mail.html ?? JSON.stringify(mail))?.[1];
    expect(token).toEqual(expect.any(String));
    expect(
      await call('POST', '/api/auth/set-password', acme, { body: { token, password: 'nowe-haslo' } }),
    ).toMatchObject(closed);
    const [guest] = await identity.db.knex('users').where({ email: 'gosc@example.com' });
    expect(guest.password_hash).toBeNull();
    // The main domain and other organizations are not concerned.
    expect(await isAlive(onMain, null)).toBe(true);
  });

  it('closes passkeys', async () => {
    const { addPerson, identity, acme, call, isAlive } = fixture;
    const person = await addPerson();
    const onMain = await identity.signIn(person.username);
    const authenticator = createSoftwareAuthenticator();
    await call('POST', '/api/account/confirmation', null, { token: onMain, body: { password } });
    const setUp = await call('POST', '/api/account/second-factors/passkey-options', null, { token: onMain });
    const passkey = authenticator.create(setUp.body.options, { origin: originOfSite() });
    const added = await call('POST', '/api/account/second-factors', null, {
      token: onMain,
      body: { name: 'Laptop', passkey },
    });
    expect(added.status).toBe(201);
    await require();
    const closed = { status: 403, body: { code: 'PROVIDER_REQUIRED' } };
    const { body: begun } = await call('POST', '/api/auth/passkey/options', acme);
    const assertion = authenticator.get(begun.options, { origin: originOfSite(acme) });
    expect(await call('POST', '/api/auth/passkey', acme, { body: { passkey: assertion } })).toMatchObject(
      closed,
    );
    expect(await isAlive(onMain, null)).toBe(true);
  });

  it('leaves emergency accounts, other domains and super administrators free', async () => {
    const { identity, acme, adminId, isAlive } = fixture;
    const domainOf = (id: number, email: string) => identity.db.knex('users').where({ id }).update({ email });
    await domainOf(adminId, 'admin@example.com');
    await identity.db.knex('users').where({ username: 'super' }).update({ email: 'super@example.com' });
    try {
      await require();
      for (const login of ['admin', 'super'])
        expect(await isAlive(await identity.signIn(login, acme)), login).toBe(true);
    } finally {
      await domainOf(adminId, 'admin@obieg.test');
      await identity.db.knex('users').where({ username: 'super' }).update({ email: 'super@obieg.test' });
    }
  });

  it('is required only for verified domains, while the provider is on', async () => {
    const { addPerson, identity, acme, call, tokens, isAlive } = fixture;
    const person = await addPerson();
    const { body } = await call('POST', '/api/identity-providers', acme, {
      token: tokens.admin,
      body: providerInput(fixture.provider.issuer, { isRequired: true, emergencyUserIds: [fixture.adminId] }),
    });
    expect(await isAlive(await identity.signIn(person.username, acme))).toBe(true);
    await call('POST', `/api/identity-providers/${body.provider.id}/domains/example.com/confirm`, acme, {
      token: tokens.superAdmin,
    });
    expect(await identity.signIn(person.username, acme)).toBeUndefined();
    await call('PUT', `/api/identity-providers/${body.provider.id}`, acme, {
      token: tokens.admin,
      body: providerInput(fixture.provider.issuer, { isActive: false }),
    });
    expect(await isAlive(await identity.signIn(person.username, acme))).toBe(true);
  });
});
