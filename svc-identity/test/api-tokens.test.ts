import { internalHeaders, limits, tokenScopes } from '@obieg/contracts';
import { readApiToken, withOrganization, withTransaction } from '@obieg/service-kit';
import { recordedEvents } from '@obieg/service-kit/testing';
import jwt from 'jsonwebtoken';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepExpired } from '../src/sweep';
import { type Identity, startIdentity } from './identity-service';

let identity: Identity;
let acme: { id: number; code: string };
let globex: { id: number; code: string };
let admin: string;
beforeAll(async () => {
  identity = await startIdentity();
  acme = await identity.addOrganization('acme');
  globex = await identity.addOrganization('globex');
  await identity.addMember(acme.id, 'anna', ['ORG_ADMIN']);
  admin = await identity.signIn('anna', acme);
});
afterAll(() => identity.close());

const dayMs = 24 * 60 * 60 * 1_000;
const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();
const wanted = { name: 'Raporty', scopes: ['tasks:read', 'people:read'], expiresAt: inDays(30) };

let count = 0;
const addPerson = async () => {
  count += 1;
  const username = `owner${count}`;
  const id = await identity.addMember(acme.id, username, ['MEMBER']);
  const session = await identity.signIn(username, acme);
  const call = (method: string, path = '', body?: unknown, token = session, headers = {}) =>
    identity.request(method, `/api/account/tokens${path}`, { organization: acme, token, body, headers });
  const createOnce = (key: string, body: unknown = wanted) =>
    call('POST', '', body, session, { 'idempotency-key': key });
  return { id, username, session, call, createOnce };
};

type Person = Awaited<ReturnType<typeof addPerson>>;

/** What the gateway does with a token. */
const exchange = (token: string, organization = acme) =>
  identity.request('GET', '/internal/api-token-session', {
    organization,
    headers: { [internalHeaders.apiToken]: token },
  });

describe('POST /api/account/tokens', () => {
  it('returns the token once and lists it without', async () => {
    const { call } = await addPerson();
    const created = await call('POST', '', wanted);
    expect([created.status, readApiToken(`Bearer ${created.body.token}`)]).toEqual([201, created.body.token]);
    const { body } = await call('GET');
    expect(body.tokens).toEqual([
      { id: created.body.id, createdAt: expect.any(String), lastUsedAt: null, ...wanted },
    ]);
    expect(JSON.stringify(body)).not.toContain(created.body.token);
  });

  it('is mailed to the owner in their language, with the page that revokes it', async () => {
    const { id, username, call } = await addPerson();
    await withTransaction(identity.db, (tx) => tx('users').where({ id }).update({ language: 'en' }));
    const { token } = (await call('POST', '', wanted)).body;
    const mails = await withTransaction(identity.db, (tx) =>
      tx('mail_queue')
        .where({ recipient: `${username}@obieg.test` })
        .select('subject', 'body_text'),
    );
    expect(mails).toEqual([
      { subject: 'New API token: Raporty', body_text: expect.stringContaining('Tasks: read, People') },
    ]);
    expect(mails[0].body_text).toContain('http://acme.obieg.localhost:8080/account');
    expect(mails[0].body_text).not.toContain(token);
  });

  it('stores only the hash', async () => {
    const { call } = await addPerson();
    const { token } = (await call('POST', '', wanted)).body;
    const rows = await withOrganization(identity.db, acme.id, (tx) =>
      tx.raw('select t::text as text from api_tokens t'),
    );
    expect(JSON.stringify(rows.rows)).not.toContain(token);
    expect(identity.lines.join()).not.toContain(token);
  });

  it.each([
    ['no scope', { ...wanted, scopes: [] }],
    ['an unknown scope', { ...wanted, scopes: ['accounts:write'] }],
    ['a scope twice', { ...wanted, scopes: ['tasks:read', 'tasks:read'] }],
    ['no name', { ...wanted, name: '  ' }],
    ['no end', { name: 'Raporty', scopes: ['tasks:read'] }],
    ['a past end', { ...wanted, expiresAt: inDays(-1) }],
    ['an end after more than a year', { ...wanted, expiresAt: inDays(367) }],
  ])('returns 422 for %s', async (_, body) => {
    const { call } = await addPerson();
    expect((await call('POST', '', body)).status).toBe(422);
  });

  it('limits the tokens of a person, also for calls at once', async () => {
    const { call } = await addPerson();
    const calls = Array.from({ length: limits.apiTokensPerPersonMax + 3 }, () => call('POST', '', wanted));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 409)).toHaveLength(3);
    const { tokens } = (await call('GET')).body;
    expect(tokens).toHaveLength(limits.apiTokensPerPersonMax);
    await call('DELETE', `/${tokens[0].id}`);
    expect((await call('POST', '', wanted)).status).toBe(201);
  });

  it('creates and mails one token for repeated calls, whose last answer is valid', async () => {
    const { username, call, createOnce } = await addPerson();
    const lost = await createOnce('token-0001');
    const repeated = await createOnce('token-0001');
    expect([repeated.status, repeated.body.id]).toEqual([201, lost.body.id]);
    expect((await call('GET')).body.tokens).toHaveLength(1);
    expect((await exchange(lost.body.token)).status).toBe(401);
    expect((await exchange(repeated.body.token)).status).toBe(200);
    const mails = await withTransaction(identity.db, (tx) =>
      tx('mail_queue').where({ recipient: `${username}@obieg.test` }),
    );
    expect(mails).toHaveLength(1);
  });

  it.each([
    ['is used', (_: Person, token: string) => exchange(token)],
    ['is revoked', ({ call }: Person, _: string, id: string) => call('DELETE', `/${id}`)],
  ])('returns 409 for a repeated call after the token %s', async (_, end) => {
    const person = await addPerson();
    const { id, token } = (await person.createOnce('token-0002')).body;
    await end(person, token, id);
    expect((await person.createOnce('token-0002')).status).toBe(409);
    expect((await person.createOnce('token-0003')).status).toBe(201);
  });

  it('returns 409 for another request with the key', async () => {
    const { createOnce } = await addPerson();
    await createOnce('token-0004');
    expect((await createOnce('token-0004', { ...wanted, name: 'Inny' })).status).toBe(409);
  });

  it('enters the security log', async () => {
    const { id, call } = await addPerson();
    const created = await call('POST', '', wanted);
    await call('DELETE', `/${created.body.id}`);
    const { body } = await identity.request('GET', `/api/security-log?userId=${id}`, {
      organization: acme,
      token: admin,
    });
    const entries = body.entries.filter(({ event }: { event: string }) => event.startsWith('api-token.'));
    expect(entries.map(({ event, details }: { event: string; details: object }) => [event, details])).toEqual(
      [
        ['api-token.revoke', { reason: 'api-token.revoke', name: 'Raporty' }],
        ['api-token.create', { name: 'Raporty', scopes: wanted.scopes }],
      ],
    );
  });
});

