import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clientSecret } from './fake-provider';
import { annaClaims, type ProviderFixture, providerInput, startProviderFixture } from './provider-fixture';

let fixture: ProviderFixture;
beforeAll(async () => {
  fixture = await startProviderFixture();
});
afterAll(() => fixture.close());
afterEach(() => fixture.clear());

const path = '/api/identity-providers';
const input = (more: object = {}) => providerInput(fixture.provider.issuer, more);
const as = (
  method: string,
  to: string,
  body?: unknown,
  {
    token = fixture.tokens.admin,
    headers = {},
  }: { token?: string | undefined; headers?: Record<string, string> } = {},
) => fixture.call(method, to, fixture.acme, { token, headers, ...(body === undefined ? {} : { body }) });
const create = async (more: object = {}) => (await as('POST', path, input(more))).body.provider;

describe('a member who has not signed in', () => {
  const importPerson = async (email: string): Promise<number> => {
    await as('POST', '/api/users/import?dryRun=false', {
      mapping: [{ heading: 'Mail', field: 'email' }],
      rows: [{ line: 2, cells: [email] }],
      roles: ['MEMBER'],
      sendsInvitations: false,
      changesMembers: false,
    });
    return (await as('GET', `/api/users?search=${email}`)).body[0].id;
  };

  it('has the name of the provider that signs in the address, if it is active and the domain verified', async () => {
    const [known, other] = [
      await importPerson('nowa@example.com'),
      await importPerson('nowa@elsewhere.test'),
    ];
    const providerOf = async (id: number) =>
      (await as('GET', `/api/users/${id}`)).body.invitation.providerName;
    await create();
    expect(await providerOf(known)).toBeNull();
    await fixture.clear();
    const { id } = await fixture.addProvider();
    expect([await providerOf(known), await providerOf(other)]).toEqual(['Firma', null]);
    await as('PUT', `${path}/${id}`, input({ isActive: false }));
    expect(await providerOf(known)).toBeNull();
  });

  it('does not learn of a provider of another organization', async () => {
    await fixture.addProvider({}, fixture.globex);
    const id = await importPerson('obca@example.com');
    expect((await as('GET', `/api/users/${id}`)).body.invitation.providerName).toBeNull();
  });

  it('is shown as mailed once an administrator sends the invitation', async () => {
    const id = await importPerson('pozniej@elsewhere.test');
    expect((await as('POST', `/api/users/${id}/invitation`)).status).toBe(204);
    expect((await as('GET', `/api/users/${id}`)).body.invitation).toMatchObject({
      isMailed: true,
      expiresAt: expect.any(String),
    });
  });
});

