import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Scim, startScim } from './scim-fixture';

/** The requests that Microsoft documents for its provisioning service. */
let scim: Scim;
beforeAll(async () => {
  scim = await startScim();
});
afterAll(() => scim.identity.close());

const newUser = (name: string) => ({
  schemas: [
    'urn:ietf:params:scim:schemas:core:2.0:User',
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  ],
  externalId: `0a21f0f2-${name}`,
  userName: `Test_User_${name}`,
  active: true,
  emails: [{ primary: true, type: 'work', value: `Test_User_${name}@testuser.com` }],
  meta: { resourceType: 'User' },
  name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
  roles: [],
});
const addUser = async (name: string) => {
  const response = await scim.scim('POST', '/Users', { body: newUser(name) });
  expect(response.status, JSON.stringify(response.body)).toBe(201);
  return response.body;
};
const operationsOf = (path: string, ...Operations: object[]) => scim.patch(path, ...Operations);

describe('users as Entra ID sends them', () => {
  it('are looked up, created, read and found again', async () => {
    const before = await scim.find('userName eq "Test_User_ab6490ee"');
    expect([before.status, before.body]).toEqual([
      200,
      {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
        totalResults: 0,
        startIndex: 1,
        itemsPerPage: 0,
        Resources: [],
      },
    ]);
    const created = await scim.scim('POST', '/Users', { body: newUser('ab6490ee') });
    expect(created.status).toBe(201);
    expect(created.headers['content-type']).toMatch(/^application\/scim\+json/);
    expect(created.headers.location).toBe(created.body.meta.location);
    expect(created.headers.etag).toBe(created.body.meta.version);
    expect(created.body).toMatchObject({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      externalId: '0a21f0f2-ab6490ee',
      userName: 'Test_User_ab6490ee',
      displayName: 'givenName familyName',
      name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
      active: true,
      emails: [{ value: 'test_user_ab6490ee@testuser.com', type: 'work', primary: true }],
      roles: [{ value: 'MEMBER', primary: true }],
      groups: [],
      meta: {
        resourceType: 'User',
        location: `http://acme.obieg.localhost:8080/scim/v2/Users/${created.body.id}`,
      },
    });
    expect((await scim.scim('GET', `/Users/${created.body.id}`)).body).toEqual(created.body);
    for (const filter of [
      'userName eq "test_user_AB6490ee"',
      'emails[type eq "work"].value eq "Test_User_ab6490ee@testuser.com"',
      'externalId eq "0a21f0f2-ab6490ee"',
      'externalId eq "0a21f0f2-ab6490ee" and userName eq "Test_User_ab6490ee"',
    ]) {
      const { body } = await scim.find(filter);
      expect([filter, body.totalResults, body.Resources[0]?.id]).toEqual([filter, 1, created.body.id]);
    }
    expect((await scim.scim('GET', '/Users/5171a35d82074e068ce2')).body).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '404',
      detail: 'Not found.',
    });
  });

  it('get another address and family name', async () => {
    const { id } = await addUser('multi');
    const { status, body } = await operationsOf(
      `/Users/${id}`,
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updatedEmail@microsoft.com' },
      { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
    );
    expect([status, body]).toMatchObject([
      200,
      {
        emails: [{ value: 'updatedemail@microsoft.com', type: 'work', primary: true }],
        name: {
          familyName: 'updatedFamilyName',
          givenName: 'givenName',
          formatted: 'givenName updatedFamilyName',
        },
      },
    ]);
  });

  it('get another userName', async () => {
    const { id } = await addUser('single');
    const value = '5b50642d-79fc-4410-9e90-4c077cdd1a59@testuser.com';
    const { body } = await operationsOf(`/Users/${id}`, { op: 'Replace', path: 'userName', value });
    expect(body.userName).toBe(value);
    expect((await scim.find(`userName eq "${value}"`)).body.totalResults).toBe(1);
  });

  it.each([
    ['as the protocol has it', false, true],
    ['as a text', 'False', 'True'],
    ['as a text in lower case', 'false', 'true'],
  ])('are disabled, enabled and deleted: %s', async (_, off, on) => {
    const { id } = await addUser(`disable-${String(off)}-${typeof off}`);
    const disabled = await operationsOf(`/Users/${id}`, { op: 'Replace', path: 'active', value: off });
    expect([disabled.status, disabled.body.active]).toEqual([200, false]);
    const enabled = await operationsOf(`/Users/${id}`, { op: 'Replace', path: 'active', value: on });
    expect([enabled.status, enabled.body.active]).toEqual([200, true]);
    expect((await scim.scim('DELETE', `/Users/${id}`)).status).toBe(204);
    expect((await scim.scim('GET', `/Users/${id}`)).status).toBe(404);
  });

  it('are changed with and without the flag aadOptscim062020', async () => {
    const { id } = await addUser('flag');
    const without = await operationsOf(
      `/Users/${id}`,
      { op: 'Replace', path: 'displayName', value: 'Pvlo' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'TestBcwqnm@test.microsoft.com' },
      { op: 'Replace', path: 'name.givenName', value: 'Gtfd' },
      { op: 'Replace', path: 'name.familyName', value: 'Pkqf' },
      { op: 'Replace', path: 'externalId', value: 'Eqpj' },
      {
        op: 'Replace',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:employeeNumber',
        value: 'Eqpj',
      },
      { op: 'Add', path: 'nickName', value: 'Babs' },
    );
    expect([without.status, without.body]).toMatchObject([
      200,
      {
        displayName: 'Pvlo',
        externalId: 'Eqpj',
        name: { givenName: 'Gtfd', familyName: 'Pkqf' },
        emails: [{ value: 'testbcwqnm@test.microsoft.com' }],
      },
    ]);
    const { status, body } = await operationsOf(
      `/Users/${id}`,
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'TestMhvaes@test.microsoft.com' },
      {
        op: 'replace',
        value: {
          displayName: 'Bjfe',
          'name.givenName': 'Kkom',
          'name.familyName': 'Unua',
          'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:employeeNumber': 'Aklq',
        },
      },
    );
    expect([status, body]).toMatchObject([
      200,
      {
        displayName: 'Bjfe',
        name: { givenName: 'Kkom', familyName: 'Unua' },
        emails: [{ value: 'testmhvaes@test.microsoft.com' }],
      },
    ]);
  });

  it('get the role of an application role', async () => {
    const { id } = await addUser('roles');
    const rolesAfter = async (...operations: object[]) =>
      (await operationsOf(`/Users/${id}`, ...operations)).body.roles;
    expect(
      await rolesAfter({ op: 'Add', path: 'roles[primary eq "True"].value', value: 'OPERATOR' }),
    ).toEqual([{ value: 'OPERATOR', primary: true }]);
    const role = JSON.stringify({ id: '18d14569', value: 'workflow_manager', displayName: 'Manager' });
    expect(
      await rolesAfter({ op: 'Replace', path: 'roles', value: [{ value: role, primary: 'True' }] }),
    ).toEqual([{ value: 'WORKFLOW_MANAGER', primary: true }]);
    expect(await rolesAfter({ op: 'Add', path: 'roles', value: [{ value: 'OPERATOR' }] })).toEqual([
      { value: 'WORKFLOW_MANAGER', primary: true },
      { value: 'OPERATOR', primary: false },
    ]);
    expect(await rolesAfter({ op: 'Remove', path: 'roles', value: [{ value: 'OPERATOR' }] })).toEqual([
      { value: 'WORKFLOW_MANAGER', primary: true },
    ]);
    expect(await rolesAfter({ op: 'Remove', path: 'roles[value eq "WORKFLOW_MANAGER"]' })).toEqual([
      { value: 'MEMBER', primary: true },
    ]);
  });
});

