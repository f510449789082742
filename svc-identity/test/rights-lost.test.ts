import type { GroupMemberRole, OrganizationRoleCode } from '@obieg/contracts';
import { applyMessage, createLog, type Tx, withOrganization } from '@obieg/service-kit';
import { buildEvent } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConsumers } from '../src/consumers/index';
import { type AttacksWorld, startAttacksWorld } from './attacks-world';
import { configurationOf } from './group-uses';
import { type Call, meet } from './meet';

let world: AttacksWorld;
beforeAll(async () => {
  world = await startAttacksWorld();
});
afterAll(() => world.identity.close());

const inAcme = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
  withOrganization(world.identity.db, world.acme.id, work);
const meetHere = (hold: (tx: Tx) => Promise<unknown>, calls: readonly Call[]): Promise<number[]> =>
  meet(world.identity.db, hold, calls);

interface Person {
  id: number;
  email: string;
  token: string;
}
let made = 0;
const addPerson = async (...roles: OrganizationRoleCode[]): Promise<Person> => {
  made += 1;
  const name = `osoba${made}`;
  const id = await world.identity.addMember(world.acme.id, name, roles);
  return { id, email: `${name}@obieg.test`, token: await world.identity.signIn(name, world.acme) };
};
const addGroup = async (...members: [Person, GroupMemberRole][]): Promise<number> => {
  const { body } = await world.here('POST', '/api/groups', world.tokens.anna, { name: 'Zespół' });
  for (const [{ id: userId }, role] of members)
    await world.here('POST', `/api/groups/${body.id}/members`, world.tokens.anna, { userId, role });
  return body.id;
};

const changeRoles = (person: Person, roles: OrganizationRoleCode[], token: string) =>
  world.here('PUT', `/api/users/${person.id}/roles`, token, { roles });
const remove = (person: Person, token: string) => world.here('DELETE', `/api/users/${person.id}`, token);
const invite = (email: string, roles: OrganizationRoleCode[], token: string) =>
  world.here('POST', '/api/admin/invite-user', token, { email, roles });
const memberPath = (groupId: number, { id }: Person): string => `/api/groups/${groupId}/members/${id}`;
const changeMember = (groupId: number, person: Person, role: GroupMemberRole, token: string) =>
  world.here('PUT', memberPath(groupId, person), token, { role });

const membershipOf = ({ id }: Person) => ({ organization_id: world.acme.id, user_id: id });
const setRoles =
  (person: Person, roles: OrganizationRoleCode[]) =>
  (tx: Tx): Promise<unknown> =>
    tx('memberships').where(membershipOf(person)).update({ roles });
const rolesOf = async (person: Person): Promise<OrganizationRoleCode[]> =>
  (await inAcme((tx) => tx('memberships').where(membershipOf(person)).first('roles'))).roles;

/** Reads the state that the calls below would change, except that of the acting user. */
const readStateExcept = (person: Person) =>
  inAcme(async (tx) => ({
    memberships: await tx('memberships').whereNot({ user_id: person.id }).orderBy('user_id'),
    groups: await tx('groups').orderBy('id'),
    groupMembers: await tx('group_members').orderBy(['group_id', 'user_id']),
    invitations: (await world.identity.db.knex('invitations')).length,
    accounts: (await world.identity.db.knex('users')).length,
  }));

