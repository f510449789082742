import type { GroupMemberRole, OrganizationRoleCode } from '@obieg/contracts';
import { applyMessage, createLog, type Tx, withOrganization } from '@obieg/service-kit';
import { buildEvent } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConsumers } from '../src/consumers/index';
import { type AttackFixture, startAttackFixture } from './attack-fixture';
import { buildConfiguration } from './group-uses';
import { runWhileLocked, type SendRequest } from './run-while-locked';

let fixture: AttackFixture;
beforeAll(async () => {
  fixture = await startAttackFixture();
});
afterAll(() => fixture.identity.close());

const inAcme = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
  withOrganization(fixture.identity.db, fixture.acme.id, work);
const runConcurrently = (
  lock: (tx: Tx) => Promise<unknown>,
  requests: readonly SendRequest[],
): Promise<number[]> => runWhileLocked(fixture.identity.db, lock, requests);

interface Person {
  id: number;
  email: string;
  token: string;
}
let personCount = 0;
const addPerson = async (...roles: OrganizationRoleCode[]): Promise<Person> => {
  personCount += 1;
  const name = `osoba${personCount}`;
  const id = await fixture.identity.addMember(fixture.acme.id, name, roles);
  return { id, email: `${name}@obieg.test`, token: await fixture.identity.signIn(name, fixture.acme) };
};
const addGroup = async (...members: [Person, GroupMemberRole][]): Promise<number> => {
  const { body } = await fixture.callAcme('POST', '/api/groups', fixture.tokens.anna, { name: 'Zespół' });
  for (const [{ id: userId }, role] of members)
    await fixture.callAcme('POST', `/api/groups/${body.id}/members`, fixture.tokens.anna, { userId, role });
  return body.id;
};

const changeRoles = (person: Person, roles: OrganizationRoleCode[], token: string) =>
  fixture.callAcme('PUT', `/api/users/${person.id}/roles`, token, { roles });
const removeUser = (person: Person, token: string) =>
  fixture.callAcme('DELETE', `/api/users/${person.id}`, token);
const invite = (
  email: string,
  roles: OrganizationRoleCode[],
  token: string,
  replacedRoles?: OrganizationRoleCode[],
) => fixture.callAcme('POST', '/api/admin/invite-user', token, { email, roles, replacedRoles });
const memberPath = (groupId: number, { id }: Person): string => `/api/groups/${groupId}/members/${id}`;
const changeMember = (groupId: number, person: Person, role: GroupMemberRole, token: string) =>
  fixture.callAcme('PUT', memberPath(groupId, person), token, { role });

const membershipOf = ({ id }: Person) => ({ organization_id: fixture.acme.id, user_id: id });
const setRoles =
  (person: Person, roles: OrganizationRoleCode[]) =>
  (tx: Tx): Promise<unknown> =>
    tx('memberships').where(membershipOf(person)).update({ roles });
const getRoles = async (person: Person): Promise<OrganizationRoleCode[]> =>
  (await inAcme((tx) => tx('memberships').where(membershipOf(person)).first('roles'))).roles;

/** Reads the state that the requests below would change, except the caller's own membership. */
const readStateExcept = (person: Person) =>
  inAcme(async (tx) => ({
    memberships: await tx('memberships').whereNot({ user_id: person.id }).orderBy('user_id'),
    groups: await tx('groups').orderBy('id'),
    groupMembers: await tx('group_members').orderBy(['group_id', 'user_id']),
    invitations: (await fixture.identity.db.knex('invitations')).length,
    accounts: (await fixture.identity.db.knex('users')).length,
  }));

