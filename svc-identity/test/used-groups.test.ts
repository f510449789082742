import type { EventData, EventType, Group } from '@obieg/contracts';
import { applyMessage, createLog, withOrganization } from '@obieg/service-kit';
import { buildEvent, recordedEvents, untilLockWaits } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConsumers } from '../src/consumers/index';
import { restoreUsedGroups, storeDeletedGroup } from '../src/groups/deleted-groups';
import { buildConfiguration, buildTask } from './group-uses';
import { type Identity, startIdentity } from './identity-service';

let identity: Identity;
let acme: { id: number; code: string };
let globex: { id: number; code: string };
let anna: string;
let marek: number;
let olga: number;
beforeAll(async () => {
  identity = await startIdentity();
  acme = await identity.addOrganization('acme');
  globex = await identity.addOrganization('globex');
  await identity.addMember(acme.id, 'anna', ['ORG_ADMIN']);
  marek = await identity.addMember(acme.id, 'marek', ['MEMBER']);
  olga = await identity.addMember(acme.id, 'olga', ['MEMBER']);
  anna = await identity.signIn('anna', acme);
});
afterAll(() => identity.close());

const log = createLog('svc-identity', 'silent');
const reactions = createConsumers(log).flatMap((consumer) => consumer.reactions);
const call = (method: string, path: string, body?: unknown) =>
  identity.request(method, path, { token: anna, organization: acme, body });
const create = async (name: string, parentGroupId: number | null = null): Promise<number> =>
  (await call('POST', '/api/groups', { name, description: 'Opis', parentGroupId })).body.id;
const deleteGroup = (id: number, language = 'en') =>
  identity.request('DELETE', `/api/groups/${id}`, {
    token: anna,
    organization: acme,
    headers: { 'accept-language': language },
  });
const addMember = (id: number, userId: number, role: string) =>
  call('POST', `/api/groups/${id}/members`, { userId, role });

let version = 0;
const applyEvent = <T extends EventType>(
  type: T,
  data: EventData<T>,
  aggregateId: number,
): Promise<string> => {
  version += 1;
  const payload = buildEvent(type, data, { aggregateId, version });
  return applyMessage({ service: 'svc-identity', reactions, db: identity.db }, payload);
};
const assignTask = (publicTaskId: number, groupId: number | null, organizationId = acme.id) =>
  applyEvent('obieg.tasks.task.changed', buildTask(organizationId, publicTaskId, groupId), publicTaskId);
const setVisibleGroups = (publicTaskId: number, groupIds: number[]) =>
  applyEvent(
    'obieg.tasks.task-visibility.changed',
    { organizationId: acme.id, publicTaskId, groupIds },
    publicTaskId,
  );
const setTransitionGroups = (target: number | null, by: number[]) =>
  applyEvent(
    'obieg.workflow.configuration.changed',
    buildConfiguration(acme.id, [{ id: 1, name: 'Przekaż', target, by }]),
    acme.id,
  );

describe('DELETE /api/groups/{id} of an approver group', () => {
  it('names the transition that the approval runs', async () => {
    const id = await create('Zarząd');
    const transition = { id: 1, name: 'Zatwierdź', target: null, by: [] };
    const use = (approvers: number[]) =>
      applyEvent(
        'obieg.workflow.configuration.changed',
        buildConfiguration(acme.id, [transition], approvers),
        acme.id,
      );
    await use([id]);
    expect(await deleteGroup(id)).toMatchObject({
      status: 409,
      body: { code: 'IN_USE', message: expect.stringContaining('"Zatwierdź"') },
    });
    await use([]);
    expect((await deleteGroup(id)).status).toBe(204);
  });
});

describe('GET /api/groups', () => {
  it('says why a group cannot be deleted, only to callers who may delete groups', async () => {
    const [parent, free] = [await create('Logistyka'), await create('Wolna')];
    await create('Magazyn', parent);
    await assignTask(900, parent);
    const list = async (token: string) => {
      const { body } = await identity.request('GET', '/api/groups?limit=100', {
        token,
        organization: acme,
        headers: { 'accept-language': 'en' },
      });
      return new Map((body as Group[]).map(({ id, deletionRefusal }) => [id, deletionRefusal]));
    };
    const forAdministrator = await list(anna);
    expect(forAdministrator.get(parent)).toBe(
      'The group cannot be deleted: it has child groups: "Magazyn"; tasks are assigned to it.',
    );
    expect(forAdministrator.has(free)).toBe(true);
    expect(forAdministrator.get(free)).toBeUndefined();
    expect((await deleteGroup(parent)).body.detail).toBe(forAdministrator.get(parent));
    const forMember = await list(await identity.signIn('marek', acme));
    expect(forMember.has(parent)).toBe(true);
    expect(forMember.get(parent)).toBeUndefined();
    await assignTask(900, null);
  });
});