describe('the session of an API token', () => {
  const open = async (token: string): Promise<string> => (await exchange(token)).body.jwt;
  const asToken = (method: string, path: string, session: string, body?: unknown, organization = acme) =>
    identity.request(method, path, { organization, token: session, body });

  it('acts as its owner, within its scopes', async () => {
    const { id, call } = await addPerson();
    const session = await open((await call('POST', '', wanted)).body.token);
    expect((await asToken('GET', '/api/auth/me', session)).body.id).toBe(id);
    expect((await asToken('GET', '/api/groups', session)).status).toBe(200);
    const refused = await asToken('POST', '/api/groups', session, { name: 'Nowa grupa' });
    expect([refused.status, refused.body.detail]).toEqual([403, expect.stringContaining('people:write')]);
  });

  it('never manages accounts, sessions, tokens or organizations', async () => {
    const { call } = await addPerson();
    const { token, id } = (await call('POST', '', { ...wanted, scopes: tokenScopes })).body;
    const session = await open(token);
    const calls: [method: string, path: string, body?: object][] = [
      ['GET', '/api/account'],
      ['PUT', '/api/account', { username: 'inny', displayName: 'inny' }],
      ['PUT', '/api/account/password', { currentPassword: 'x', password: 'abcdefgh' }],
      ['GET', '/api/account/sessions'],
      ['DELETE', '/api/account/sessions'],
      ['GET', '/api/account/tokens'],
      ['POST', '/api/account/tokens', wanted],
      ['DELETE', `/api/account/tokens/${id}`],
      ['POST', '/api/auth/hand-over', { organizationId: acme.id }],
      ['POST', '/api/auth/sign-out'],
      ['GET', '/api/security-log'],
      ['GET', '/api/organizations'],
    ];
    for (const [method, path, body] of calls)
      expect((await asToken(method, path, session, body)).status, `${method} ${path}`).toBe(403);
    expect((await exchange(token)).status).toBe(200);
  });

  it('is opened only in the organization of the token', async () => {
    const { call } = await addPerson();
    const { token } = (await call('POST', '', wanted)).body;
    expect((await exchange(token, globex)).status).toBe(401);
    expect((await asToken('GET', '/api/auth/me', await open(token), undefined, globex)).status).toBe(401);
  });

  it('has the permissions that its owner has now', async () => {
    const { id, call } = await addPerson();
    const session = await open((await call('POST', '', { ...wanted, scopes: ['people:write'] })).body.token);
    const create = (name: string) => asToken('POST', '/api/groups', session, { name });
    expect((await create('Bez uprawnień')).status).toBe(403);
    await identity.request('PUT', `/api/users/${id}/roles`, {
      organization: acme,
      token: admin,
      body: { roles: ['ORG_ADMIN'] },
    });
    expect((await create('Z uprawnieniami')).status).toBe(201);
    await identity.request('PUT', `/api/users/${id}/roles`, {
      organization: acme,
      token: admin,
      body: { roles: ['MEMBER'] },
    });
    expect((await create('Znów bez nich')).status).toBe(403);
  });

  it('ends with a revocation, at once and in the other services', async () => {
    const { id, call } = await addPerson();
    const created = (await call('POST', '', wanted)).body;
    const session = await open(created.token);
    expect((await call('DELETE', `/${created.id}`)).status).toBe(204);
    expect((await asToken('GET', '/api/auth/me', session)).status).toBe(401);
    expect((await exchange(created.token)).status).toBe(401);
    const events = await recordedEvents(identity.db.knex, 'obieg.identity.session.revoked');
    expect(events.at(-1)?.data).toMatchObject({ sessionId: created.id, userId: id });
    const { body } = await identity.request('GET', '/internal/revoked-sessions?withinSeconds=60');
    const published = body.sessions.find(({ sessionId }: { sessionId: string }) => sessionId === created.id);
    const { exp } = jwt.decode(session) as { exp: number };
    expect(Date.parse(published.expiresAt)).toBeGreaterThanOrEqual(exp * 1_000 - 1_000);
    expect((await call('DELETE', `/${created.id}`)).status).toBe(404);
  });

  it('ends with the membership, and a new membership does not bring it back', async () => {
    const { id, username, call } = await addPerson();
    const { token } = (await call('POST', '', wanted)).body;
    await identity.request('DELETE', `/api/users/${id}`, { organization: acme, token: admin });
    expect((await exchange(token)).status).toBe(401);
    await identity.request('POST', '/api/admin/invite-user', {
      organization: acme,
      token: admin,
      body: { email: `${username}@obieg.test`, roles: ['MEMBER'] },
    });
    expect((await exchange(token)).status).toBe(401);
  });

  it('does not outlive the token', async () => {
    const { call } = await addPerson();
    const end = Date.now() + 20_000;
    const body = { ...wanted, expiresAt: new Date(end).toISOString() };
    const { exp } = jwt.decode(await open((await call('POST', '', body)).body.token)) as { exp: number };
    expect(exp * 1_000).toBeLessThanOrEqual(end + 1_000);
  });

  it('is refused for an expired token, which is swept after thirty days', async () => {
    const { call } = await addPerson();
    const created = (await call('POST', '', wanted)).body;
    const expire = (days: number) =>
      withOrganization(identity.db, acme.id, (tx) =>
        tx('api_tokens')
          .where({ id: created.id })
          .update({ expires_at: inDays(-days) }),
      );
    await expire(1);
    expect((await exchange(created.token)).status).toBe(401);
    await sweepExpired(identity.db);
    expect((await call('GET')).body.tokens).toHaveLength(1);
    await expire(31);
    await sweepExpired(identity.db);
    expect((await call('GET')).body.tokens).toEqual([]);
  });

  it('records the last use', async () => {
    const { call } = await addPerson();
    const { token } = (await call('POST', '', wanted)).body;
    await exchange(token);
    const first = (await call('GET')).body.tokens[0].lastUsedAt;
    expect(Date.parse(first)).toBeGreaterThan(Date.now() - 60_000);
    await exchange(token);
    expect((await call('GET')).body.tokens[0].lastUsedAt).toBe(first);
  });
});

it("a person sees and revokes only one's own tokens", async () => {
  const [owner, other] = [await addPerson(), await addPerson()];
  const { id } = (await owner.call('POST', '', wanted)).body;
  expect((await other.call('GET')).body.tokens).toEqual([]);
  expect((await other.call('DELETE', `/${id}`)).status).toBe(404);
  expect((await owner.call('GET')).body.tokens).toHaveLength(1);
  const response = await identity.request('GET', '/api/account/tokens', { organization: acme });
  expect(response.status).toBe(401);
});
