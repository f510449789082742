import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Scim, startScim } from './scim-fixture';

/** The requests that Okta documents for its SCIM client. */
let scim: Scim;
beforeAll(async () => {
  scim = await startScim();
});
afterAll(() => scim.identity.close());

const newUser = (login: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: `${login}@okta.test`,
  name: { givenName: 'Test', familyName: 'User' },
  emails: [{ primary: true, value: `${login}@okta.test`, type: 'work' }],
  displayName: 'Test User',
  locale: 'en-US',
  externalId: `00ujl29u0le5T6Aj10h7-${login}`,
  groups: [],
  password: '1mz050nq-a-password',
  active: true,
});
const addUser = async (login: string) => {
  const { status, body } = await scim.scim('POST', '/Users', { body: newUser(login) });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};

describe('users as Okta sends them', () => {
  it('are looked up and created without a password', async () => {
    const query = `filter=${encodeURIComponent('userName eq "test.user@okta.test"')}&startIndex=1&count=100`;
    expect((await scim.scim('GET', `/Users?${query}`)).body.totalResults).toBe(0);
    const created = await addUser('test.user');
    expect(created).toMatchObject({
      userName: 'test.user@okta.test',
      displayName: 'Test User',
      active: true,
      groups: [],
    });
    expect((await scim.scim('GET', `/Users?${query}`)).body.Resources).toEqual([created]);
    const user = await scim.identity.db.knex('users').where({ email: 'test.user@okta.test' }).first();
    expect(user.password_hash).toBeNull();
    expect(JSON.stringify(scim.identity.lines)).not.toContain('1mz050nq');
  });

  it('that exist already are refused', async () => {
    await addUser('twice');
    const { status, body } = await scim.scim('POST', '/Users', { body: newUser('twice') });
    expect([status, body]).toMatchObject([
      409,
      { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '409', scimType: 'uniqueness' },
    ]);
  });

  it('are read, changed and sent back', async () => {
    const created = await addUser('another');
    const { body: read } = await scim.scim('GET', `/Users/${created.id}`);
    const { status, body } = await scim.scim('PUT', `/Users/${created.id}`, {
      body: { ...read, name: { ...read.name, givenName: 'Another', middleName: 'Excited' } },
    });
    expect([status, body]).toMatchObject([
      200,
      { id: created.id, displayName: 'Another User', name: { givenName: 'Another', familyName: 'User' } },
    ]);
  });

  it('are deactivated by PATCH without a path, and by PUT', async () => {
    const { id } = await addUser('deactivated');
    const { status, body } = await scim.patch(`/Users/${id}`, { op: 'replace', value: { active: false } });
    expect([status, body.active]).toEqual([200, false]);
    await scim.patch(`/Users/${id}`, { op: 'replace', value: { active: true } });
    const replaced = await scim.scim('PUT', `/Users/${id}`, {
      body: { ...newUser('deactivated'), active: false },
    });
    expect([replaced.status, replaced.body.active]).toEqual([200, false]);
  });

  it('are imported page by page in one order', async () => {
    for (const login of ['page1', 'page2', 'page3']) await addUser(login);
    const ids: string[] = [];
    let total = 1;
    for (let startIndex = 1; startIndex <= total; startIndex += 2) {
      const { body } = await scim.scim('GET', `/Users?startIndex=${startIndex}&count=2`);
      expect(body).toMatchObject({ startIndex, itemsPerPage: body.Resources.length });
      total = body.totalResults;
      ids.push(...body.Resources.map(({ id }: { id: string }) => id));
    }
    expect(ids).toHaveLength(total);
    expect(new Set(ids).size).toBe(total);
    expect(ids).toContain(`u${scim.annaId}`);
    expect(ids).not.toContain(`u${scim.own.id}`);
  });
});

describe('groups as Okta pushes them', () => {
  it('are created, renamed, filled, replaced and deleted', async () => {
    const group = await scim.scim('POST', '/Groups', {
      body: {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
        displayName: 'Test SCIMv2',
        members: [],
      },
    });
    expect([group.status, group.body]).toMatchObject([201, { displayName: 'Test SCIMv2', members: [] }]);
    const { id } = group.body;
    const renamed = await scim.patch(`/Groups/${id}`, {
      op: 'replace',
      value: { id, displayName: 'Test SCIMv20' },
    });
    expect(renamed.status).toBe(204);
    const [one, two] = [await addUser('member1'), await addUser('member2')];
    const memberOf = (user: { id: string; userName: string }) => ({ value: user.id, display: user.userName });
    await scim.patch(`/Groups/${id}`, { op: 'add', path: 'members', value: [memberOf(one)] });
    await scim.patch(
      `/Groups/${id}`,
      { op: 'remove', path: `members[value eq "${one.id}"]` },
      { op: 'add', path: 'members', value: [memberOf(two)] },
    );
    const read = () => scim.scim('GET', `/Groups/${id}`);
    expect((await read()).body).toMatchObject({
      displayName: 'Test SCIMv20',
      members: [{ value: two.id, type: 'User' }],
    });
    await scim.patch(`/Groups/${id}`, {
      op: 'replace',
      path: 'members',
      value: [memberOf(one), memberOf(two)],
    });
    expect((await read()).body.members).toHaveLength(2);
    const { body } = await scim.scim('PUT', `/Groups/${id}`, {
      body: { id, displayName: 'Test SCIMv2', members: [memberOf(one)] },
    });
    expect(body).toMatchObject({ displayName: 'Test SCIMv2', members: [{ value: one.id }] });
    expect((await scim.scim('GET', '/Groups?startIndex=1&count=100')).body.Resources).toEqual([body]);
    expect((await scim.scim('DELETE', `/Groups/${id}`)).status).toBe(204);
  });
});
