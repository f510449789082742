import { withOrganization } from '@obieg/service-kit';
import { recordedEvents } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Scim, startScim } from './scim-fixture';

let scim: Scim;
beforeAll(async () => {
  scim = await startScim();
});
afterAll(() => scim.identity.close());

const addGroup = async (displayName: string, attributes: object = {}) => {
  const { status, body } = await scim.scim('POST', '/Groups', { body: { displayName, ...attributes } });
  expect(status, JSON.stringify(body)).toBe(201);
  return { ...body, number: Number(body.id.slice(1)) };
};
const read = async (id: string) => (await scim.scim('GET', `/Groups/${id}`)).body;
const membersOf = async (id: string): Promise<string[]> =>
  (await read(id)).members.map(({ value }: { value: string }) => value);
const valuesOf = (...people: { id: string }[]) => people.map(({ id }) => ({ value: id }));

describe('a group', () => {
  it('is created with members, published and logged', async () => {
    const people = [await scim.addPerson(), await scim.addPerson()];
    const group = await addGroup('Helpdesk', { members: valuesOf(...people), externalId: 'helpdesk-1' });
    expect(group.members).toMatchObject([
      { value: people[0]?.id, type: 'User', display: people[0]?.displayName },
      { value: people[1]?.id, type: 'User' },
    ]);
    const events = await recordedEvents(scim.identity.db.knex, 'obieg.identity.group-member.changed');
    expect(events.slice(-2).map(({ data }) => data)).toMatchObject(
      people.map(({ number }) => ({ groupId: group.number, userId: number, role: 'MEMBER' })),
    );
    const log = (await scim.api('GET', `/api/security-log?userId=${scim.own.id}`)).body.entries;
    expect(log.map(({ event }: { event: string }) => event)).toEqual(
      expect.arrayContaining(['group.create', 'group-member.add']),
    );
    const { body } = await scim.scim('GET', `/Users/${people[0]?.id}`);
    expect(body.groups).toMatchObject([{ value: group.id, display: 'Helpdesk' }]);
  });

  it('keeps integrations and roles of its members whatever SCIM replaces', async () => {
    const [leader, member, other] = [await scim.addPerson(), await scim.addPerson(), await scim.addPerson()];
    const group = await addGroup('Stała');
    const path = `/api/groups/${group.number}/members`;
    for (const [userId, role] of [
      [leader.number, 'LEADER'],
      [scim.own.id, 'MEMBER'],
      [member.number, 'OBSERVER'],
    ])
      expect((await scim.api('POST', path, { userId, role })).status).toBe(201);
    expect(await membersOf(group.id)).toEqual([leader.id, member.id]);
    await scim.patch(`/Groups/${group.id}`, {
      op: 'replace',
      path: 'members',
      value: valuesOf(leader, other),
    });
    const members = (await scim.api('GET', path)).body;
    expect(
      members.map(({ userId, role }: { userId: number; role: string }) => [userId, role]).sort(),
    ).toEqual(
      [
        [leader.number, 'LEADER'],
        [other.number, 'MEMBER'],
        [scim.own.id, 'MEMBER'],
      ].sort(),
    );
  });

  it('shows its child groups, and keeps them', async () => {
    const parent = await addGroup('Rodzic');
    const child = (await scim.api('POST', '/api/groups', { name: 'Dziecko', parentGroupId: parent.number }))
      .body;
    const stranger = await addGroup('Obca');
    const person = await scim.addPerson();
    const patch = (...operations: object[]) => scim.patch(`/Groups/${parent.id}`, ...operations);
    expect(await membersOf(parent.id)).toEqual([`g${child.id}`]);
    const shown = { value: `g${child.id}`, type: 'Group' };
    expect(
      (await patch({ op: 'replace', path: 'members', value: [shown, ...valuesOf(person)] })).status,
    ).toBe(204);
    expect((await patch({ op: 'replace', path: 'members', value: valuesOf(person) })).status).toBe(204);
    expect(await membersOf(parent.id)).toEqual([person.id, `g${child.id}`]);
    for (const operation of [
      { op: 'add', path: 'members', value: valuesOf(stranger) },
      { op: 'remove', path: `members[value eq "g${child.id}"]` },
    ]) {
      const { status, body } = await patch(operation);
      expect([status, body.scimType]).toEqual([400, 'mutability']);
    }
    const renamed = await scim.patch(`/Groups/g${child.id}`, {
      op: 'replace',
      path: 'displayName',
      value: 'Dorosły',
    });
    expect(renamed.status).toBe(204);
    expect((await scim.api('GET', `/api/groups/${child.id}`)).body.parentGroupId).toBe(parent.number);
    expect((await scim.scim('DELETE', `/Groups/${parent.id}`)).status).toBe(409);
  });

  it('that tasks use is not deleted', async () => {
    const group = await addGroup('W użyciu');
    await withOrganization(scim.identity.db, scim.acme.id, (tx) =>
      tx('task_groups').insert({
        organization_id: scim.acme.id,
        public_task_id: 1,
        group_id: group.number,
      }),
    );
    const { status, body } = await scim.scim('DELETE', `/Groups/${group.id}`);
    expect([status, body.detail]).toEqual([409, expect.stringContaining('tasks are assigned')]);
  });

  it('gets a version with each change, the same with and without members', async () => {
    const person = await scim.addPerson();
    const group = await addGroup('Wersje');
    const patchIf = (ifMatch: string) =>
      scim.scim('PATCH', `/Groups/${group.id}`, {
        body: { Operations: [{ op: 'add', path: 'members', value: valuesOf(person) }] },
        headers: { 'if-match': ifMatch },
      });
    const { status, headers } = await patchIf(group.meta.version);
    expect(status).toBe(204);
    const bare = await scim.scim('GET', `/Groups/${group.id}?excludedAttributes=members`);
    expect([bare.headers.etag, (await read(group.id)).meta.version]).toEqual([headers.etag, headers.etag]);
    expect((await patchIf(group.meta.version)).status).toBe(412);
    expect((await patchIf(String(headers.etag))).status).toBe(204);
    expect((await read(group.id)).meta.version).toBe(headers.etag);
  });

  it('has an externalId that no other group has', async () => {
    const one = await addGroup('Jeden', { externalId: 'x-1' });
    const two = await addGroup('Dwa');
    const set = (externalId: string | null) =>
      scim.patch(`/Groups/${two.id}`, { op: 'replace', value: { externalId } });
    const { status, body } = await set('x-1');
    expect([status, body.scimType]).toEqual([409, 'uniqueness']);
    expect((await scim.find('externalId eq "x-1"', '/Groups')).body.Resources).toMatchObject([
      { id: one.id },
    ]);
    expect((await set('x-2')).status).toBe(204);
    expect((await read(two.id)).externalId).toBe('x-2');
    expect((await set(null)).status).toBe(204);
    expect((await read(two.id)).externalId).toBeUndefined();
  });

  it('is created once for a key', async () => {
    const post = () =>
      scim.scim('POST', '/Groups', {
        body: { displayName: 'Raz' },
        headers: { 'idempotency-key': 'a-key-of-a-group' },
      });
    const [first, again] = [await post(), await post()];
    expect([first.status, again.body]).toEqual([201, first.body]);
    expect((await scim.find('displayName eq "Raz"', '/Groups')).body.totalResults).toBe(1);
  });

  it('follows the operations in their order', async () => {
    const [one, two] = [await scim.addPerson(), await scim.addPerson()];
    const group = await addGroup('Kolejność', { members: valuesOf(one) });
    await scim.patch(
      `/Groups/${group.id}`,
      { op: 'add', path: 'members', value: valuesOf(two) },
      { op: 'remove', path: 'members' },
      { op: 'add', path: 'members', value: valuesOf(one, two) },
      { op: 'remove', path: 'members', value: valuesOf(one) },
    );
    expect(await membersOf(group.id)).toEqual([two.id]);
  });
});
