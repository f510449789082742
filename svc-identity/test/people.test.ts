import { rollbackMigrations, runMigrations, withOrganization } from '@obieg/service-kit';
import { createTestDatabase, recordedEvents } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrations } from '../migrations/index';
import { sweepExpired } from '../src/sweep';
import { type Identity, password, startIdentity } from './identity-service';

let identity: Identity;
let acme: { id: number; code: string };
let globex: { id: number; code: string };
let admin: string;
let member: string;
let reporter: string;
let superAdmin: string;
let olgaId: number;
let gretaId: number;
beforeAll(async () => {
  identity = await startIdentity();
  acme = await identity.addOrganization('acme');
  globex = await identity.addOrganization('globex');
  await identity.addMember(acme.id, 'anna', ['ORG_ADMIN']);
  olgaId = await identity.addMember(acme.id, 'olga', ['OPERATOR']);
  await identity.addMember(acme.id, 'marek', ['MEMBER']);
  await identity.addMember(acme.id, 'rita', ['REPORTER']);
  gretaId = await identity.addMember(globex.id, 'greta', ['ORG_ADMIN']);
  [admin = '', member = '', reporter = '', superAdmin = ''] = await Promise.all([
    identity.signIn('anna', acme),
    identity.signIn('marek', acme),
    identity.signIn('rita', acme),
    identity.signIn('super', acme),
  ]);
});
afterAll(() => identity.close());

const call = (method: string, path: string, token?: string, body?: unknown) =>
  identity.request(method, path, { token, organization: acme, body });

describe('who may call what', () => {
  const matrix: [
    string,
    string,
    unknown,
    { anonymous: number; reporter: number; member: number; admin: number; superAdmin: number },
  ][] = [
    [
      'GET',
      '/api/users',
      undefined,
      { anonymous: 401, reporter: 403, member: 403, admin: 200, superAdmin: 200 },
    ],
    [
      'GET',
      '/api/users/999999',
      undefined,
      { anonymous: 401, reporter: 403, member: 403, admin: 404, superAdmin: 404 },
    ],
    [
      'GET',
      '/api/users/search?searchTerm=ol',
      undefined,
      { anonymous: 401, reporter: 403, member: 200, admin: 200, superAdmin: 200 },
    ],
    [
      'GET',
      '/api/organizations/users',
      undefined,
      { anonymous: 401, reporter: 403, member: 200, admin: 200, superAdmin: 200 },
    ],
    [
      'GET',
      '/api/organizations/groups',
      undefined,
      { anonymous: 401, reporter: 403, member: 200, admin: 200, superAdmin: 200 },
    ],
    [
      'GET',
      '/api/groups',
      undefined,
      { anonymous: 401, reporter: 403, member: 200, admin: 200, superAdmin: 200 },
    ],
    [
      'GET',
      '/api/groups/999999',
      undefined,
      { anonymous: 401, reporter: 403, member: 404, admin: 404, superAdmin: 404 },
    ],
    ['POST', '/api/groups', {}, { anonymous: 401, reporter: 403, member: 403, admin: 422, superAdmin: 422 }],
    [
      'DELETE',
      '/api/groups/999999',
      undefined,
      { anonymous: 401, reporter: 403, member: 403, admin: 404, superAdmin: 404 },
    ],
    [
      'GET',
      '/api/admin/roles',
      undefined,
      { anonymous: 401, reporter: 403, member: 403, admin: 200, superAdmin: 200 },
    ],
    [
      'GET',
      '/api/admin/organizations',
      undefined,
      { anonymous: 401, reporter: 403, member: 403, admin: 403, superAdmin: 200 },
    ],
    [
      'POST',
      '/api/admin/invite-user',
      {},
      { anonymous: 401, reporter: 403, member: 403, admin: 422, superAdmin: 422 },
    ],
    [
      'GET',
      '/api/admin/permissions/manage-suser',
      undefined,
      { anonymous: 401, reporter: 200, member: 200, admin: 200, superAdmin: 200 },
    ],
    [
      'GET',
      '/api/organizations',
      undefined,
      { anonymous: 401, reporter: 200, member: 200, admin: 200, superAdmin: 200 },
    ],
    [
      'POST',
      '/api/organizations',
      {},
      { anonymous: 401, reporter: 403, member: 403, admin: 403, superAdmin: 422 },
    ],
    [
      'DELETE',
      '/api/organizations/999999',
      undefined,
      { anonymous: 401, reporter: 403, member: 403, admin: 403, superAdmin: 404 },
    ],
  ];
  it.each(matrix)('%s %s', async (method, path, body, expected) => {
    expect({
      anonymous: (await call(method, path, undefined, body)).status,
      reporter: (await call(method, path, reporter, body)).status,
      member: (await call(method, path, member, body)).status,
      admin: (await call(method, path, admin, body)).status,
      superAdmin: (await call(method, path, superAdmin, body)).status,
    }).toEqual(expected);
  });
});

