import { internalHeaders, limits, tokenScopes } from '@obieg/contracts';
import { withEveryOrganization, withOrganization, withTransaction } from '@obieg/service-kit';
import { recordedEvents } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashCode, hashToken } from '../src/credentials/secrets';
import { type Identity, startIdentity } from './identity-service';

interface Site {
  id: number;
  code: string;
}

let identity: Identity;
let acme: Site;
let globex: Site;
let admin: string;
let greta: string;
let annaId: number;
beforeAll(async () => {
  identity = await startIdentity({ rateLimitScale: 100 });
  acme = await identity.addOrganization('acme');
  globex = await identity.addOrganization('globex');
  annaId = await identity.addMember(acme.id, 'anna', ['ORG_ADMIN']);
  await identity.addMember(acme.id, 'wiktor', ['WORKFLOW_MANAGER']);
  await identity.addMember(acme.id, 'olga', ['OPERATOR']);
  await identity.addMember(globex.id, 'greta', ['ORG_ADMIN']);
  admin = await identity.signIn('anna', acme);
  greta = await identity.signIn('greta', globex);
});
afterAll(() => identity.close());

const dayMs = 24 * 60 * 60 * 1_000;
const newToken = (scopes: readonly string[] = ['tasks:read']) => ({
  name: 'Czujniki',
  scopes,
  expiresAt: new Date(Date.now() + 30 * dayMs).toISOString(),
});

const call = (
  method: string,
  path: string,
  { token = admin, organization = acme, body }: { token?: string; organization?: Site; body?: unknown } = {},
) => identity.request(method, path, { organization, token, body });

let count = 0;
const add = async (roles: readonly string[] = ['OPERATOR']) => {
  count += 1;
  const name = `Integracja ${count}`;
  const { status, body } = await call('POST', '/api/integrations', { body: { name, roles } });
  expect(status).toBe(201);
  return { id: body.id as number, name };
};
const list = async (token = admin, organization = acme) =>
  (await call('GET', '/api/integrations', { token, organization })).body.integrations;
const emailOf = async (id: number): Promise<string> =>
  (await withTransaction(identity.db, (tx) => tx('users').where({ id }).first('email'))).email;
const exchange = (token: string, organization = acme) =>
  identity.request('GET', '/internal/api-token-session', {
    organization,
    headers: { [internalHeaders.apiToken]: token },
  });
const openSession = async (id: number, scopes: readonly string[]) => {
  const { body } = await call('POST', `/api/integrations/${id}/tokens`, { body: newToken(scopes) });
  return { ...(body as { id: string; token: string }), session: (await exchange(body.token)).body.jwt };
};