describe('a user who is demoted concurrently', () => {
  interface Scene {
    self: Person;
    other: Person;
    groupId: number;
  }
  it.each<[string, (scene: Scene) => Promise<{ status: number }>]>([
    ['takes their role back', ({ self }) => changeRoles(self, ['ORG_ADMIN'], self.token)],
    ['invites themselves', ({ self }) => invite(self.email, ['ORG_ADMIN'], self.token)],
    ['makes another administrator', ({ self, other }) => changeRoles(other, ['ORG_ADMIN'], self.token)],
    ['demotes somebody', ({ self, other }) => changeRoles(other, ['REPORTER'], self.token)],
    ['removes somebody', ({ self, other }) => remove(other, self.token)],
    ['invites a stranger', ({ self }) => invite('obca@poczta.test', ['ORG_ADMIN'], self.token)],
    ['makes a group', ({ self }) => world.here('POST', '/api/groups', self.token, { name: 'Własna' })],
    [
      'renames a group',
      ({ self, groupId }) => world.here('PUT', `/api/groups/${groupId}`, self.token, { name: 'Inna' }),
    ],
    ['deletes a group', ({ self, groupId }) => world.here('DELETE', `/api/groups/${groupId}`, self.token)],
    [
      'joins a group',
      ({ self, groupId }) =>
        world.here('POST', `/api/groups/${groupId}/members`, self.token, { userId: self.id }),
    ],
    [
      'makes somebody a leader',
      ({ self, other, groupId }) => changeMember(groupId, other, 'LEADER', self.token),
    ],
    [
      'takes somebody out of a group',
      ({ self, other, groupId }) => world.here('DELETE', memberPath(groupId, other), self.token),
    ],
  ])('is refused when they %s', async (_, attempt) => {
    const [self, other] = [await addPerson('ORG_ADMIN'), await addPerson('MEMBER')];
    const groupId = await addGroup([other, 'MEMBER']);
    const before = await readStateExcept(self);
    const statuses = await meetHere(setRoles(self, ['MEMBER']), [() => attempt({ self, other, groupId })]);
    expect(statuses).toEqual([403]);
    expect(await rolesOf(self)).toEqual(['MEMBER']);
    expect(await readStateExcept(self)).toEqual(before);
  });

  it('gets the same response as a user demoted earlier', async () => {
    const self = await addPerson('ORG_ADMIN');
    const answers: { body: object }[] = [];
    const attempt = async () => {
      const answer = await changeRoles(self, ['ORG_ADMIN'], self.token);
      answers.push(answer);
      return answer;
    };
    await meetHere(setRoles(self, ['MEMBER']), [attempt]);
    await attempt();
    const [late, afterwards] = answers.map(({ body }) => ({ ...body, requestId: '' }));
    expect(late).toEqual(afterwards);
    const log = await inAcme((tx) =>
      tx('security_log').where({ actor_id: self.id, event: 'roles.change' }).select('outcome', 'details'),
    );
    const refused = { outcome: 'refused', details: { reason: 'FORBIDDEN' } };
    expect(log).toMatchObject([refused, refused]);
  });

  it('cannot restore the role in a concurrent call', async () => {
    const self = await addPerson('ORG_ADMIN');
    const hold = (tx: Tx) => tx('memberships').where(membershipOf(self)).forUpdate().first('user_id');
    const back = () => changeRoles(self, ['ORG_ADMIN'], self.token);
    const calls = [() => changeRoles(self, ['MEMBER'], world.tokens.anna), back, back];
    expect(await meetHere(hold, calls)).toEqual([200, 403, 403]);
    expect(await rolesOf(self)).toEqual(['MEMBER']);
  });

  it('cannot invite themselves in a concurrent call', async () => {
    const self = await addPerson('ORG_ADMIN');
    const groupId = await addGroup([self, 'MEMBER']);
    // At this point the removal holds the membership and continues with the groups.
    const hold = (tx: Tx) => tx('group_members').where({ group_id: groupId }).forUpdate().first('user_id');
    const calls = [
      () => remove(self, world.tokens.anna),
      () => invite(self.email, ['ORG_ADMIN'], self.token),
      () => changeRoles(self, ['ORG_ADMIN'], self.token),
    ];
    expect(await meetHere(hold, calls)).toEqual([204, 403, 403]);
    expect(await rolesOf(self)).toEqual([]);
  });
});

describe('two administrators acting concurrently', () => {
  /** Both may read; neither may write. */
  const holdBoth = (one: Person, two: Person) => (tx: Tx) =>
    tx('memberships')
      .where({ organization_id: world.acme.id })
      .whereIn('user_id', [one.id, two.id])
      .forShare()
      .select('user_id');

  it.each<[string, (person: Person, token: string) => Promise<{ status: number }>, number]>([
    ['demote each other', (person, token) => changeRoles(person, ['MEMBER'], token), 200],
    ['remove each other', (person, token) => remove(person, token), 204],
    ['invite each other as less', (person, token) => invite(person.email, ['MEMBER'], token), 200],
  ])('%s: the first succeeds, the second is refused', async (_, attempt, done) => {
    const [one, two] = [await addPerson('ORG_ADMIN'), await addPerson('ORG_ADMIN')];
    const calls = [() => attempt(two, one.token), () => attempt(one, two.token)];
    expect(await meetHere(holdBoth(one, two), calls)).toEqual([done, 403]);
    expect(await rolesOf(one)).toEqual(['ORG_ADMIN']);
    expect(await rolesOf(two)).toEqual(done === 204 ? [] : ['MEMBER']);
  });
});