describe('users', () => {
  it('lists members by page, and nobody of another organization', async () => {
    const first = await call('GET', '/api/users?limit=2', admin);
    const rest = await call('GET', `/api/users?limit=50&cursor=${first.headers['x-next-cursor']}`, admin);
    const names = [...first.body, ...rest.body].map(({ username }: { username: string }) => username);
    expect(names).toEqual(['anna', 'olga', 'marek', 'rita']);
    expect(rest.headers['x-next-cursor']).toBeUndefined();
    expect((await call('GET', `/api/users/${gretaId}`, admin)).status).toBe(404);
    expect((await call('GET', `/api/users/${gretaId}`, superAdmin)).body.userOrganizationRoles).toEqual([
      { organization: { name: 'Organizacja globex' }, role: { name: 'ORG_ADMIN' } },
    ]);
  });

  it('searches by part of a name and takes wildcards as letters', async () => {
    expect((await call('GET', '/api/users/search?searchTerm=OLG', member)).body).toEqual({
      users: [{ id: olgaId, username: 'olga', email: 'olga@obieg.test' }],
      limitReached: false,
    });
    expect((await call('GET', '/api/users/search?searchTerm=%25%25', member)).body.users).toEqual([]);
    expect((await call('GET', '/api/users/search?searchTerm=o', member)).status).toBe(400);
  });

  it('leaves out whom no task can be assigned to, where that is asked for', async () => {
    const email = 'zglaszajaca@obieg.test';
    await call('POST', '/api/admin/invite-user', admin, { email, roles: ['REPORTER'] });
    const search = async (query: string) =>
      (await call('GET', `/api/users/search?searchTerm=${query}`, member)).body.users.map(
        (user: { email: string }) => user.email,
      );
    expect(await search('zglaszajaca')).toEqual([email]);
    expect(await search('zglaszajaca&assignable=true')).toEqual([]);
    expect(await search('OLG&assignable=true')).toEqual(['olga@obieg.test']);
  });
});