describe('POST /api/integrations', () => {
  it('creates an account with roles, without a password, and publishes it', async () => {
    const body = { name: 'Monitoring', roles: ['OPERATOR', 'MEMBER'] };
    const created = await call('POST', '/api/integrations', { body });
    expect([created.status, created.body]).toEqual([
      201,
      {
        ...body,
        id: expect.any(Number),
        createdAt: expect.any(String),
        tokenCount: 0,
        lastUsedAt: null,
      },
    ]);
    expect(await list()).toContainEqual(created.body);
    const email = await emailOf(created.body.id);
    expect(email).toMatch(/^integration-[\da-f-]{36}@integrations\.invalid$/);
    const events = await recordedEvents(identity.db.knex, 'obieg.identity.user.changed');
    expect(events.at(-1)?.data).toMatchObject({
      id: created.body.id,
      displayName: 'Monitoring',
      isIntegration: true,
      systemRoles: [],
    });
  });

  it.each([
    ['no role', { name: 'Bez roli', roles: [] }],
    ['a role twice', { name: 'Dwa razy', roles: ['MEMBER', 'MEMBER'] }],
    ['the system role', { name: 'Za dużo', roles: ['SUPER_ADMIN'] }],
    ['no name', { name: '  ', roles: ['MEMBER'] }],
    ['a name with a link', { name: 'https://x.test', roles: ['MEMBER'] }],
    ['an invisible name', { name: '\u200b', roles: ['MEMBER'] }],
    ['the name of a member', { name: 'anna', roles: ['MEMBER'] }],
    ['a name that looks like that of a member', { name: 'аnnа', roles: ['MEMBER'] }],
  ])('returns 422 for %s', async (_, body) => {
    expect((await call('POST', '/api/integrations', { body })).status).toBe(422);
  });

  it('refuses a name that looks like that of another integration, also for calls at once', async () => {
    const names = ['Raporty', 'RAPORTY', 'Rаporty', 'Raporty'];
    const answers = await Promise.all(
      names.map((name) => call('POST', '/api/integrations', { body: { name, roles: ['MEMBER'] } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
    expect(answers.find(({ status }) => status === 422)?.body.errors).toMatchObject([{ field: 'name' }]);
    const elsewhere = { token: greta, organization: globex, body: { name: 'Raporty', roles: ['MEMBER'] } };
    expect((await call('POST', '/api/integrations', elsewhere)).status).toBe(201);
  });

  it('keeps the name from the people of the organization', async () => {
    await call('POST', '/api/integrations', { body: { name: 'Skrzynka', roles: ['MEMBER'] } });
    const olga = await identity.signIn('olga', acme);
    const body = { username: 'olga', displayName: 'Skrzynka' };
    expect((await call('PUT', '/api/account', { token: olga, body })).status).toBe(422);
  });

  it('creates one integration for a repeated call', async () => {
    const headers = { 'idempotency-key': 'jedna-integracja-0001' };
    const request = () =>
      identity.request('POST', '/api/integrations', {
        organization: acme,
        token: admin,
        headers,
        body: { name: 'Raz', roles: ['MEMBER'] },
      });
    const answers = await Promise.all([request(), request()]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[0].body.id).toBe(answers[1].body.id);
  });

  it('creates one token of an integration for repeated calls', async () => {
    const { id } = (
      await call('POST', '/api/integrations', { body: { name: 'Powtarza', roles: ['MEMBER'] } })
    ).body;
    const body = newToken();
    const request = () =>
      identity.request('POST', `/api/integrations/${id}/tokens`, {
        organization: acme,
        token: admin,
        headers: { 'idempotency-key': 'token-integracji-0001' },
        body,
      });
    const [first, second] = [await request(), await request()];
    expect([second.status, second.body.id]).toEqual([201, first.body.id]);
    expect((await call('GET', `/api/integrations/${id}/tokens`)).body.tokens).toHaveLength(1);
  });

  it('limits the integrations of an organization, also for calls at once', async () => {
    const full = await identity.addOrganization('pelna');
    await identity.addMember(full.id, 'pola', ['ORG_ADMIN']);
    const token = await identity.signIn('pola', full);
    const create = (number: number) =>
      call('POST', '/api/integrations', {
        token,
        organization: full,
        body: { name: `Czujnik ${number}`, roles: ['MEMBER'] },
      });
    await withOrganization(identity.db, full.id, (tx) =>
      tx.raw(
        `with account as (
           insert into users (email, username, display_name, is_integration)
           select name || '@integrations.invalid', name || '@integrations.invalid', name, true
             from (select 'pelna-' || generate_series(2, ?) as name) one returning id)
         insert into memberships (organization_id, user_id, roles)
         select app_organization_id(), id, '{MEMBER}' from account`,
        [limits.integrationsPerOrganizationMax],
      ),
    );
    const last = await Promise.all([create(101), create(102), create(103)]);
    expect(last.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const all = await list(token, full);
    expect(all).toHaveLength(limits.integrationsPerOrganizationMax);
    await call('DELETE', `/api/integrations/${all[0].id}`, { token, organization: full });
    expect((await create(104)).status).toBe(201);
  });
});

describe('PUT /api/integrations/{id}/roles', () => {
  it('replaces the roles that the caller has seen', async () => {
    const { id } = await add(['MEMBER']);
    const change = (roles: string[], expectedRoles: string[]) =>
      call('PUT', `/api/integrations/${id}/roles`, { body: { roles, expectedRoles } });
    const changed = await change(['OPERATOR'], ['MEMBER']);
    expect([changed.status, changed.body.roles]).toEqual([200, ['OPERATOR']]);
    expect((await change(['REPORTER'], ['MEMBER'])).status).toBe(412);
  });

  it('is not possible for a person', async () => {
    const [olga] = (await call('GET', '/api/users?search=olga')).body;
    const body = { roles: ['MEMBER'] };
    expect((await call('PUT', `/api/integrations/${olga.id}/roles`, { body })).status).toBe(404);
    expect((await call('DELETE', `/api/integrations/${olga.id}`)).status).toBe(404);
    const tokens = { body: newToken() };
    expect((await call('POST', `/api/integrations/${olga.id}/tokens`, tokens)).status).toBe(404);
  });
});

describe('DELETE /api/integrations/{id}', () => {
  it('ends roles, groups and tokens at once, and keeps the name in the security log', async () => {
    const { id, name } = await add();
    const group = (
      await call('POST', '/api/groups', {
        body: { name: 'Czujniki', members: [{ userId: id, role: 'MEMBER' }] },
      })
    ).body.id;
    const { token, session, id: tokenId } = await openSession(id, tokenScopes);
    expect((await call('DELETE', `/api/integrations/${id}`)).status).toBe(204);
    expect((await exchange(token)).status).toBe(401);
    expect((await call('GET', '/api/auth/me', { token: session })).status).toBe(401);
    const ended = await recordedEvents(identity.db.knex, 'obieg.identity.session.revoked');
    expect(ended.map(({ data }) => (data as { sessionId: string }).sessionId)).toContain(tokenId);
    expect((await call('GET', `/api/groups/${group}/members`)).body).toEqual([]);
    expect((await list()).map((one: { id: number }) => one.id)).not.toContain(id);
    for (const [method, path, body] of [
      ['DELETE', ''],
      ['PUT', '/roles', { roles: ['MEMBER'] }],
      ['GET', '/tokens'],
      ['POST', '/tokens', newToken()],
      ['DELETE', `/tokens/${tokenId}`],
    ] as const)
      expect((await call(method, `/api/integrations/${id}${path}`, { body })).status, path).toBe(404);
    const { entries } = (await call('GET', '/api/security-log?event=integration.delete&limit=1')).body;
    expect(entries[0].subject).toMatchObject({
      id: String(id),
      name,
      isReadable: false,
      isIntegration: true,
    });
    expect((await call('POST', '/api/integrations', { body: { name, roles: ['MEMBER'] } })).status).toBe(201);
  });
});

describe('a deletion and a new token at once', () => {
  it.each([1, 2, 3, 4])('leave no token that works (round %i)', async () => {
    const { id } = await add();
    const [created, deleted] = await Promise.all([
      call('POST', `/api/integrations/${id}/tokens`, { body: newToken() }),
      call('DELETE', `/api/integrations/${id}`),
    ]);
    expect(deleted.status).toBe(204);
    expect([201, 404]).toContain(created.status);
    if (created.status === 201) expect((await exchange(created.body.token)).status).toBe(401);
  });
});

describe('tokens of an integration', () => {
  it('are shown once, listed, and revoked', async () => {
    const { id } = await add();
    const path = `/api/integrations/${id}/tokens`;
    const created = (await call('POST', path, { body: newToken() })).body;
    const { tokens } = (await call('GET', path)).body;
    expect(tokens).toMatchObject([{ id: created.id, name: 'Czujniki', scopes: ['tasks:read'] }]);
    expect(JSON.stringify(tokens)).not.toContain(created.token);
    expect((await exchange(created.token)).body.userId).toBe(id);
    const [own] = (await list()).filter((one: { id: number }) => one.id === id);
    expect(own).toMatchObject({ tokenCount: 1, lastUsedAt: expect.any(String) });
    expect((await call('DELETE', `${path}/${created.id}`)).status).toBe(204);
    expect((await call('DELETE', `${path}/${created.id}`)).status).toBe(404);
    expect((await exchange(created.token)).status).toBe(401);
  });

  it('act with the roles of the integration, not with those of the maker', async () => {
    const { id, name } = await add(['MEMBER']);
    const { session } = await openSession(id, tokenScopes);
    expect((await call('GET', '/api/auth/me', { token: session })).body).toMatchObject({ id });
    const create = { token: session, body: { name: `Grupa: ${name}` } };
    expect((await call('POST', '/api/groups', create)).status).toBe(403);
    await call('PUT', `/api/integrations/${id}/roles`, { body: { roles: ['ORG_ADMIN'] } });
    expect((await call('POST', '/api/groups', create)).status).toBe(201);
  });

  it('never reach integrations, accounts or tokens, whatever the roles', async () => {
    const { id } = await add(['ORG_ADMIN']);
    const { session, id: tokenId } = await openSession(id, tokenScopes);
    for (const [method, path, body] of [
      ['GET', '/api/integrations'],
      ['POST', '/api/integrations', { name: 'Klon', roles: ['ORG_ADMIN'] }],
      ['PUT', `/api/integrations/${id}/roles`, { roles: ['ORG_ADMIN'] }],
      ['DELETE', `/api/integrations/${id}`],
      ['GET', `/api/integrations/${id}/tokens`],
      ['POST', `/api/integrations/${id}/tokens`, newToken()],
      ['DELETE', `/api/integrations/${id}/tokens/${tokenId}`],
      ['POST', '/api/account/tokens', newToken()],
      ['PUT', '/api/account', { username: 'anna', displayName: 'anna' }],
      ['POST', '/api/auth/hand-over', { organizationId: globex.id }],
    ] as const)
      expect((await call(method, path, { token: session, body })).status, `${method} ${path}`).toBe(403);
  });

  it('are mailed to each administrator in their language', async () => {
    await withTransaction(identity.db, (tx) => tx('users').where({ id: annaId }).update({ language: 'en' }));
    const { id, name } = await add();
    await call('POST', `/api/integrations/${id}/tokens`, { body: newToken() });
    const mails = await withTransaction(identity.db, (tx) =>
      tx('mail_queue').where('subject', 'like', `%${name}`).select('recipient', 'subject', 'body_text'),
    );
    expect(mails).toEqual([
      {
        recipient: 'anna@obieg.test',
        subject: `New API token of the integration ${name}`,
        body_text: expect.stringContaining(`http://acme.obieg.localhost:8080/connections/integrations/${id}`),
      },
    ]);
    expect(mails[0].body_text).toContain('Tasks: read');
  });

  it('stand in the security log with the person as actor and the integration as subject', async () => {
    const { id, name } = await add(['MEMBER']);
    const { body } = await call('POST', `/api/integrations/${id}/tokens`, { body: newToken() });
    await call('PUT', `/api/integrations/${id}/roles`, { body: { roles: ['OPERATOR'] } });
    await call('DELETE', `/api/integrations/${id}/tokens/${body.id}`);
    const { entries } = (await call('GET', `/api/security-log?userId=${id}`)).body;
    expect(entries.map(({ event }: { event: string }) => event)).toEqual([
      'api-token.revoke',
      'integration.change',
      'roles.change',
      'api-token.create',
      'roles.change',
      'integration.create',
    ]);
    for (const { actor, subject } of entries) {
      expect(actor).toMatchObject({ id: annaId, username: 'anna' });
      expect(subject).toMatchObject({ id: String(id), name, isReadable: true, isIntegration: true });
    }
  });
});

describe('other callers', () => {
  const attempts = (id: number, tokenId: string) =>
    [
      ['GET', '/api/integrations'],
      ['POST', '/api/integrations', { name: 'Obca', roles: ['MEMBER'] }],
      ['PUT', `/api/integrations/${id}/roles`, { roles: ['MEMBER'] }],
      ['DELETE', `/api/integrations/${id}`],
      ['GET', `/api/integrations/${id}/tokens`],
      ['POST', `/api/integrations/${id}/tokens`, newToken()],
      ['DELETE', `/api/integrations/${id}/tokens/${tokenId}`],
    ] as const;

  it.each(['wiktor', 'olga'])('get 403 as %s', async (username) => {
    const { id } = await add();
    const created = await openSession(id, ['tasks:read']);
    const token = await identity.signIn(username, acme);
    for (const [method, path, body] of attempts(id, created.id))
      expect((await call(method, path, { token, body })).status, `${method} ${path}`).toBe(403);
    expect((await exchange(created.token)).status).toBe(200);
  });

  it('of another organization find no integration', async () => {
    const { id, name } = await add();
    const created = await openSession(id, ['tasks:read']);
    for (const [method, path, body] of attempts(id, created.id).slice(2))
      expect((await call(method, path, { token: greta, organization: globex, body })).status, path).toBe(404);
    expect(JSON.stringify(await list(greta, globex))).not.toContain(name);
    expect((await exchange(created.token, globex)).status).toBe(401);
    expect((await exchange(created.token)).status).toBe(200);
  });

  it('lose the integrations with their role; the integration keeps its own', async () => {
    const makerId = await identity.addMember(acme.id, 'maciej', ['ORG_ADMIN']);
    const maker = await identity.signIn('maciej', acme);
    const body = { name: 'Po Macieju', roles: ['ORG_ADMIN'] };
    const { id } = (await call('POST', '/api/integrations', { token: maker, body })).body;
    const { session } = await openSession(id, ['people:read']);
    await call('PUT', `/api/users/${makerId}/roles`, { body: { roles: ['WORKFLOW_MANAGER'] } });
    const tokens = { token: maker, body: newToken() };
    expect((await call('POST', `/api/integrations/${id}/tokens`, tokens)).status).toBe(403);
    expect((await call('GET', '/api/users', { token: session })).status).toBe(200);
  });
});

describe('an integration among people', () => {
  it('is in no list of users and has no page there', async () => {
    const { id, name } = await add();
    const users = (await call('GET', '/api/users?limit=200')).body;
    expect(users.map((user: { id: number }) => user.id)).not.toContain(id);
    expect((await call('GET', `/api/users?search=${encodeURIComponent(name)}`)).body).toEqual([]);
    for (const [method, path, body] of [
      ['GET', ''],
      ['PUT', '/roles', { roles: ['MEMBER'] }],
      ['DELETE', ''],
      ['POST', '/invitation'],
      ['DELETE', '/invitation'],
    ] as const)
      expect((await call(method, `/api/users/${id}${path}`, { body })).status, path).toBe(404);
    const root = await identity.signIn('super', acme);
    expect((await call('GET', `/api/users/${id}`, { token: root })).status).toBe(404);
    expect((await call('GET', '/api/auth/me')).status).toBe(200);
  });

  it('can be found for groups, marked, and not for tasks', async () => {
    const { id, name } = await add();
    const search = (more: string) =>
      call('GET', `/api/users/search?searchTerm=${encodeURIComponent(name)}${more}`);
    const { users } = (await search('')).body;
    expect(users.find((user: { id: number }) => user.id === id)).toMatchObject({
      username: name,
      isIntegration: true,
    });
    const assignable = (await search('&assignable=true')).body.users;
    expect(assignable.map((user: { id: number }) => user.id)).not.toContain(id);
  });

  it('is a marked member of groups', async () => {
    const { id, name } = await add();
    const { body: group } = await call('POST', '/api/groups', { body: { name: `Grupa ${name}` } });
    const added = await call('POST', `/api/groups/${group.id}/members`, { body: { userId: id } });
    expect([added.status, added.body]).toMatchObject([
      201,
      { userId: id, userName: name, isIntegration: true },
    ]);
    const members = (await call('GET', `/api/groups/${group.id}/members`)).body;
    expect(members).toMatchObject([{ userId: id, isIntegration: true }]);
  });

  it('is not counted as a person', async () => {
    const small = await identity.addOrganization('mala');
    await identity.addMember(small.id, 'marta', ['ORG_ADMIN']);
    const token = await identity.signIn('marta', small);
    const body = { name: 'Licznik', roles: ['MEMBER'] };
    await call('POST', '/api/integrations', { token, organization: small, body });
    const root = await identity.signIn('super');
    const contents = await identity.request('GET', `/api/organizations/${small.id}/contents`, {
      token: root,
    });
    expect(contents.body.userCount).toBe(1);
  });

  it('does not replace the last administrator', async () => {
    const lonely = await identity.addOrganization('sama');
    const id = await identity.addMember(lonely.id, 'sonia', ['ORG_ADMIN']);
    const token = await identity.signIn('sonia', lonely);
    const at = { token, organization: lonely };
    const created = await call('POST', '/api/integrations', {
      ...at,
      body: { name: 'Zastępca', roles: ['ORG_ADMIN'] },
    });
    const body = { roles: ['MEMBER'] };
    expect((await call('PUT', `/api/users/${id}/roles`, { ...at, body })).body.code).toBe('LAST_ADMIN');
    const tokens = await call('POST', `/api/integrations/${created.body.id}/tokens`, {
      ...at,
      body: newToken(['people:write']),
    });
    const session = (await exchange(tokens.body.token, lonely)).body.jwt;
    const removal = await call('DELETE', `/api/users/${id}`, { token: session, organization: lonely });
    expect(removal.body.code).toBe('LAST_ADMIN');
    expect((await call('DELETE', `/api/integrations/${created.body.id}`, at)).status).toBe(204);
  });
});

describe('an integration cannot sign in', () => {
  /** Requests a code, and replaces it by a known one, as if the mail had been read. */
  const requestCode = async (email: string, organization?: Site): Promise<string> => {
    const { body } = await identity.request('POST', '/api/email-verification/send-code', {
      organization,
      body: { email },
    });
    await withEveryOrganization(identity.db, (tx) =>
      tx('verifications')
        .where({ token_hash: hashToken(body.token) })
        .update({ code_hash: hashCode(body.token, '123456') }),
    );
    return body.token;
  };
  const enterCode = (token: string, organization?: Site) =>
    identity.request('POST', '/api/email-verification/verify-with-token', {
      organization,
      body: { token, code: '123456' },
    });

  it('by a password, of which the database accepts none', async () => {
    const { id } = await add();
    const setPassword = withTransaction(identity.db, (tx) =>
      tx('users').where({ id }).update({ password_hash: 'x' }),
    );
    await expect(setPassword).rejects.toThrow('users_integration');
    const body = { email: await emailOf(id), password: 'obieg-demo' };
    expect((await call('POST', '/api/auth/signin', { body })).status).toBe(401);
    const methods = await call('POST', '/api/auth/check-login-methods', { body: { email: body.email } });
    expect(methods.body).toEqual({ userExists: false, hasPassword: false });
  });

  it.each([true, false])('by a mailed code (on the address of its organization: %s)', async (isHere) => {
    const { id } = await add();
    const email = await emailOf(id);
    const organization = isHere ? acme : undefined;
    const token = await requestCode(email, organization);
    const mailed = await withTransaction(identity.db, (tx) =>
      tx('mail_queue').whereRaw('lower(recipient) = ?', [email]),
    );
    expect(mailed).toEqual([]);
    const verified = await enterCode(token, organization);
    expect([verified.status, verified.body.jwtToken]).toEqual([400, undefined]);
  });

  it('by a verified code, which sets a password', async () => {
    const { id } = await add();
    const token = await requestCode('olga@obieg.test', acme);
    expect((await enterCode(token, acme)).status).toBe(200);
    await withOrganization(identity.db, acme.id, (tx) =>
      tx('verifications')
        .where({ token_hash: hashToken(token) })
        .update({ user_id: id }),
    );
    const body = { token, password: 'obieg-demo' };
    const set = await identity.request('POST', '/api/auth/set-password', { organization: acme, body });
    expect(set.status).toBe(400);
  });

  it('by an invitation, which nobody can send', async () => {
    const { id } = await add();
    const invited = await call('POST', '/api/admin/invite-user', {
      body: { email: await emailOf(id), roles: ['MEMBER'] },
    });
    expect(invited.status).toBe(422);
    const token = `zaproszenie-${id}`;
    await withOrganization(identity.db, acme.id, (tx) =>
      tx('invitations').insert({
        token_hash: hashToken(token),
        user_id: id,
        organization_id: acme.id,
        expires_at: new Date(Date.now() + dayMs),
      }),
    );
    const account = await call('POST', '/api/auth/password-account', { body: { token } });
    expect(account.status).toBe(400);
    const body = { token, password: 'obieg-demo' };
    expect((await call('POST', '/api/auth/set-password', { body })).status).toBe(400);
  });

  it('by a hand-over', async () => {
    const { id } = await add();
    const code = `przejscie-${id}`;
    await withOrganization(identity.db, acme.id, async (tx) => {
      const session = await tx('sessions')
        .insert({
          id: '6a1f7a52-5a37-4ac0-9d23-2f5f7e5ad099',
          user_id: id,
          expires_at: new Date(Date.now() + dayMs),
        })
        .returning('id');
      await tx('hand_overs').insert({
        code_hash: hashToken(code),
        organization_id: acme.id,
        user_id: id,
        session_id: session[0].id,
        expires_at: new Date(Date.now() + 60_000),
      });
    });
    const response = await call('POST', '/api/auth/exchange', { body: { code } });
    expect([response.status, response.body.token]).toEqual([400, undefined]);
  });
});
