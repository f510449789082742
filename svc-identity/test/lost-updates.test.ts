import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Identity, startIdentity } from './identity-service';

let identity: Identity;
let acme: { id: number; code: string };
let tokens: Record<'anna' | 'adam' | 'super', string>;
const ids: Record<string, number> = {};
beforeAll(async () => {
  identity = await startIdentity();
  acme = await identity.addOrganization('acme');
  for (const name of ['anna', 'adam']) ids[name] = await identity.addMember(acme.id, name, ['ORG_ADMIN']);
  ids['olga'] = await identity.addMember(acme.id, 'olga', ['MEMBER']);
  tokens = {
    anna: await identity.signIn('anna', acme),
    adam: await identity.signIn('adam', acme),
    super: await identity.signIn('super', acme),
  };
});
afterAll(() => identity.close());

const call = (
  method: string,
  path: string,
  token: string,
  { body, ifMatch }: { body?: unknown; ifMatch?: string } = {},
) =>
  identity.request(method, path, {
    token,
    organization: acme,
    body,
    ...(ifMatch === undefined ? {} : { headers: { 'if-match': ifMatch } }),
  });
const createGroup = async (name: string): Promise<string> =>
  `/api/groups/${(await call('POST', '/api/groups', tokens.anna, { body: { name } })).body.id}`;
const etagOf = async (path: string, token = tokens.anna): Promise<string> =>
  String((await call('GET', path, token)).headers['etag']);

/** A moment of this test's run. */
const recently = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);

describe('PUT /api/groups/:id with If-Match', () => {
  it('refuses and names the revision of another administrator, and keeps it', async () => {
    const path = await createGroup('Helpdesk');
    const etag = await etagOf(path);
    const first = await call('PUT', path, tokens.anna, { body: { name: 'Helpdesk IT' }, ifMatch: etag });
    expect([first.status, first.headers['etag']]).toEqual([200, '"2"']);
    const second = await call('PUT', path, tokens.adam, {
      body: { name: 'Helpdesk', description: 'Drukarki' },
      ifMatch: etag,
    });
    expect(second.status).toBe(412);
    expect(second.body).toMatchObject({
      code: 'PRECONDITION_FAILED',
      lastChange: { at: recently, authorName: 'anna' },
    });
    expect((await call('GET', path, tokens.adam)).body).toMatchObject({
      name: 'Helpdesk IT',
      description: null,
    });
  });

  it('lets exactly one of two simultaneous changes win', async () => {
    const path = await createGroup('Równocześnie');
    const change = (name: string) => call('PUT', path, tokens.anna, { body: { name }, ifMatch: '"1"' });
    const statuses = (await Promise.all([change('Pierwsza'), change('Druga')])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 412]);
  });

  it('accepts a change without the header, as pages of the previous release send it', async () => {
    const path = await createGroup('Dawna');
    await call('PUT', path, tokens.anna, { body: { name: 'Nowa' } });
    expect((await call('PUT', path, tokens.adam, { body: { name: 'Nowsza' } })).status).toBe(200);
  });

  it('has the name of a super administrator only for one', async () => {
    const path = await createGroup('Tajna');
    await call('PUT', path, tokens.super, { body: { name: 'Jawna' } });
    const change = { body: { name: 'Inna' }, ifMatch: '"1"' };
    expect((await call('PUT', path, tokens.anna, change)).body.lastChange.authorName).toBeNull();
    expect((await call('PUT', path, tokens.super, change)).body.lastChange.authorName).toBe('super');
  });

  it('refuses the deletion of a group that has changed', async () => {
    const path = await createGroup('Zbędna');
    await call('PUT', path, tokens.anna, { body: { name: 'Potrzebna' } });
    expect((await call('DELETE', path, tokens.adam, { ifMatch: '"1"' })).status).toBe(412);
    expect((await call('DELETE', path, tokens.adam, { ifMatch: '"2"' })).status).toBe(204);
  });
});

describe('PUT /api/organizations/:id with If-Match', () => {
  it('refuses and names the revision of another administrator, and keeps it', async () => {
    const { id } = await identity.addOrganization('globex');
    const path = `/api/organizations/${id}`;
    const listed = (await call('GET', '/api/organizations', tokens.super)).body.find(
      (organization: { id: number }) => organization.id === id,
    );
    expect(await etagOf(path, tokens.super)).toBe(`"${listed.revision}"`);
    const change = (name: string) => ({ body: { name, codeName: 'globex' }, ifMatch: '"1"' });
    const first = await call('PUT', path, tokens.super, change('Globex'));
    expect([first.status, first.headers['etag'], first.body.revision]).toEqual([200, '"2"', 2]);
    const second = await call('PUT', path, tokens.super, change('Globex SA'));
    expect([second.status, second.body.lastChange]).toEqual([412, { at: recently, authorName: 'super' }]);
    expect((await call('GET', path, tokens.super)).body.name).toBe('Globex');
  });
});

describe('PUT /api/users/:id/roles with expectedRoles', () => {
  it('refuses roles that another administrator has changed, and names that administrator', async () => {
    const path = `/api/users/${ids['olga']}/roles`;
    const change = (roles: string[], expectedRoles: string[]) => ({ body: { roles, expectedRoles } });
    expect((await call('PUT', path, tokens.anna, change(['OPERATOR'], ['MEMBER']))).status).toBe(200);
    const refused = await call('PUT', path, tokens.adam, change(['MEMBER', 'REPORTER'], ['MEMBER']));
    expect([refused.status, refused.body.lastChange]).toEqual([412, { at: recently, authorName: 'anna' }]);
    expect((await call('GET', `/api/users/${ids['olga']}`, tokens.adam)).body.roles).toEqual(['OPERATOR']);
    const repeated = change(['MEMBER'], ['OPERATOR', 'OPERATOR']);
    expect((await call('PUT', path, tokens.adam, repeated)).status).toBe(200);
  });
});

describe('PUT /api/groups/:id/members/:userId with expectedRole', () => {
  it('refuses a role that another administrator has changed, and names that administrator', async () => {
    const [path, other] = [await createGroup('Zmiana'), await createGroup('Inna')];
    const body = { userId: ids['olga'], role: 'MEMBER' };
    for (const group of [path, other]) await call('POST', `${group}/members`, tokens.anna, { body });
    const change = (group: string, role: string, token: string) =>
      call('PUT', `${group}/members/${ids['olga']}`, token, { body: { role, expectedRole: 'MEMBER' } });
    expect((await change(path, 'LEADER', tokens.anna)).status).toBe(200);
    // A newer change of the same user in another group.
    expect((await change(other, 'OBSERVER', tokens.adam)).status).toBe(200);
    const refused = await change(path, 'SUSPENDED', tokens.adam);
    expect([refused.status, refused.body.lastChange]).toEqual([412, { at: recently, authorName: 'anna' }]);
    expect((await call('GET', `${path}/members`, tokens.adam)).body[0].role).toBe('LEADER');
  });
});