describe('/api/identity-providers', () => {
  it('creates, lists, changes and deletes providers, and records it', async () => {
    const created = await as('POST', path, input({ domains: ['Example.com.', 'ŻÓŁW.pl'] }));
    expect(created.status).toBe(201);
    const { provider } = created.body;
    expect(provider).toMatchObject({ name: 'Firma', issuer: fixture.provider.issuer, revision: 1 });
    expect(provider.domains.map(({ domain }: { domain: string }) => domain)).toEqual([
      'example.com',
      'xn--w-uga1v8h.pl',
    ]);
    expect((await as('GET', path)).body).toEqual({
      providers: [provider],
      callbackAddress: 'http://acme.obieg.localhost:8080/login/callback',
      signedOutAddress: 'http://acme.obieg.localhost:8080/login',
      emergencyCandidates: [{ id: fixture.adminId, name: 'admin', email: 'admin@obieg.test' }],
    });
    const one = `${path}/${provider.id}`;
    const read = await as('GET', one);
    expect([read.headers['etag'], read.body.provider]).toEqual(['"1"', provider]);
    const { clientSecret: _, ...unchanged } = input({ name: 'Inna' });
    const changed = await as('PUT', one, unchanged, { headers: { 'if-match': '"1"' } });
    expect(changed.body.provider).toMatchObject({
      name: 'Inna',
      revision: 2,
      domains: [provider.domains[0]],
    });
    const outdated = await as('PUT', one, unchanged, { headers: { 'if-match': '"1"' } });
    expect(outdated).toMatchObject({ status: 412, body: { lastChange: { authorName: 'admin' } } });
    expect((await as('DELETE', one, undefined, { headers: { 'if-match': '"1"' } })).status).toBe(412);
    expect((await as('DELETE', one)).status).toBe(204);
    expect((await as('GET', one)).status).toBe(404);
    const log = await as('GET', '/api/security-log?outcome=done');
    const events = log.body.entries.map(({ event }: { event: string }) => event);
    expect(events.slice(0, 3)).toEqual([
      'identity-provider.delete',
      'identity-provider.change',
      'identity-provider.create',
    ]);
    expect(log.body.entries[1].details).toMatchObject({ name: 'Inna', nameBefore: 'Firma' });
  });

  it('creates one provider for an idempotency key', async () => {
    const headers = { 'idempotency-key': 'a-key-of-this-test' };
    const first = await as('POST', path, input(), { headers });
    const again = await as('POST', path, input(), { headers });
    expect(again.body).toEqual(first.body);
    expect((await as('GET', path)).body.providers).toHaveLength(1);
  });

  it('has at most five providers', async () => {
    for (let count = 0; count < 5; count += 1) await create({ domains: [] });
    expect((await as('POST', path, input({ domains: [] }))).status).toBe(409);
  });

  it('is for administrators of the organization', async () => {
    const { identity, acme, globex, call, tokens } = fixture;
    const { id } = await create();
    await identity.addMember(acme.id, 'zwykly', ['MEMBER', 'OPERATOR', 'WORKFLOW_MANAGER']);
    const lesser = await identity.signIn('zwykly', acme);
    for (const [method, to, body] of [
      ['GET', path, undefined],
      ['POST', path, input()],
      ['GET', `${path}/${id}`, undefined],
      ['PUT', `${path}/${id}`, input()],
      ['DELETE', `${path}/${id}`, undefined],
      ['POST', `${path}/${id}/test`, undefined],
      ['GET', `${path}/${id}/test`, undefined],
      ['POST', `${path}/${id}/domains/example.com/check`, undefined],
      ['POST', `${path}/${id}/domains/example.com/confirm`, undefined],
    ] as const) {
      expect((await as(method, to, body, { token: lesser })).status, `${method} ${to}`).toBe(403);
      expect((await call(method, to, acme, { ...(body ? { body } : {}) })).status).toBe(401);
      // Another organization's administrator sees none of it.
      const foreign = await call(method, to, globex, { token: tokens.boss, ...(body ? { body } : {}) });
      if (to !== path)
        expect(foreign.status, `${method} ${to}`).toBe(
          to.endsWith('confirm') ? 403 : to.endsWith('/test') && method === 'GET' ? 200 : 404,
        );
    }
    expect((await call('GET', `${path}/${id}/test`, globex, { token: tokens.boss })).body).toEqual({
      test: null,
    });
    expect((await as('POST', `${path}/${id}/domains/example.com/confirm`)).status).toBe(403);
  });

  it.each([
    ['a private address', { issuer: 'https://10.0.0.1' }, 'issuer'],
    ['a private address without TLS', { issuer: 'http://192.168.1.1/realm' }, 'issuer'],
    ['the address of cloud metadata', { issuer: 'http://169.254.169.254' }, 'issuer'],
    ['a public address without TLS', { issuer: 'http://93.184.216.34' }, 'issuer'],
    ['a script', { issuer: 'javascript:alert(1)' }, 'issuer'],
    ['a query', { issuer: 'https://93.184.216.34/?a=b' }, 'issuer'],
    ['a password in the address', { issuer: 'https://a:b@93.184.216.34' }, 'issuer'],
    ['no secret', { clientSecret: undefined }, 'clientSecret'],
    ['an unknown group', { groupMapping: [{ value: 'x', groupId: 999_999 }] }, 'groupMapping.0.groupId'],
    ['no emergency account', { isRequired: true }, 'emergencyUserIds'],
    ['an unknown emergency account', { isRequired: true, emergencyUserIds: [999_999] }, 'emergencyUserIds'],
    ['three emergency accounts', { emergencyUserIds: [1, 2, 3] }, 'emergencyUserIds'],
    ['a role of the system', { defaultRoles: ['SUPER_ADMIN'] }, 'defaultRoles.0'],
    [
      'a mapped role of the system',
      { roleMapping: [{ value: 'x', role: 'SUPER_ADMIN' }] },
      'roleMapping.0.role',
    ],
    ['no role', { defaultRoles: [] }, 'defaultRoles'],
    ['no domain name', { domains: ['localhost'] }, 'domains.0'],
    ['a domain twice', { domains: ['example.com', 'EXAMPLE.com.'] }, 'domains'],
  ])('refuses %s', async (_, more, field) => {
    const answer = await as('POST', path, input(more));
    expect(answer.status).toBe(422);
    expect(answer.body.errors.map((error: { field: string }) => error.field)).toContain(field);
  });

  it('refuses a domain that another provider of the organization has', async () => {
    await create();
    const answer = await as('POST', path, input());
    expect(answer.body.errors).toEqual([
      { field: 'domains', message: expect.stringContaining('example.com') },
    ]);
  });

  it('never returns the secret, logs it or sends it to another issuer', async () => {
    const { identity } = fixture;
    const created = await as('POST', path, input({ domains: [] }));
    const one = `${path}/${created.body.provider.id}`;
    const { clientSecret: _, ...unchanged } = input({ domains: [] });
    const moved = await as('PUT', one, { ...unchanged, issuer: 'https://93.184.216.34' });
    expect(moved.body.errors).toEqual([{ field: 'clientSecret', message: expect.any(String) }]);
    const answers = [created, await as('PUT', one, unchanged), await as('GET', one), await as('GET', path)];
    answers.push(await as('POST', `${one}/test`), await as('GET', '/api/security-log'));
    expect(JSON.stringify(answers)).not.toContain(clientSecret);
    expect(identity.lines.join('\n')).not.toContain(clientSecret);
    const outbox = await identity.db.knex('outbox').select('*');
    expect(JSON.stringify(outbox)).not.toContain(clientSecret);
    await identity.asOwner(async (knex) => {
      const { rows } = await knex.raw(
        `select encode(client_secret, 'escape') as stored from identity_providers`,
      );
      expect(JSON.stringify(rows)).not.toContain(clientSecret);
    });
  });

  it('ends the sessions of a provider that is deleted, switched off or leads elsewhere', async () => {
    const { addProvider, signInBy, acme, isAlive } = fixture;
    const provider = await addProvider();
    const one = `${path}/${provider.id}`;
    const signIn = async () => (await signInBy(acme, provider.id)).body.token;
    const kept = await signIn();
    await as('PUT', one, input({ name: 'Inna' }));
    expect(await isAlive(kept)).toBe(true);
    for (const more of [{ isActive: false }, { clientId: 'other' }, { domains: [] }]) {
      await as('PUT', one, input());
      await fixture.call('POST', `${one}/domains/example.com/confirm`, acme, {
        token: fixture.tokens.superAdmin,
      });
      const token = await signIn();
      await as('PUT', one, input(more));
      expect(await isAlive(token), JSON.stringify(more)).toBe(false);
    }
    await as('PUT', one, input());
    await fixture.call('POST', `${one}/domains/example.com/confirm`, acme, {
      token: fixture.tokens.superAdmin,
    });
    const token = await signIn();
    await as('DELETE', one);
    expect(await isAlive(token)).toBe(false);
  });
});