describe('a user who is demoted concurrently', () => {
  interface Situation {
    self: Person;
    other: Person;
    groupId: number;
  }
  it.each<[string, (situation: Situation) => Promise<{ status: number }>]>([
    ['restore their own role', ({ self }) => changeRoles(self, ['ORG_ADMIN'], self.token)],
    ['invite themselves', ({ self }) => invite(self.email, ['ORG_ADMIN'], self.token)],
    ['promote another administrator', ({ self, other }) => changeRoles(other, ['ORG_ADMIN'], self.token)],
    ['demote another user', ({ self, other }) => changeRoles(other, ['REPORTER'], self.token)],
    ['remove another user', ({ self, other }) => removeUser(other, self.token)],
    ['invite a new user', ({ self }) => invite('obca@poczta.test', ['ORG_ADMIN'], self.token)],
    ['create a group', ({ self }) => fixture.callAcme('POST', '/api/groups', self.token, { name: 'Własna' })],
    [
      'rename a group',
      ({ self, groupId }) => fixture.callAcme('PUT', `/api/groups/${groupId}`, self.token, { name: 'Inna' }),
    ],
    [
      'delete a group',
      ({ self, groupId }) => fixture.callAcme('DELETE', `/api/groups/${groupId}`, self.token),
    ],
    [
      'join a group',
      ({ self, groupId }) =>
        fixture.callAcme('POST', `/api/groups/${groupId}/members`, self.token, { userId: self.id }),
    ],
    ['promote a leader', ({ self, other, groupId }) => changeMember(groupId, other, 'LEADER', self.token)],
    [
      'remove a member from a group',
      ({ self, other, groupId }) => fixture.callAcme('DELETE', memberPath(groupId, other), self.token),
    ],
  ])('gets 403 when they %s', async (_, attempt) => {
    const [self, other] = [await addPerson('ORG_ADMIN'), await addPerson('MEMBER')];
    const groupId = await addGroup([other, 'MEMBER']);
    const before = await readStateExcept(self);
    const statuses = await runConcurrently(setRoles(self, ['MEMBER']), [
      () => attempt({ self, other, groupId }),
    ]);
    expect(statuses).toEqual([403]);
    expect(await getRoles(self)).toEqual(['MEMBER']);
    expect(await readStateExcept(self)).toEqual(before);
  });

  it('gets the same response as a user demoted earlier', async () => {
    const self = await addPerson('ORG_ADMIN');
    const responses: { body: object }[] = [];
    const attempt = async () => {
      const response = await changeRoles(self, ['ORG_ADMIN'], self.token);
      responses.push(response);
      return response;
    };
    await runConcurrently(setRoles(self, ['MEMBER']), [attempt]);
    await attempt();
    const [concurrent, afterwards] = responses.map(({ body }) => ({ ...body, requestId: '' }));
    expect(concurrent).toEqual(afterwards);
    const log = await inAcme((tx) =>
      tx('security_log').where({ actor_id: self.id, event: 'roles.change' }).select('outcome', 'details'),
    );
    const refused = { outcome: 'refused', details: { reason: 'FORBIDDEN' } };
    expect(log).toMatchObject([refused, refused]);
  });

  it('cannot restore the role in a concurrent request', async () => {
    const self = await addPerson('ORG_ADMIN');
    const lock = (tx: Tx) => tx('memberships').where(membershipOf(self)).forUpdate().first('user_id');
    const restore = () => changeRoles(self, ['ORG_ADMIN'], self.token);
    const calls = [() => changeRoles(self, ['MEMBER'], fixture.tokens.anna), restore, restore];
    expect(await runConcurrently(lock, calls)).toEqual([200, 403, 403]);
    expect(await getRoles(self)).toEqual(['MEMBER']);
  });

  it('cannot invite themselves in a concurrent request', async () => {
    const self = await addPerson('ORG_ADMIN');
    const groupId = await addGroup([self, 'MEMBER']);
    // At this point the removal has locked the membership and continues with the groups.
    const lock = (tx: Tx) => tx('group_members').where({ group_id: groupId }).forUpdate().first('user_id');
    const calls = [
      () => removeUser(self, fixture.tokens.anna),
      () => invite(self.email, ['ORG_ADMIN'], self.token),
      () => changeRoles(self, ['ORG_ADMIN'], self.token),
    ];
    expect(await runConcurrently(lock, calls)).toEqual([204, 403, 403]);
    expect(await getRoles(self)).toEqual([]);
  });
});

describe('two administrators acting concurrently', () => {
  /** Locks both memberships in share mode, so that both requests can read and neither can write. */
  const lockBoth = (one: Person, two: Person) => (tx: Tx) =>
    tx('memberships')
      .where({ organization_id: fixture.acme.id })
      .whereIn('user_id', [one.id, two.id])
      .forShare()
      .select('user_id');

  it.each<[string, (person: Person, token: string) => Promise<{ status: number }>, number]>([
    ['demote each other', (person, token) => changeRoles(person, ['MEMBER'], token), 200],
    ['remove each other', (person, token) => removeUser(person, token), 204],
    [
      'invite each other with a lower role',
      (person, token) => invite(person.email, ['MEMBER'], token, ['ORG_ADMIN']),
      200,
    ],
  ])('%s: the first request succeeds, the second gets 403', async (_, attempt, done) => {
    const [one, two] = [await addPerson('ORG_ADMIN'), await addPerson('ORG_ADMIN')];
    const calls = [() => attempt(two, one.token), () => attempt(one, two.token)];
    expect(await runConcurrently(lockBoth(one, two), calls)).toEqual([done, 403]);
    expect(await getRoles(one)).toEqual(['ORG_ADMIN']);
    expect(await getRoles(two)).toEqual(done === 204 ? [] : ['MEMBER']);
  });
});