describe('a group leader', () => {
  const setRole =
    (groupId: number, { id }: Person, role: GroupMemberRole) =>
    (tx: Tx) =>
      tx('group_members').where({ group_id: groupId, user_id: id }).update({ role });
  const leave =
    (groupId: number, { id }: Person) =>
    (tx: Tx) =>
      tx('group_members').where({ group_id: groupId, user_id: id }).delete();
  const placesIn = (groupId: number) =>
    inAcme((tx) =>
      tx('group_members').where({ group_id: groupId }).orderBy('user_id').select('user_id', 'role'),
    );

  it.each<[string, (groupId: number, leader: Person) => (tx: Tx) => Promise<unknown>]>([
    ['suspended', (groupId, leader) => setRole(groupId, leader, 'SUSPENDED')],
    ['removed', (groupId, leader) => leave(groupId, leader)],
    ['demoted to reporter', (_groupId, leader) => setRoles(leader, ['REPORTER'])],
  ])('cannot manage members after a concurrent change: %s', async (_, lose) => {
    const [leader, member, other] = [
      await addPerson('MEMBER'),
      await addPerson('MEMBER'),
      await addPerson('MEMBER'),
    ];
    const attempts = [
      (groupId: number) => changeMember(groupId, leader, 'LEADER', leader.token),
      (groupId: number) => changeMember(groupId, member, 'LEADER', leader.token),
      (groupId: number) => world.here('DELETE', memberPath(groupId, member), leader.token),
      (groupId: number) =>
        world.here('POST', `/api/groups/${groupId}/members`, leader.token, { userId: other.id }),
    ];
    for (const attempt of attempts) {
      const groupId = await addGroup([leader, 'LEADER'], [member, 'MEMBER']);
      expect(await meetHere(lose(groupId, leader), [() => attempt(groupId)])).toEqual([403]);
      const places = await placesIn(groupId);
      expect(places.filter(({ user_id }) => user_id !== leader.id)).toEqual([
        { user_id: member.id, role: 'MEMBER' },
      ]);
      await inAcme(setRoles(leader, ['MEMBER']));
    }
  });

  it('cannot suspend another leader who has suspended them concurrently', async () => {
    const [one, two] = [await addPerson('MEMBER'), await addPerson('MEMBER')];
    const groupId = await addGroup([one, 'LEADER'], [two, 'LEADER']);
    const hold = (tx: Tx) => tx('group_members').where({ group_id: groupId }).forShare().select('user_id');
    const calls = [
      () => changeMember(groupId, two, 'SUSPENDED', one.token),
      () => changeMember(groupId, one, 'SUSPENDED', two.token),
    ];
    expect(await meetHere(hold, calls)).toEqual([200, 403]);
    expect(await placesIn(groupId)).toEqual([
      { user_id: one.id, role: 'LEADER' },
      { user_id: two.id, role: 'SUSPENDED' },
    ]);
  });

  it('adds a member while the group is deleted: both calls succeed in order', async () => {
    const [leader, other] = [await addPerson('MEMBER'), await addPerson('MEMBER')];
    const groupId = await addGroup([leader, 'LEADER']);
    const hold = (tx: Tx) => tx('memberships').where(membershipOf(other)).forUpdate().first('user_id');
    const calls = [
      () => world.here('POST', `/api/groups/${groupId}/members`, leader.token, { userId: other.id }),
      () => world.here('DELETE', `/api/groups/${groupId}`, world.tokens.anna),
    ];
    expect(await meetHere(hold, calls)).toEqual([201, 204]);
  });
});

describe('restoring groups', () => {
  it('does not deadlock with a concurrent role change', async () => {
    const reactions = createConsumers(createLog('svc-identity', 'silent')).flatMap((one) => one.reactions);
    const [admin, member] = [await addPerson('ORG_ADMIN'), await addPerson('MEMBER')];
    // The group with the higher id is restored first.
    const groupIds = [await addGroup([member, 'MEMBER']), await addGroup([admin, 'MEMBER'])];
    for (const id of groupIds) await world.here('DELETE', `/api/groups/${id}`, world.tokens.anna);
    const transitions = groupIds.map((target, index) => ({ id: index + 1, name: 'Przekaż', target, by: [] }));
    const held = buildEvent(
      'obieg.workflow.configuration.changed',
      configurationOf(world.acme.id, transitions),
      {
        aggregateId: world.acme.id,
      },
    );
    const returnToGroups = async () => {
      await applyMessage({ service: 'svc-identity', reactions, db: world.identity.db }, held);
      return { status: 200 };
    };
    const hold = (tx: Tx) => tx('memberships').where(membershipOf(admin)).forUpdate().first('user_id');
    const calls = [() => changeRoles(member, ['ORG_ADMIN'], admin.token), returnToGroups];
    expect(await meetHere(hold, calls)).toEqual([200, 200]);
    const places = await inAcme((tx) => tx('group_members').whereIn('group_id', groupIds).pluck('user_id'));
    expect(places.sort()).toEqual([admin.id, member.id]);
  });
});