describe('a domain of a provider', () => {
  it('is verified by its own TXT record', async () => {
    const { id, domains } = await create();
    const [{ recordName, recordValue, verifiedAt }] = domains;
    expect([recordName, verifiedAt]).toEqual(['_obieg.example.com', null]);
    const check = () => as('POST', `${path}/${id}/domains/example.com/check`);
    expect((await check()).status).toBe(409);
    // The record of another organization or provider proves nothing here.
    fixture.records.set(recordName, ['v=spf1 -all', `obieg-verification=${'0'.repeat(40)}`]);
    expect((await check()).status).toBe(409);
    fixture.records.set(recordName, ['v=spf1 -all', recordValue]);
    const verified = await check();
    expect(verified.body.provider.domains[0]).toMatchObject({ proof: 'DNS', verifiedAt: expect.any(String) });
    // A change of the provider keeps the verification; a domain that was removed starts anew.
    const again = await as('PUT', `${path}/${id}`, input({ domains: ['example.com', 'example.org'] }));
    expect(again.body.provider.domains[0].verifiedAt).toEqual(expect.any(String));
    await as('PUT', `${path}/${id}`, input({ domains: [] }));
    const readded = await as('PUT', `${path}/${id}`, input());
    expect(readded.body.provider.domains[0].verifiedAt).toBeNull();
    expect(readded.body.provider.domains[0].recordValue).not.toBe(recordValue);
    expect((await as('POST', `${path}/${id}/domains/example.net/check`)).status).toBe(404);
  });

  it('is confirmed by a system administrator', async () => {
    const { id } = await create();
    const confirm = `${path}/${id}/domains/EXAMPLE.com/confirm`;
    const answer = await as('POST', confirm, undefined, { token: fixture.tokens.superAdmin });
    expect(answer.body.provider.domains[0].proof).toBe('ADMIN');
    const log = await as('GET', '/api/security-log?event=identity-provider.verify-domain');
    expect(log.body.entries[0].details).toMatchObject({ domain: 'example.com', name: 'Firma' });
  });
});

