import { randomUUID } from 'node:crypto';
import { type Tx, withOrganization } from '@obieg/service-kit';
import { readNewerData } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Identity, password, startIdentity } from './identity-service';
import { openIntegration } from './scim-fixture';

let identity: Identity;
let acme: { id: number; code: string };
let token: string;
let mainToken: string;
let known: Record<string, string>;
let integrationId: number;
let scimSession: string;
let providerId: number;

const call = (method: string, path: string, body?: unknown) =>
  identity.request(method, path, { organization: acme, token, body });
const send = async (method: string, path: string, body?: unknown) => {
  const response = await call(method, path, body);
  expect(response.status, `${method} ${path} ${JSON.stringify(response.body)}`).toBeLessThan(300);
  return response.body;
};

const scim = (method: string, path: string, body?: unknown) =>
  identity.request(method, `/scim/v2${path}`, { organization: acme, token: scimSession, body });

/** Of the caller, with a waiting sign-in and a waiting set-up. */
const addSecondFactor = async (tx: Tx): Promise<void> => {
  const { id: user_id } = await tx('users').where({ email: 'super@obieg.test' }).first('id');
  const expires_at = new Date(Date.now() + 600_000);
  const bytes = Buffer.from('bytes');
  await tx('second_factors').insert({
    id: randomUUID(),
    user_id,
    kind: 'PASSKEY',
    name: 'Klucz',
    credential_id: bytes,
    public_key: bytes,
    transports: ['internal'],
  });
  await tx('sign_in_challenges').insert({
    token_hash: bytes,
    user_id,
    step: 'ENTER',
    by: 'PASSWORD',
    session_id: randomUUID(),
    browser_hash: bytes,
    provider_sign_out: 'https://idp.example.com/end',
    expires_at,
  });
  await tx('factor_ceremonies').insert({ key_hash: bytes, purpose: 'PASSKEY_STEP', expires_at });
  await tx('sessions')
    .where({ user_id })
    .update({ factor: 'PASSKEY', provider_sign_out: 'https://idp.example.com/end' });
};

/** With a domain, and a test that waits. */
const addIdentityProvider = async (groupId: number): Promise<void> => {
  const { provider } = await send('POST', '/api/identity-providers', {
    name: 'Firma',
    issuer: 'http://127.0.0.1:1',
    clientId: 'obieg',
    clientSecret: 'tajne',
    domains: ['example.com'],
    defaultRoles: ['MEMBER'],
    groupsClaim: 'groups',
    groupMapping: [{ value: 'a', groupId }],
    roleMapping: [{ value: 'b', role: 'OPERATOR' }],
    isRequired: false,
    emergencyUserIds: [],
    isActive: true,
  });
  providerId = provider.id;
  await send('POST', `/api/identity-providers/${providerId}/domains/example.com/confirm`);
  const [, payload = ''] = token.split('.');
  const { sid } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  await withOrganization(identity.db, acme.id, (tx) =>
    tx('provider_sign_ins').insert({
      organization_id: acme.id,
      state_hash: Buffer.from('state'),
      provider_id: providerId,
      provider_revision: 1,
      browser_hash: Buffer.from('browser'),
      test_session_id: sid,
      test_result: JSON.stringify({
        steps: [{ step: 'DISCOVERY', isDone: true }],
        claims: [{ name: 'email', value: '"a"' }],
        outcome: {
          email: 'a@example.com',
          isNewMember: true,
          roles: ['MEMBER'],
          groupIds: [groupId],
          isSecondFactorProved: false,
        },
      }),
      expires_at: new Date(Date.now() + 600_000),
    }),
  );
};

beforeAll(async () => {
  identity = await startIdentity({ rateLimitScale: 1_000 });
  acme = await identity.addOrganization('acme');
  await identity.addMember(acme.id, 'anna', ['ORG_ADMIN']);
  const userId = await identity.addMember(acme.id, 'olga', ['MEMBER']);
  mainToken = await identity.signIn('super@obieg.test');
  token = await identity.signIn('super@obieg.test', acme);
  for (const typed of [password, `${password}?`])
    await identity.request('POST', '/api/auth/signin', {
      organization: acme,
      body: { email: 'super@obieg.test', password: typed },
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' },
    });
  const { id: groupId } = await send('POST', '/api/groups', { name: 'Helpdesk', description: 'Pomoc' });
  await send('POST', `/api/groups/${groupId}/members`, { userId, role: 'LEADER' });
  await send('POST', '/api/admin/invite-user', {
    email: 'jan@obieg.test',
    username: 'jan',
    roles: ['MEMBER'],
  });
  await send('PUT', '/api/account/language', { language: 'pl' });
  const integration = await send('POST', '/api/integrations', { name: 'Monitoring', roles: ['MEMBER'] });
  integrationId = integration.id;
  await addIdentityProvider(groupId);
  for (const path of ['/api/account/tokens', `/api/integrations/${integrationId}/tokens`])
    await send('POST', path, {
      name: 'Raport',
      scopes: ['tasks:read'],
      expiresAt: new Date(Date.now() + 24 * 60 * 60 * 1_000).toISOString(),
    });
  scimSession = (await openIntegration(identity, { admin: token, organization: acme, name: 'Okta' })).session;
  for (const [path, body] of [
    [
      '/Users',
      { userName: 'ewa@obieg.test', externalId: 'e-1', name: { givenName: 'Ewa', familyName: 'N' } },
    ],
    ['/Users', { userName: 'adam@obieg.test', active: false }],
    ['/Groups', { displayName: 'Sprzedaż', externalId: 'g-1', members: [{ value: `u${userId}` }] }],
  ] as const)
    expect((await scim('POST', path, body)).status).toBe(201);
  await withOrganization(identity.db, acme.id, async (tx) => {
    await tx('users').where({ id: userId }).update({ display_name: 'Olga K.', language: 'en' });
    await tx('memberships').where({ user_id: userId }).update({ shown_name: 'olga' });
    await addSecondFactor(tx);
  });
  const { token: verification } = await send('POST', '/api/email-verification/send-code', {
    email: 'jan@obieg.test',
    task: { publicTaskId: 123_456_789_012, fileNames: ['umowa.pdf'] },
  });
  known = {
    token: verification,
    id: String(userId),
    code: 'acme',
    searchTerm: 'ol',
    withinSeconds: '60',
  };
}, 120_000);
afterAll(() => identity.close());