describe('a group that tasks name as a reader', () => {
  it('cannot be deleted until no task names it', async () => {
    const [one, other] = [await create('Zarząd'), await create('Kadry')];
    await setVisibleGroups(1, [one, other]);
    await setVisibleGroups(2, [one]);
    expect((await deleteGroup(one)).body).toMatchObject({
      status: 409,
      code: 'IN_USE',
      detail: 'The group cannot be deleted: it may read a task.',
    });
    expect((await deleteGroup(other, 'pl')).body.detail).toBe(
      'Nie można usunąć grupy: wskazuje ją widoczność zadań.',
    );
    await setVisibleGroups(1, [one]);
    expect((await deleteGroup(other)).status).toBe(204);
    await setVisibleGroups(2, []);
    expect((await deleteGroup(one)).status).toBe(409);
    await setVisibleGroups(1, []);
    expect((await deleteGroup(one)).status).toBe(204);
  });

  it('can be deleted after the deletion of the task, although the event about its readers was lost', async () => {
    const id = await create('Audyt');
    await setVisibleGroups(3, [id]);
    expect((await deleteGroup(id)).status).toBe(409);
    await applyEvent('obieg.tasks.task.deleted', { organizationId: acme.id, publicTaskId: 3 }, 3);
    expect((await deleteGroup(id)).status).toBe(204);
  });

  it('is recorded for each task of a batch of events', async () => {
    const [one, other] = [await create('Pierwsza'), await create('Druga')];
    await setVisibleGroups(6, [one]);
    const events = [
      [6, []],
      [7, [one, other]],
      [8, [other]],
    ].map(([publicTaskId, groupIds]) => ({ data: { organizationId: acme.id, publicTaskId, groupIds } }));
    const reaction = reactions.find(({ type }) => type === 'obieg.tasks.task-visibility.changed');
    await withOrganization(identity.db, acme.id, async (tx) => {
      await reaction?.applyAll(tx, events as never[]);
    });
    const readUses = () =>
      withOrganization(identity.db, acme.id, (tx) =>
        tx('visible_task_groups')
          .whereIn('public_task_id', [6, 7, 8])
          .orderBy(['public_task_id', 'group_id']),
      );
    expect((await readUses()).map(({ public_task_id, group_id }) => [public_task_id, group_id])).toEqual([
      [7, one],
      [7, other],
      [8, other],
    ]);
  });
});