describe('groups as Entra ID sends them', () => {
  const groupSchemas = [
    'urn:ietf:params:scim:schemas:core:2.0:Group',
    'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group',
  ];
  const addGroup = async (displayName: string) => {
    const { status, body } = await scim.scim('POST', '/Groups', {
      body: {
        schemas: groupSchemas,
        externalId: `8aa1a0c0-${displayName}`,
        displayName,
        meta: { resourceType: 'Group' },
      },
    });
    expect(status).toBe(201);
    return body;
  };

  it('are created, read without members, found, renamed and deleted', async () => {
    const created = await addGroup('Sales');
    expect(created).toMatchObject({ externalId: '8aa1a0c0-Sales', displayName: 'Sales', members: [] });
    const read = await scim.scim('GET', `/Groups/${created.id}?excludedAttributes=members`);
    expect(read.body.members).toBeUndefined();
    expect(read.headers.etag).toBe(created.meta.version);
    const filter = encodeURIComponent('displayName eq "sales"');
    const found = await scim.scim('GET', `/Groups?excludedAttributes=members&filter=${filter}`);
    expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id: created.id }] });
    const renamed = await operationsOf(`/Groups/${created.id}`, {
      op: 'Replace',
      path: 'displayName',
      value: '1879db59',
    });
    expect([renamed.status, renamed.text]).toEqual([204, '']);
    expect((await scim.scim('GET', `/Groups/${created.id}`)).body.displayName).toBe('1879db59');
    expect((await scim.scim('DELETE', `/Groups/${created.id}`)).status).toBe(204);
    expect((await scim.scim('GET', `/Groups/${created.id}`)).status).toBe(404);
  });

  it('get and lose members in both forms', async () => {
    const { id } = await addGroup('Members');
    const [one, two] = [await addUser('one'), await addUser('two')];
    const members = async () =>
      (await scim.scim('GET', `/Groups/${id}`)).body.members.map(({ value }: { value: string }) => value);
    const add = (...people: { id: string }[]) => ({
      op: 'Add',
      path: 'members',
      value: people.map((person) => ({ $ref: null, value: person.id })),
    });
    expect((await operationsOf(`/Groups/${id}`, add(one, two))).status).toBe(204);
    expect((await operationsOf(`/Groups/${id}`, add(one))).status).toBe(204);
    expect(await members()).toEqual([one.id, two.id]);
    const asked = await scim.find(`id eq "${id}" and members eq "${two.id}"`, '/Groups');
    expect(asked.body.totalResults).toBe(1);
    await operationsOf(`/Groups/${id}`, {
      op: 'Remove',
      path: 'members',
      value: [{ $ref: null, value: one.id }],
    });
    expect(await members()).toEqual([two.id]);
    await operationsOf(`/Groups/${id}`, { op: 'remove', path: `members[value eq "${two.id}"]` });
    expect(await members()).toEqual([]);
  });
});

describe('the discovery of Entra ID', () => {
  it('finds schemas, resource types and features', async () => {
    const schemas = await scim.scim('GET', '/Schemas');
    expect(schemas.body.Resources.map(({ id }: { id: string }) => id)).toEqual([
      'urn:ietf:params:scim:schemas:core:2.0:User',
      'urn:ietf:params:scim:schemas:core:2.0:Group',
    ]);
    const [user] = schemas.body.Resources;
    expect((await scim.scim('GET', `/Schemas/${user.id}`)).body).toEqual(user);
    expect(JSON.stringify(schemas.body)).not.toContain('null');
    const types = await scim.scim('GET', '/ResourceTypes');
    expect(types.body.Resources).toMatchObject([{ endpoint: '/Users' }, { endpoint: '/Groups' }]);
    expect((await scim.scim('GET', '/ResourceTypes/Group')).body.endpoint).toBe('/Groups');
    expect((await scim.scim('GET', '/ResourceTypes/Device')).status).toBe(404);
    expect((await scim.scim('GET', '/ServiceProviderConfig')).body).toMatchObject({
      patch: { supported: true },
      etag: { supported: true },
      bulk: { supported: false },
    });
  });
});