describe('roles of a newer version', () => {
  it('are shown as those without rights; only that of a group can be replaced', async () => {
    const userId = await identity.addMember(acme.id, 'nowa', ['MEMBER']);
    const { id: groupId } = await send('POST', '/api/groups', { name: 'Nowa' });
    await send('POST', `/api/groups/${groupId}/members`, { userId, role: 'MEMBER' });
    await withOrganization(identity.db, acme.id, async (tx) => {
      await tx('memberships')
        .where({ user_id: userId })
        .update({ roles: ['AUDITOR'] });
      await tx('group_members').where({ user_id: userId }).update({ role: 'AUDITOR' });
    });
    expect((await send('GET', `/api/users/${userId}`)).roles).toEqual(['REPORTER']);
    const [member] = await send('GET', `/api/groups/${groupId}/members`);
    expect(member.role).toBe('SUSPENDED');
    await send('PUT', `/api/groups/${groupId}/members/${userId}`, {
      role: 'OBSERVER',
      expectedRole: 'SUSPENDED',
    });
    // It may be one that the caller cannot grant.
    expect((await call('PUT', `/api/users/${userId}/roles`, { roles: ['MEMBER'] })).status).toBe(403);
  });
});

const scimReadings = ['/Users', '/Users/u2', '/Groups', '/Groups/g1', '/Schemas', '/ServiceProviderConfig'];

describe('an older process that reads what a newer version wrote', () => {
  it('answers each reading call as before', async () => {
    const { body: description } = await identity.request('GET', '/openapi.json');
    const { failures, refused, empty, columns } = await readNewerData({
      databaseName: identity.name,
      description,
      known,
      send: (method, path) => call(method, path),
      further: {
        'the group': () => call('GET', '/api/groups/1'),
        'its members': () => call('GET', '/api/groups/1/members'),
        'the tokens of an integration': () => call('GET', `/api/integrations/${integrationId}/tokens`),
        ...Object.fromEntries(scimReadings.map((path) => [`SCIM ${path}`, () => scim('GET', path)])),
        'an identity provider': () => call('GET', `/api/identity-providers/${providerId}`),
        'its test': () => call('GET', `/api/identity-providers/${providerId}/test`),
        'the organization': () =>
          identity.request('GET', `/api/organizations/${acme.id}`, { token: mainToken }),
        'its contents': () =>
          identity.request('GET', `/api/organizations/${acme.id}/contents`, { token: mainToken }),
        'the organizations of a gateway': () => identity.request('GET', '/internal/organizations'),
      },
      uncalled: {
        ...Object.fromEntries(
          Object.keys(description.paths)
            .filter((path) => path.startsWith('/scim/v2/'))
            .map((path) => [path, 'called with the session of an integration']),
        ),
        '/internal/organizations/by-former-code/{code}': 'finds an organization by the value itself',
        '/api/organizations/{id}': 'called with the id of an organization',
        '/api/organizations/{id}/contents': 'called with the id of an organization',
        '/api/integrations/{id}/tokens': 'called with the id of an integration',
        '/api/identity-providers/{id}': 'called with the id of a provider',
        '/api/identity-providers/{id}/test': 'called with the id of a provider',
        '/api/groups/{id}': 'called with the id of a group',
        '/api/groups/{id}/members': 'called with the id of a group',
      },
      unchanged: {
        inbox: 'ids of events',
        outbox: 'the relay sends the text as it is',
        removals: 'the relay sends the text as it is',
        set_aside: 'read by the command line',
        mail_queue: 'complete mails',
        member_mails: 'the worker reads language and roles as those of the account and the membership',
        applied_versions: 'names of aggregates',
        creations: 'see svc-workflow',
        deleted_groups: 'restored as they are, like groups',
        'security_log.subject_id': 'the id of a subject whose type is known',
        'sessions.provider_subject': 'a name that the provider gives, compared only',
        'sessions.provider_session': 'a name that the provider gives, compared only',
        'sign_in_challenges.provider_subject': 'a name that the provider gives, compared only',
        'sign_in_challenges.provider_session': 'a name that the provider gives, compared only',
        'transition_groups.transition_name': 'a name',
        'verifications.verified_from': 'an address of the network',
        former_code_names: 'a code name is the key of an organization',
        'organizations.code_name': 'the key of an organization',
        signing_keys: 'keys; another form has another table',
        published_keys: 'keys; another form has another table',
      },
      maps: {},
    });
    // Constraints list the outcomes, and the columns of each kind. A migration replaces them before others are written.
    expect({ failures, refused, empty }).toEqual({
      failures: [],
      refused: ['second_factors.kind', 'security_log.outcome'],
      empty: [],
    });
    expect(columns).toBeGreaterThan(25);
  }, 600_000);
});