describe('a group leader', () => {
  const setRole =
    (groupId: number, { id }: Person, role: GroupMemberRole) =>
    (tx: Tx) =>
      tx('group_members').where({ group_id: groupId, user_id: id }).update({ role });
  const deleteMembership =
    (groupId: number, { id }: Person) =>
    (tx: Tx) =>
      tx('group_members').where({ group_id: groupId, user_id: id }).delete();
  const listGroupMembers = (groupId: number) =>
    inAcme((tx) =>
      tx('group_members').where({ group_id: groupId }).orderBy('user_id').select('user_id', 'role'),
    );

  it.each<[string, (groupId: number, leader: Person) => (tx: Tx) => Promise<unknown>]>([
    ['a suspension', (groupId, leader) => setRole(groupId, leader, 'SUSPENDED')],
    ['a removal', (groupId, leader) => deleteMembership(groupId, leader)],
    ['a demotion to reporter', (_groupId, leader) => setRoles(leader, ['REPORTER'])],
  ])('cannot manage members after %s that runs concurrently', async (_, revokeLeadership) => {
    const [leader, member, other] = [
      await addPerson('MEMBER'),
      await addPerson('MEMBER'),
      await addPerson('MEMBER'),
    ];
    const attempts = [
      (groupId: number) => changeMember(groupId, leader, 'LEADER', leader.token),
      (groupId: number) => changeMember(groupId, member, 'LEADER', leader.token),
      (groupId: number) => fixture.callAcme('DELETE', memberPath(groupId, member), leader.token),
      (groupId: number) =>
        fixture.callAcme('POST', `/api/groups/${groupId}/members`, leader.token, { userId: other.id }),
    ];
    for (const attempt of attempts) {
      const groupId = await addGroup([leader, 'LEADER'], [member, 'MEMBER']);
      expect(await runConcurrently(revokeLeadership(groupId, leader), [() => attempt(groupId)])).toEqual([
        403,
      ]);
      const members = await listGroupMembers(groupId);
      expect(members.filter(({ user_id }) => user_id !== leader.id)).toEqual([
        { user_id: member.id, role: 'MEMBER' },
      ]);
      await inAcme(setRoles(leader, ['MEMBER']));
    }
  });

  it('cannot suspend another leader who suspends them concurrently', async () => {
    const [one, two] = [await addPerson('MEMBER'), await addPerson('MEMBER')];
    const groupId = await addGroup([one, 'LEADER'], [two, 'LEADER']);
    const lock = (tx: Tx) => tx('group_members').where({ group_id: groupId }).forShare().select('user_id');
    const calls = [
      () => changeMember(groupId, two, 'SUSPENDED', one.token),
      () => changeMember(groupId, one, 'SUSPENDED', two.token),
    ];
    expect(await runConcurrently(lock, calls)).toEqual([200, 403]);
    expect(await listGroupMembers(groupId)).toEqual([
      { user_id: one.id, role: 'LEADER' },
      { user_id: two.id, role: 'SUSPENDED' },
    ]);
  });

  it('can add a member before a concurrent deletion of the group', async () => {
    const [leader, other] = [await addPerson('MEMBER'), await addPerson('MEMBER')];
    const groupId = await addGroup([leader, 'LEADER']);
    const lock = (tx: Tx) => tx('memberships').where(membershipOf(other)).forUpdate().first('user_id');
    const calls = [
      () => fixture.callAcme('POST', `/api/groups/${groupId}/members`, leader.token, { userId: other.id }),
      () => fixture.callAcme('DELETE', `/api/groups/${groupId}`, fixture.tokens.anna),
    ];
    expect(await runConcurrently(lock, calls)).toEqual([201, 204]);
  });
});

describe('restoring groups', () => {
  it('does not deadlock with a concurrent role change', async () => {
    const reactions = createConsumers(createLog('svc-identity', 'silent')).flatMap((one) => one.reactions);
    const [admin, member] = [await addPerson('ORG_ADMIN'), await addPerson('MEMBER')];
    // The group with the higher id is restored first.
    const groupIds = [await addGroup([member, 'MEMBER']), await addGroup([admin, 'MEMBER'])];
    for (const id of groupIds) await fixture.callAcme('DELETE', `/api/groups/${id}`, fixture.tokens.anna);
    const transitions = groupIds.map((target, index) => ({ id: index + 1, name: 'Przekaż', target, by: [] }));
    const event = buildEvent(
      'obieg.workflow.configuration.changed',
      buildConfiguration(fixture.acme.id, transitions),
      {
        aggregateId: fixture.acme.id,
      },
    );
    const restoreGroups = async () => {
      await applyMessage({ service: 'svc-identity', reactions, db: fixture.identity.db }, event);
      return { status: 200 };
    };
    const lock = (tx: Tx) => tx('memberships').where(membershipOf(admin)).forUpdate().first('user_id');
    const calls = [() => changeRoles(member, ['ORG_ADMIN'], admin.token), restoreGroups];
    expect(await runConcurrently(lock, calls)).toEqual([200, 200]);
    const memberIds = await inAcme((tx) =>
      tx('group_members').whereIn('group_id', groupIds).pluck('user_id'),
    );
    expect(memberIds.sort()).toEqual([admin.id, member.id]);
  });
});