describe('a deleted group that is still used', () => {
  const deleteWithMembers = async (name: string, parent: number | null = null): Promise<number> => {
    const id = await create(name, parent);
    await addMember(id, marek, 'LEADER');
    await addMember(id, olga, 'OBSERVER');
    expect((await deleteGroup(id)).status).toBe(204);
    return id;
  };
  const rolesOf = async (id: number) =>
    (await call('GET', `/api/groups/${id}/members`)).body.map(
      ({ userId, role }: { userId: number; role: string }) => [userId, role],
    );

  const readLog = () =>
    withOrganization(identity.db, acme.id, (tx) =>
      tx('security_log').where({ event: 'group.restore' }).orderBy('id'),
    );

  it.each([
    ['by a task’s assignee', (id: number) => assignTask(11, id), () => assignTask(11, null)],
    ['by a task’s visibility', (id: number) => setVisibleGroups(11, [id]), () => setVisibleGroups(11, [])],
    [
      'by a transition’s target',
      (id: number) => setTransitionGroups(id, []),
      () => setTransitionGroups(null, []),
    ],
    [
      'by a transition’s executors',
      (id: number) => setTransitionGroups(null, [id]),
      () => setTransitionGroups(null, []),
    ],
  ])('is restored unchanged when it is used %s', async (_by, use, release) => {
    const parent = await create('Nadrzędna');
    const id = await deleteWithMembers('Serwis', parent);
    expect(await use(id)).toBe('applied');
    expect((await call('GET', `/api/groups/${id}`)).body).toMatchObject({
      id,
      name: 'Serwis',
      description: 'Opis',
      parentGroupId: parent,
    });
    expect(await rolesOf(id)).toEqual([
      [marek, 'LEADER'],
      [olga, 'OBSERVER'],
    ]);
    const changed = await recordedEvents(identity.db.knex, 'obieg.identity.group.changed');
    expect(changed.at(-1)?.data).toMatchObject({ id, name: 'Serwis', parentGroupId: parent });
    const joined = await recordedEvents(identity.db.knex, 'obieg.identity.group-member.changed');
    expect(joined.slice(-2).map(({ data }) => data)).toEqual([
      { organizationId: acme.id, groupId: id, userId: marek, role: 'LEADER' },
      { organizationId: acme.id, groupId: id, userId: olga, role: 'OBSERVER' },
    ]);
    const entries = await readLog();
    expect(entries.at(-1)).toMatchObject({
      organization_id: acme.id,
      actor_id: null,
      subject_id: String(id),
      details: { name: 'Serwis', parentGroupId: parent },
    });
    expect((await deleteGroup(id)).status).toBe(409);
    await release();
    expect((await deleteGroup(id)).status).toBe(204);
    await use(id);
    expect((await call('GET', `/api/groups/${id}`)).status).toBe(200);
    await release();
  });

  it('is restored without a deleted parent and without former members', async () => {
    const parent = await create('Znikająca');
    const id = await create('Potomna', parent);
    const formerMember = await identity.addMember(acme.id, 'odchodzi', ['MEMBER']);
    for (const userId of [formerMember, olga]) await addMember(id, userId, 'MEMBER');
    for (const group of [id, parent]) expect((await deleteGroup(group)).status).toBe(204);
    expect((await call('DELETE', `/api/users/${formerMember}`)).status).toBe(204);
    await assignTask(12, id);
    expect((await call('GET', `/api/groups/${id}`)).body.parentGroupId).toBeNull();
    expect(await rolesOf(id)).toEqual([[olga, 'MEMBER']]);
    await assignTask(12, null);
  });

  it('is not restored for tasks of another organization', async () => {
    const id = await deleteWithMembers('Nasza');
    await assignTask(13, id, globex.id);
    expect((await call('GET', `/api/groups/${id}`)).status).toBe(404);
  });

  it('is not deleted when the event of the task locks it first', async () => {
    const id = await create('Najpierw zadanie');
    let deletion: ReturnType<typeof deleteGroup> | undefined;
    await withOrganization(identity.db, acme.id, async (tx) => {
      await tx('task_groups').insert({ organization_id: acme.id, public_task_id: 14, group_id: id });
      await restoreUsedGroups(tx, acme.id, [id], log);
      deletion = deleteGroup(id);
      await untilLockWaits(identity.db.knex);
    });
    expect((await deletion)?.body.code).toBe('IN_USE');
    await assignTask(14, null);
    expect((await deleteGroup(id)).status).toBe(204);
  });

  it('is restored when the deletion locks it first', async () => {
    const id = await create('Najpierw usunięcie');
    await addMember(id, olga, 'MEMBER');
    let assignment: Promise<string> | undefined;
    await withOrganization(identity.db, acme.id, async (tx) => {
      await storeDeletedGroup(tx, acme.id, id);
      await tx('groups').where({ id }).delete();
      assignment = assignTask(17, id);
      await untilLockWaits(identity.db.knex);
    });
    expect(await assignment).toBe('applied');
    expect(await rolesOf(id)).toEqual([[olga, 'MEMBER']]);
    expect((await deleteGroup(id)).body.code).toBe('IN_USE');
  });

  it('is stored only when the group of the task changes', async () => {
    const [one, other] = [await create('Raz zapisana'), await create('Druga')];
    const readUses = () =>
      withOrganization(identity.db, acme.id, (tx) =>
        tx('task_groups').where({ public_task_id: 18 }).select('group_id', tx.raw('xmin::text as writer')),
      );
    await assignTask(18, one);
    const [written] = await readUses();
    await assignTask(18, one);
    expect(await readUses()).toEqual([written]);
    await assignTask(18, other);
    expect(await readUses()).toMatchObject([{ group_id: other }]);
  });

  it('is restored once by concurrent events', async () => {
    const id = await deleteWithMembers('Raz');
    expect(
      await Promise.all([assignTask(15, id), setVisibleGroups(16, [id]), setTransitionGroups(id, [])]),
    ).toEqual(Array(3).fill('applied'));
    expect(await rolesOf(id)).toHaveLength(2);
  });
});
