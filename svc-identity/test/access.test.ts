import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Identity, startIdentity } from './identity-service';

let identity: Identity;
let acme: { id: number; code: string };
let admin: string;
let member: string;
let reporter: string;
let superAdmin: string;
beforeAll(async () => {
  identity = await startIdentity();
  acme = await identity.addOrganization('acme');
  await identity.addMember(acme.id, 'anna', ['ORG_ADMIN']);
  await identity.addMember(acme.id, 'olga', ['OPERATOR']);
  await identity.addMember(acme.id, 'marek', ['MEMBER']);
  await identity.addMember(acme.id, 'rita', ['REPORTER']);
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

describe('access to each endpoint', () => {
  const matrix: [
    string,
    string,
    unknown,
    { visitor: number; reporter: number; member: number; admin: number; superAdmin: number },
  ][] = [
    [
      'GET',
      '/api/users',
      undefined,
      { visitor: 401, reporter: 403, member: 403, admin: 200, superAdmin: 200 },
    ],
    [
      'GET',
      '/api/users/999999',
      undefined,
      { visitor: 401, reporter: 403, member: 403, admin: 404, superAdmin: 404 },
    ],
    [
      'GET',
      '/api/users/search?searchTerm=ol',
      undefined,
      { visitor: 401, reporter: 403, member: 200, admin: 200, superAdmin: 200 },
    ],
    [
      'GET',
      '/api/organizations/users',
      undefined,
      { visitor: 401, reporter: 403, member: 200, admin: 200, superAdmin: 200 },
    ],
    [
      'GET',
      '/api/organizations/groups',
      undefined,
      { visitor: 401, reporter: 403, member: 200, admin: 200, superAdmin: 200 },
    ],
    [
      'GET',
      '/api/groups',
      undefined,
      { visitor: 401, reporter: 403, member: 200, admin: 200, superAdmin: 200 },
    ],
    [
      'GET',
      '/api/groups/999999',
      undefined,
      { visitor: 401, reporter: 403, member: 404, admin: 404, superAdmin: 404 },
    ],
    ['POST', '/api/groups', {}, { visitor: 401, reporter: 403, member: 403, admin: 422, superAdmin: 422 }],
    [
      'DELETE',
      '/api/groups/999999',
      undefined,
      { visitor: 401, reporter: 403, member: 403, admin: 404, superAdmin: 404 },
    ],
    [
      'GET',
      '/api/security-log',
      undefined,
      { visitor: 401, reporter: 403, member: 403, admin: 200, superAdmin: 200 },
    ],
    [
      'GET',
      '/api/scim-settings',
      undefined,
      { visitor: 401, reporter: 403, member: 403, admin: 200, superAdmin: 200 },
    ],
    [
      'PUT',
      '/api/scim-settings',
      {},
      { visitor: 401, reporter: 403, member: 403, admin: 422, superAdmin: 422 },
    ],
    // SCIM is for integrations alone (scim-attacks.test.ts).
    [
      'GET',
      '/scim/v2/Users',
      undefined,
      { visitor: 401, reporter: 403, member: 403, admin: 403, superAdmin: 403 },
    ],
    [
      'DELETE',
      '/scim/v2/Groups/g999999',
      undefined,
      { visitor: 401, reporter: 403, member: 403, admin: 403, superAdmin: 403 },
    ],
    [
      'GET',
      '/api/identity-providers',
      undefined,
      { visitor: 401, reporter: 403, member: 403, admin: 200, superAdmin: 200 },
    ],
    [
      'POST',
      '/api/identity-providers/999999/domains/example.com/confirm',
      undefined,
      { visitor: 401, reporter: 403, member: 403, admin: 403, superAdmin: 404 },
    ],
    [
      'GET',
      '/api/admin/roles',
      undefined,
      { visitor: 401, reporter: 403, member: 403, admin: 200, superAdmin: 200 },
    ],
    [
      'GET',
      '/api/admin/organizations',
      undefined,
      { visitor: 401, reporter: 403, member: 403, admin: 403, superAdmin: 200 },
    ],
    [
      'POST',
      '/api/admin/invite-user',
      {},
      { visitor: 401, reporter: 403, member: 403, admin: 422, superAdmin: 422 },
    ],
    [
      'GET',
      '/api/admin/permissions/manage-suser',
      undefined,
      { visitor: 401, reporter: 200, member: 200, admin: 200, superAdmin: 200 },
    ],
    [
      'GET',
      '/api/organizations',
      undefined,
      { visitor: 401, reporter: 200, member: 200, admin: 200, superAdmin: 200 },
    ],
    [
      'POST',
      '/api/organizations',
      {},
      { visitor: 401, reporter: 403, member: 403, admin: 403, superAdmin: 422 },
    ],
    [
      'DELETE',
      '/api/organizations/999999',
      undefined,
      { visitor: 401, reporter: 403, member: 403, admin: 403, superAdmin: 404 },
    ],
  ];
  it.each(matrix)('%s %s returns the expected status for each role', async (method, path, body, expected) => {
    expect({
      visitor: (await call(method, path, undefined, body)).status,
      reporter: (await call(method, path, reporter, body)).status,
      member: (await call(method, path, member, body)).status,
      admin: (await call(method, path, admin, body)).status,
      superAdmin: (await call(method, path, superAdmin, body)).status,
    }).toEqual(expected);
  });
});