describe('a test of a provider', () => {
  const start = (id: number) => as('POST', `${path}/${id}/test`);
  const result = async (id: number) => (await as('GET', `${path}/${id}/test`)).body.test;
  const stepsOf = ({ steps }: { steps: { step: string; isDone: boolean; reason?: string }[] }) =>
    steps.map(({ step, isDone, reason }) => `${step} ${isDone ? 'done' : reason}`);

  it('shows each step, the claims and what a sign-in would do, and does nothing of it', async () => {
    const { provider, addProvider, finish, acme, identity, tokens } = fixture;
    const { id } = await addProvider({ isActive: false });
    const users = await identity.db.knex('users').count();
    const started = await start(id);
    expect(stepsOf(started.body.test)).toEqual(['DISCOVERY done', 'KEYS done']);
    expect((await result(id)).isWaiting).toBe(true);
    const cookie = String(started.headers['set-cookie']).split(';')[0] ?? '';
    const query = provider.authorize(started.body.address, {
      claims: { ...annaClaims, email: 'testowa@example.com', amr: ['mfa'] },
    });
    // Only the administrator's own session ends it.
    const ended = await finish(acme, query, cookie, tokens.admin);
    expect(ended.body).toEqual({ testedProviderId: id });
    const test = await result(id);
    expect(stepsOf(test)).toEqual([
      'DISCOVERY done',
      'KEYS done',
      'AUTHORIZATION done',
      'TOKEN done',
      'CLAIMS done',
      'MAPPING done',
    ]);
    expect(test.claims).toContainEqual({ name: 'email', value: '"testowa@example.com"' });
    expect(test.outcome).toEqual({
      email: 'testowa@example.com',
      isNewMember: true,
      roles: ['MEMBER'],
      groupIds: [],
      isSecondFactorProved: true,
    });
    expect(await identity.db.knex('users').count()).toEqual(users);
    expect((await as('GET', `${path}/${id}/test`, undefined, { token: tokens.superAdmin })).body).toEqual({
      test: null,
    });
  });

  it('ends with the step that fails', async () => {
    const { provider, addProvider, finish, acme, tokens } = fixture;
    const { id } = await addProvider();
    const run = async (claims: object, more = {}) => {
      const started = await start(id);
      const cookie = String(started.headers['set-cookie']).split(';')[0] ?? '';
      await finish(
        acme,
        provider.authorize(started.body.address, { claims: { ...claims }, ...more }),
        cookie,
        tokens.admin,
      );
      return stepsOf(await result(id)).at(-1);
    };
    expect(await run(annaClaims, { isForged: true })).toBe('TOKEN bad-token');
    expect(await run({ email: 'anna@example.com' })).toBe('CLAIMS address-not-verified');
    expect(await run({ ...annaClaims, email: 'anna@example.org' })).toBe('MAPPING domain-not-verified');
    provider.replaceHandler('/keys', (_, response) => void response.end('{"keys":[]}'));
    expect(stepsOf((await start(id)).body.test)).toEqual(['DISCOVERY done', 'KEYS bad-keys']);
    provider.replaceHandler(
      '/.well-known/openid-configuration',
      (_, response) => void response.writeHead(500).end(),
    );
    const failed = await start(id);
    expect([stepsOf(failed.body.test), failed.body.address]).toEqual([['DISCOVERY bad-discovery'], null]);
  });

  it('is not ended by another session, and signs nobody in', async () => {
    const { provider, addProvider, finish, acme, tokens } = fixture;
    const { id } = await addProvider();
    for (const token of [undefined, tokens.superAdmin]) {
      const started = await start(id);
      const cookie = String(started.headers['set-cookie']).split(';')[0] ?? '';
      const query = provider.authorize(started.body.address, { claims: annaClaims });
      expect((await finish(acme, query, cookie, token)).body.code).toBe('PROVIDER_REFUSED');
    }
  });
});
