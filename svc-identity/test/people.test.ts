import { recordedEvents } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Identity, startIdentity } from './identity-service';

let identity: Identity;
let acme: { id: number; code: string };
let globex: { id: number; code: string };
let admin: string;
let member: string;
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
  [admin = '', member = '', superAdmin = ''] = await Promise.all([
    identity.signIn('anna', acme),
    identity.signIn('marek', acme),
    identity.signIn('super', acme),
  ]);
});
afterAll(() => identity.close());

const call = (method: string, path: string, token?: string, body?: unknown) =>
  identity.request(method, path, { token, organization: acme, body });

describe('users', () => {
  it('are listed in pages, limited to this organization', async () => {
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

  it('are found by a part of the name, with wildcards as literals', async () => {
    expect((await call('GET', '/api/users/search?searchTerm=OLG', member)).body).toEqual({
      users: [
        {
          id: olgaId,
          username: 'olga',
          email: 'olga@obieg.test',
          addressHint: null,
          isIntegration: false,
        },
      ],
      limitReached: false,
    });
    expect((await call('GET', '/api/users/search?searchTerm=%25%25', member)).body.users).toEqual([]);
    expect((await call('GET', '/api/users/search?searchTerm=o', member)).status).toBe(400);
  });

  it('without the permission BASE are not assignable', async () => {
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

describe('groups', () => {
  const create = async (name: string, parentGroupId: number | null = null) =>
    (await call('POST', '/api/groups', admin, { name, parentGroupId })).body;

  it('can be nested without cycles, and cannot be deleted while they have child groups', async () => {
    const parent = await create('IT');
    const helpdesk = await create('Helpdesk', parent.id);
    expect(helpdesk).toMatchObject({ parentGroupId: parent.id, parentGroupName: 'IT', description: null });
    for (const parentGroupId of [helpdesk.id, parent.id]) {
      expect(
        (await call('PUT', `/api/groups/${parent.id}`, admin, { name: 'IT', parentGroupId })).status,
      ).toBe(422);
    }
    expect((await call('DELETE', `/api/groups/${parent.id}`, admin)).status).toBe(409);
    expect((await call('DELETE', `/api/groups/${helpdesk.id}`, admin)).status).toBe(204);
    expect((await call('DELETE', `/api/groups/${helpdesk.id}`, admin)).status).toBe(404);
    expect(await recordedEvents(identity.db.knex, 'obieg.identity.group.deleted')).toHaveLength(1);
  });

  it('accept only members of the organization', async () => {
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

  it('are hidden from other tenants', async () => {
    const { id } = await create('Tajna');
    const greta = await identity.signIn('greta', globex);
    const response = await identity.request('GET', `/api/groups/${id}`, {
      token: greta,
      organization: globex,
    });
    expect(response.status).toBe(404);
  });
});

describe('organizations', () => {
  it('are created, renamed and deleted by super administrators', async () => {
    const created = await call('POST', '/api/organizations', superAdmin, {
      name: 'Initech',
      codeName: 'initech',
    });
    expect(created).toMatchObject({ status: 201, body: { name: 'Initech', codeName: 'initech' } });
    expect(
      (await call('POST', '/api/organizations', superAdmin, { name: 'X', codeName: 'initech' })).body,
    ).toMatchObject({ code: 'NAME_TAKEN', status: 409 });
    expect(
      (await call('POST', '/api/organizations', superAdmin, { name: 'X', codeName: 'admin' })).status,
    ).toBe(422);
    await call('PUT', `/api/organizations/${created.body.id}`, superAdmin, {
      name: 'Initech',
      codeName: 'initech2',
    });
    expect((await identity.request('GET', '/internal/organizations/by-code/initech')).status).toBe(404);
    expect((await identity.request('GET', '/internal/organizations/by-code/initech2')).body).toMatchObject({
      id: created.body.id,
    });
    expect((await call('DELETE', `/api/organizations/${created.body.id}`, superAdmin)).status).toBe(204);
    expect((await identity.request('GET', '/internal/organizations/by-code/initech2')).status).toBe(404);
    expect(await recordedEvents(identity.db.knex, 'obieg.identity.organization.deleted')).toHaveLength(1);
  });

  it('are listed to their members', async () => {
    expect(
      (await call('GET', '/api/organizations', member)).body.map(
        ({ codeName }: { codeName: string }) => codeName,
      ),
    ).toEqual(['acme']);
    expect((await call('GET', `/api/organizations/${globex.id}`, member)).status).toBe(404);
    expect((await call('GET', '/api/organizations', superAdmin)).body).toHaveLength(2);
  });
});