describe('invitations', () => {
  const invite = (body: object, token = admin) => call('POST', '/api/admin/invite-user', token, body);
  const linkOf = async (email: string): Promise<string> =>
    (await identity.db.knex('mail_queue').where({ recipient: email }).orderBy('id', 'desc').first())
      .body_text;
  const tokenOf = async (email: string): Promise<string> =>
    /token=([\w-]+)/.exec(await linkOf(email))?.[1] ?? '';
  const setPassword = (token: string, value = password, organization = acme) =>
    identity.request('POST', '/api/auth/set-password', { organization, body: { token, password: value } });

  it('makes a member who sets a password once and is signed in', async () => {
    expect((await invite({ email: 'New@Acme.Test', roles: ['MEMBER'], username: 'nowy' })).body).toEqual({
      userExists: false,
    });
    expect(await linkOf('new@acme.test')).toContain('http://acme.obieg.localhost:8080/set-password?token=');
    const token = await tokenOf('new@acme.test');
    expect((await setPassword(token, 'short')).status).toBe(422);
    expect((await setPassword(token, password, globex)).status).toBe(400);
    const done = await setPassword(token);
    expect(done.body).toMatchObject({ username: 'nowy', email: 'new@acme.test', token: expect.any(String) });
    expect(await setPassword(token)).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
    expect(await identity.signIn('nowy', acme)).toEqual(expect.any(String));
  });

  it('gives each of those who want one username at once a name', async () => {
    const wanted = ['Łukasz', 'łukasz', 'łukasz', 'ŁUKASZ', 'łukasz', 'łukasz'];
    const answers = await Promise.all(
      wanted.map((username, index) => invite({ email: `l${index}@acme.test`, roles: ['MEMBER'], username })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const names: string[] = await identity.db
      .knex('users')
      .whereLike('email', 'l_@acme.test')
      .pluck('username');
    expect(names.filter((name) => name.toLowerCase() === 'łukasz')).toHaveLength(1);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(6);
  });

  it('ends an older invitation by a newer one', async () => {
    await invite({ email: 'twice@acme.test', roles: ['MEMBER'] });
    const older = await tokenOf('twice@acme.test');
    expect((await invite({ email: 'twice@acme.test', roles: ['OPERATOR'] })).body).toEqual({
      userExists: true,
    });
    expect((await setPassword(older)).status).toBe(400);
    const answers = await Promise.all(
      [1, 2, 3].map(async () => setPassword(await tokenOf('twice@acme.test'))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it('mails one person five invitations of an organization an hour, and changes nothing beyond', async () => {
    const person = { email: 'zasypana@acme.test', roles: ['MEMBER'] };
    const mails = () => identity.db.knex('mail_queue').where({ recipient: person.email });
    const answers = await Promise.all(Array.from({ length: 7 }, () => invite(person)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(await mails()).toHaveLength(5);
    const token = await tokenOf(person.email);
    const refused = await invite({ ...person, email: 'Zasypana@acme.test', roles: ['OPERATOR'] });
    expect(refused).toMatchObject({
      status: 429,
      body: {
        code: 'TOO_MANY_REQUESTS',
        message: 'This person has been invited five times within an hour. Please try again later.',
      },
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
    expect(await mails()).toHaveLength(5);
    expect((await invite({ ...person, organizationId: globex.id }, superAdmin)).status).toBe(200);
    const [entry] = await withOrganization(identity.db, acme.id, (tx) =>
      tx('security_log').where({ event: 'invitation.send' }).orderBy('id', 'desc').limit(1),
    );
    expect(entry).toMatchObject({ outcome: 'refused', details: { reason: 'TOO_MANY_REQUESTS' } });
    const age = (hours: number) =>
      withOrganization(identity.db, acme.id, (tx) =>
        tx('invitation_sends').update({ sent_at: tx.raw(`sent_at - interval '${hours} hours'`) }),
      );
    await age(1);
    await sweepExpired(identity.db);
    expect((await setPassword(token)).status).toBe(200);
    expect((await invite(person)).status).toBe(200);
    expect(await age(1)).toBeGreaterThan(5);
    await sweepExpired(identity.db);
    expect(await age(0)).toBe(1);
  });

  it('grants nothing that the inviter does not hold, and no foreign organization', async () => {
    expect((await invite({ email: 'x@acme.test', roles: ['SUPER_ADMIN'] })).status).toBe(403);
    expect(
      (await invite({ email: 'x@acme.test', roles: ['MEMBER'], organizationId: globex.id })).status,
    ).toBe(403);
    expect(
      (await invite({ email: 'x@acme.test', roles: ['MEMBER'], organizationId: globex.id }, superAdmin))
        .status,
    ).toBe(200);
  });

  it.each([
    { email: 'no address', roles: ['MEMBER'] },
    { email: ['a@b.pl'], roles: ['MEMBER'] },
    { email: 'a@b.pl', roles: [] },
    { email: 'a@b.pl\r\nBcc: c@d.pl', roles: ['MEMBER'] },
  ])('rejects bad input %j', async (body) => {
    expect((await invite(body)).status).toBe(422);
  });

  it('says why it refuses in the language of the request', async () => {
    const body = { email: 'anna@obieg.test', roles: ['MEMBER'] };
    const messages: Record<string, string> = {};
    for (const language of ['mul', 'pl', 'en'])
      messages[language] = (
        await identity.request('POST', '/api/admin/invite-user', {
          organization: acme,
          token: admin,
          body,
          headers: { 'accept-language': language },
        })
      ).body.message;
    const english = 'The last administrator of an organization keeps that role.';
    const polish = 'Ostatni administrator organizacji zachowuje tę rolę.';
    expect(messages).toEqual({ mul: english, pl: polish, en: english });
  });

  it('keeps the last administrator, and emits the membership', async () => {
    expect(await invite({ email: 'anna@obieg.test', roles: ['MEMBER'] })).toMatchObject({
      status: 409,
      body: { code: 'LAST_ADMIN' },
    });
    const events = await recordedEvents(identity.db.knex, 'obieg.identity.membership.changed');
    expect(events.at(-1)).toMatchObject({ organizationid: globex.id, data: { roles: ['MEMBER'] } });
  });
});

describe('groups', () => {
  const create = async (name: string, parentGroupId: number | null = null) =>
    (await call('POST', '/api/groups', admin, { name, parentGroupId })).body;

  it('nest, refuse circles, and are not deleted while they have children', async () => {
    const it_ = await create('IT');
    const helpdesk = await create('Helpdesk', it_.id);
    expect(helpdesk).toMatchObject({ parentGroupId: it_.id, parentGroupName: 'IT', description: null });
    for (const parentGroupId of [helpdesk.id, it_.id]) {
      expect((await call('PUT', `/api/groups/${it_.id}`, admin, { name: 'IT', parentGroupId })).status).toBe(
        422,
      );
    }
    expect((await call('DELETE', `/api/groups/${it_.id}`, admin)).status).toBe(409);
    expect((await call('DELETE', `/api/groups/${helpdesk.id}`, admin)).status).toBe(204);
    expect((await call('DELETE', `/api/groups/${helpdesk.id}`, admin)).status).toBe(404);
    expect(await recordedEvents(identity.db.knex, 'obieg.identity.group.deleted')).toHaveLength(1);
  });

  it('have members of the organization only', async () => {
    const { id } = await create('Kadry');
    const add = (body: object) => call('POST', `/api/groups/${id}/members`, admin, body);
    expect(await add({ userId: olgaId })).toMatchObject({
      status: 201,
      body: { userId: olgaId, role: 'MEMBER', userName: 'olga' },
    });
    expect((await add({ userId: olgaId })).status).toBe(409);
    expect((await add({ userId: gretaId })).status).toBe(422);
    expect((await add({ userId: olgaId, role: 'SUSPENDED' })).status).toBe(422);
    expect(
      (await call('PUT', `/api/groups/${id}/members/${olgaId}`, admin, { userId: olgaId, role: 'SUSPENDED' }))
        .body.role,
    ).toBe('SUSPENDED');
    expect((await call('DELETE', `/api/groups/${id}/members/${olgaId}`, admin)).status).toBe(204);
    expect((await call('GET', `/api/groups/${id}/members`, member)).body).toEqual([]);
    const events = await recordedEvents(identity.db.knex, 'obieg.identity.group-member.deleted');
    expect(events[0]?.data).toEqual({ organizationId: acme.id, groupId: id, userId: olgaId });
  });

  it('hides other tenants', async () => {
    const { id } = await create('Tajna');
    const greta = await identity.signIn('greta', globex);
    const answer = await identity.request('GET', `/api/groups/${id}`, { token: greta, organization: globex });
    expect(answer.status).toBe(404);
  });
});

describe('organizations', () => {
  it('are made, moved and deleted by those who may', async () => {
    const made = await call('POST', '/api/organizations', superAdmin, {
      name: 'Initech',
      codeName: 'initech',
    });
    expect(made).toMatchObject({ status: 201, body: { name: 'Initech', codeName: 'initech' } });
    expect(
      (await call('POST', '/api/organizations', superAdmin, { name: 'X', codeName: 'initech' })).body,
    ).toMatchObject({ code: 'NAME_TAKEN', status: 409 });
    expect(
      (await call('POST', '/api/organizations', superAdmin, { name: 'X', codeName: 'admin' })).status,
    ).toBe(422);
    await call('PUT', `/api/organizations/${made.body.id}`, superAdmin, {
      name: 'Initech',
      codeName: 'initech2',
    });
    expect((await identity.request('GET', '/internal/organizations/by-code/initech')).status).toBe(404);
    expect((await identity.request('GET', '/internal/organizations/by-code/initech2')).body).toMatchObject({
      id: made.body.id,
    });
    expect((await call('DELETE', `/api/organizations/${made.body.id}`, superAdmin)).status).toBe(204);
    expect((await identity.request('GET', '/internal/organizations/by-code/initech2')).status).toBe(404);
    expect(await recordedEvents(identity.db.knex, 'obieg.identity.organization.deleted')).toHaveLength(1);
  });

  it('shows everybody their own', async () => {
    expect(
      (await call('GET', '/api/organizations', member)).body.map(
        ({ codeName }: { codeName: string }) => codeName,
      ),
    ).toEqual(['acme']);
    expect((await call('GET', `/api/organizations/${globex.id}`, member)).status).toBe(404);
    expect((await call('GET', '/api/organizations', superAdmin)).body).toHaveLength(2);
  });
});

describe('migrations', () => {
  it('run up, down, up', async () => {
    const database = await createTestDatabase(migrations);
    const options = { url: database.ownerUrl, migrations, appRole: database.appRole };
    expect(await rollbackMigrations(options)).toHaveLength(migrations.length);
    expect(await runMigrations(options)).toHaveLength(migrations.length);
    await database.close();
  });
});
