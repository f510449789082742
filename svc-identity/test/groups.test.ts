import { type Group, groupMemberSchema, groupSchema } from '@obieg/contracts';
import { applyMessage, createLog } from '@obieg/service-kit';
import { buildEvent, recordedEvents } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConsumers } from '../src/consumers/index';
import { buildConfiguration, buildTask } from './group-uses';
import { type Identity, startIdentity } from './identity-service';
import { readPages } from './read-pages';

let identity: Identity;
let acme: { id: number; code: string };
let globex: { id: number; code: string };
let tokens: Record<'anna' | 'olga' | 'marek' | 'rita' | 'super' | 'greta', string>;
const ids: Record<string, number> = {};
beforeAll(async () => {
  identity = await startIdentity();
  acme = await identity.addOrganization('acme');
  globex = await identity.addOrganization('globex');
  ids['anna'] = await identity.addMember(acme.id, 'anna', ['ORG_ADMIN']);
  ids['olga'] = await identity.addMember(acme.id, 'olga', ['MEMBER']);
  ids['marek'] = await identity.addMember(acme.id, 'marek', ['MEMBER']);
  ids['rita'] = await identity.addMember(acme.id, 'rita', ['REPORTER']);
  ids['greta'] = await identity.addMember(globex.id, 'greta', ['ORG_ADMIN']);
  tokens = {
    anna: await identity.signIn('anna', acme),
    olga: await identity.signIn('olga', acme),
    marek: await identity.signIn('marek', acme),
    rita: await identity.signIn('rita', acme),
    super: await identity.signIn('super', acme),
    greta: await identity.signIn('greta', globex),
  };
});
afterAll(() => identity.close());

const call = (method: string, path: string, token?: string, body?: unknown, organization = acme) =>
  identity.request(method, path, { token, organization, body });
const create = async (name: string, parentGroupId: number | null = null): Promise<{ id: number }> =>
  (await call('POST', '/api/groups', tokens.anna, { name, parentGroupId })).body;
const updateGroup = (id: number, body: unknown) => call('PUT', `/api/groups/${id}`, tokens.anna, body);
const deleteGroup = (id: number) => call('DELETE', `/api/groups/${id}`, tokens.anna);
const addMember = (id: number, body: unknown, token = tokens.anna) =>
  call('POST', `/api/groups/${id}/members`, token, body);
const reactions = createConsumers(createLog('svc-identity', 'silent')).flatMap(
  (consumer) => consumer.reactions,
);
const receiveMessage = (payload: string) =>
  applyMessage({ service: 'svc-identity', reactions, db: identity.db }, payload);

describe('the path of a group', () => {
  it('names its nearest twenty levels', async () => {
    let parentId: number | null = null;
    for (let level = 1; level <= 22; level += 1) parentId = (await create(`L${level}`, parentId)).id;
    const { path } = (await call('GET', `/api/groups/${parentId}`, tokens.anna)).body;
    expect(path).toMatch(/^… \/ L3 \/ L4 \/ .* \/ L22$/);
  });
});

describe('POST /api/groups with an Idempotency-Key', () => {
  const post = (name: string, token = tokens.anna, organization = acme) =>
    identity.request('POST', '/api/groups', {
      token,
      organization,
      body: { name, members: [] },
      headers: { 'idempotency-key': 'group-once' },
    });
  const listNames = async (token = tokens.anna, organization = acme): Promise<string[]> =>
    (await call('GET', '/api/groups', token, undefined, organization)).body.map(({ name }: Group) => name);

  it('creates one group from concurrent calls, per caller and organization', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => post('Jedna')));
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect((await listNames()).filter((name) => name === 'Jedna')).toHaveLength(1);
    expect((await post('Jedna', tokens.super)).body.id).not.toBe(responses[0]?.body.id);
    expect((await post('Ich', tokens.greta, globex)).status).toBe(201);
    expect(await listNames(tokens.greta, globex)).toEqual(['Ich']);
    await call('DELETE', `/api/groups/${responses[0]?.body.id}`, tokens.anna);
  });

  it('rejects another group with the key with 409, and a caller without the permission with 403', async () => {
    expect((await post('Druga')).status).toBe(409);
    expect((await post('Jedna', tokens.olga)).status).toBe(403);
  });
});

describe('access to groups and members', () => {
  it.each([
    ['POST', () => '/api/groups', {}, 422],
    ['PUT', (id: number) => `/api/groups/${id}`, {}, 422],
    ['DELETE', (id: number) => `/api/groups/${id}`, undefined, 204],
    ['POST', (id: number) => `/api/groups/${id}/members`, { userId: 999_999 }, 422],
    ['PUT', (id: number) => `/api/groups/${id}/members/999999`, { role: 'MEMBER' }, 404],
    ['DELETE', (id: number) => `/api/groups/${id}/members/999999`, undefined, 404],
  ] as const)('%s %s is limited to administrators', async (method, path, body, allowed) => {
    for (const token of [tokens.anna, tokens.super]) {
      const { id } = await create('Grupa');
      expect((await call(method, path(id), undefined, body)).status).toBe(401);
      // The token of another organization is invalid here.
      expect((await call(method, path(id), tokens.greta, body)).status).toBe(401);
      for (const forbidden of [tokens.rita, tokens.marek])
        expect((await call(method, path(id), forbidden, body)).status).toBe(403);
      expect((await call(method, path(id), token, body)).status).toBe(allowed);
    }
  });

  it('lets a leader manage only the members of their own group', async () => {
    const [own, child] = [await create('Helpdesk'), await create('Zmiana nocna')];
    await updateGroup(child.id, { name: 'Zmiana nocna', parentGroupId: own.id });
    await addMember(own.id, { userId: ids['olga'], role: 'LEADER' });
    expect((await addMember(own.id, { userId: ids['marek'] }, tokens.olga)).status).toBe(201);
    const marek = `/api/groups/${own.id}/members/${ids['marek']}`;
    expect((await call('PUT', marek, tokens.olga, { role: 'SUSPENDED' })).body.role).toBe('SUSPENDED');
    expect((await call('PUT', marek, tokens.marek, { role: 'LEADER' })).status).toBe(403);
    expect((await call('DELETE', marek, tokens.olga)).status).toBe(204);
    expect((await addMember(child.id, { userId: ids['marek'] }, tokens.olga)).status).toBe(403);
    expect((await call('PUT', `/api/groups/${own.id}`, tokens.olga, { name: 'Moja' })).status).toBe(403);
    const olga = `/api/groups/${own.id}/members/${ids['olga']}`;
    await call('PUT', olga, tokens.anna, { role: 'OBSERVER' });
    expect((await addMember(own.id, { userId: ids['marek'] }, tokens.olga)).status).toBe(403);
  });

  it("hides other tenants' groups, also as parents", async () => {
    const globexGroup = (await call('POST', '/api/groups', tokens.greta, { name: 'Obca' }, globex)).body;
    expect((await updateGroup(globexGroup.id, { name: 'Nasza' })).status).toBe(404);
    expect((await deleteGroup(globexGroup.id)).status).toBe(404);
    expect((await addMember(globexGroup.id, { userId: ids['olga'] })).status).toBe(404);
    expect((await call('GET', `/api/groups/${globexGroup.id}/members`, tokens.anna)).status).toBe(404);
    const own = await create('Własna');
    expect((await updateGroup(own.id, { name: 'Własna', parentGroupId: globexGroup.id })).status).toBe(422);
    expect((await addMember(own.id, { userId: ids['greta'] })).status).toBe(422);
  });
});

describe('POST /api/groups with members', () => {
  const createWith = (members: unknown) =>
    call('POST', '/api/groups', tokens.anna, { name: 'Nowi', members });
  const listGroups = async (): Promise<Group[]> => (await call('GET', '/api/groups', tokens.anna)).body;

  it('adds all members with their roles, and emits an event for each', async () => {
    const { status, body } = await createWith([
      { userId: ids['olga'], role: 'LEADER' },
      { userId: ids['marek'] },
    ]);
    expect([status, body.memberCount]).toEqual([201, 2]);
    const members = (await call('GET', `/api/groups/${body.id}/members`, tokens.anna)).body;
    expect(members.map(({ userName, role }: Record<string, string>) => [userName, role])).toEqual([
      ['marek', 'MEMBER'],
      ['olga', 'LEADER'],
    ]);
    const events = await recordedEvents(identity.db.knex, 'obieg.identity.group-member.changed');
    expect(events.slice(-2).map(({ data }) => data)).toMatchObject([
      { groupId: body.id, userId: ids['olga'], role: 'LEADER' },
      { groupId: body.id, userId: ids['marek'], role: 'MEMBER' },
    ]);
    expect((await listGroups()).find(({ id }) => id === body.id)?.memberCount).toBe(2);
  });

  it.each([
    [
      'a user of another organization',
      () => [{ userId: ids['olga'] }, { userId: ids['greta'] }],
      'members.1.userId',
    ],
    [
      'the same user twice',
      () => [{ userId: ids['olga'] }, { userId: ids['olga'], role: 'LEADER' }],
      'members',
    ],
    ['a suspended member', () => [{ userId: ids['olga'], role: 'SUSPENDED' }], 'members.0.role'],
    ['201 members', () => Array.from({ length: 201 }, (_, index) => ({ userId: index + 1 })), 'members'],
  ])('creates nothing with %s', async (_case, buildMembers, field) => {
    const count = (await listGroups()).length;
    const rejected = await createWith(buildMembers());
    expect(rejected).toMatchObject({ status: 422, body: { errors: [{ field }] } });
    expect(await listGroups()).toHaveLength(count);
  });
});

describe('GET /api/groups and GET /api/groups/{id}/members', () => {
  it('list in alphabetical order, with the same fields as a single entity', async () => {
    const names = ['Łódź "A"\\', 'Lublin', 'Mława', 'łąka'];
    const created: number[] = [];
    for (const name of names) created.push((await create(name)).id);
    const [lodz = 0, lublin = 0] = created;
    await updateGroup(lodz, { name: names[0], description: 'Opis', parentGroupId: lublin });
    const { body: all, headers } = await call('GET', '/api/groups', tokens.anna);
    expect(headers['content-type']).toContain('application/json');
    const shown = all.filter(({ id }: { id: number }) => created.includes(id));
    expect(shown.map(({ name }: { name: string }) => name)).toEqual([
      'Lublin',
      'łąka',
      'Łódź "A"\\',
      'Mława',
    ]);
    for (const { revision, ...group } of all) {
      const shownAlone = await call('GET', `/api/groups/${group.id}`, tokens.anna);
      expect(shownAlone.body).toEqual(group);
      expect(shownAlone.headers['etag']).toBe(`"${revision}"`);
      expect(groupSchema.strict().safeParse(group).error).toBeUndefined();
    }
    const summaries = (await call('GET', '/api/organizations/groups', tokens.anna)).body;
    expect(summaries).toEqual(
      all.map(({ id, name, path, description }: Group) => ({ id, name, path, description })),
    );
    expect(all.find(({ id }: Group) => id === lodz).path).toBe('Lublin / Łódź "A"\\');
    const added = (await addMember(lodz, { userId: ids['olga'] })).body;
    const members = (await call('GET', `/api/groups/${lodz}/members`, tokens.anna)).body;
    expect(members).toEqual([added]);
    expect(groupMemberSchema.strict().safeParse(members[0]).error).toBeUndefined();
    expect((await call('GET', '/api/groups/999999/members', tokens.anna)).status).toBe(404);
  });

  it.each(['/api/groups', '/api/organizations/groups'])('returns all pages of %s', async (path) => {
    // Groups with equal names are sorted by id.
    for (const name of ['Dwie', 'Dwie', 'Dwie', 'ęą', 'Źdźbło']) await create(name);
    const all = (await call('GET', `${path}?limit=200`, tokens.anna)).body;
    expect(await readPages((query) => call('GET', `${path}?${query}`, tokens.anna))).toEqual(all);
    expect((await call('GET', `${path}?limit=201`, tokens.anna)).status).toBe(400);
    expect((await call('GET', `${path}?cursor=x`, tokens.anna)).status).toBe(400);
  });
});

describe('nested groups', () => {
  it('reject cycles of any length, also from two concurrent changes', async () => {
    const [a, b, c] = [await create('A1'), await create('B1'), await create('C1')];
    await updateGroup(b.id, { name: 'B1', parentGroupId: a.id });
    await updateGroup(c.id, { name: 'C1', parentGroupId: b.id });
    expect((await updateGroup(a.id, { name: 'A1', parentGroupId: c.id })).status).toBe(422);
    for (let round = 0; round < 5; round++) {
      const [one, two] = [await create('Jeden'), await create('Dwa')];
      const responses = await Promise.all([
        updateGroup(one.id, { name: 'Jeden', parentGroupId: two.id }),
        updateGroup(two.id, { name: 'Dwa', parentGroupId: one.id }),
      ]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
    }
  });

  it.each([
    [{}],
    [{ name: ' x ' }],
    [{ name: 'x'.repeat(101) }],
    [{ name: ['Grupa'] }],
    [{ name: 'Grupa', parentGroupId: 'x' }],
    [{ name: 'Grupa', parentGroupId: -1 }],
    [{ name: 'Grupa', parentGroupId: 999_999 }],
    [{ name: 'Grupa', description: {} }],
  ])('reject %j with 422', async (body) => {
    expect((await call('POST', '/api/groups', tokens.anna, body)).status).toBe(422);
    const { id } = await create('Dobra');
    expect((await updateGroup(id, body)).status).toBe(422);
  });

  it('ignore fields that the server sets', async () => {
    const { body } = await call('POST', '/api/groups', tokens.anna, {
      name: 'Przemyt',
      organizationId: globex.id,
      id: 1,
    });
    expect((await call('GET', `/api/groups/${body.id}`, tokens.anna)).body.name).toBe('Przemyt');
  });
});

describe('group members', () => {
  it('are added and removed once, also concurrently', async () => {
    const { id } = await create('Jednorazowa');
    const responses = await Promise.all([1, 2, 3].map(() => addMember(id, { userId: ids['olga'] })));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const path = `/api/groups/${id}/members/${ids['olga']}`;
    const removals = await Promise.all([1, 2].map(() => call('DELETE', path, tokens.anna)));
    expect(removals.map(({ status }) => status).sort()).toEqual([204, 404]);
    const events = await recordedEvents(identity.db.knex, 'obieg.identity.group-member.deleted');
    expect(events.filter(({ subject }) => subject.endsWith(`/${id}-${ids['olga']}`))).toHaveLength(1);
  });

  it.each([[{ role: 'KING' }], [{}], [{ role: ['LEADER'] }]])('reject the role %j with 422', async (body) => {
    const { id } = await create('Role');
    await addMember(id, { userId: ids['olga'] });
    expect((await call('PUT', `/api/groups/${id}/members/${ids['olga']}`, tokens.anna, body)).status).toBe(
      422,
    );
  });
});

describe('DELETE /api/groups/{id}', () => {
  const buildConfigurationEvent = (version: number, transitions: Parameters<typeof buildConfiguration>[1]) =>
    buildEvent('obieg.workflow.configuration.changed', buildConfiguration(acme.id, transitions), {
      aggregateId: acme.id,
      version,
    });
  const buildTaskEvent = (version: number, groupId: number | null) =>
    buildEvent('obieg.tasks.task.changed', buildTask(acme.id, 123_456_789_012, groupId), {
      aggregateId: 123_456_789_012,
      version,
    });

  it('returns 409 with the child groups, transitions and tasks that use the group', async () => {
    const { id } = await create('Trzymana');
    await create('Dziecko', id);
    await receiveMessage(
      buildConfigurationEvent(100, [
        { id: 1, name: 'Przekaż', target: id, by: [id] },
        { id: 2, name: 'Zamknij', target: null, by: [id] },
      ]),
    );
    await receiveMessage(buildTaskEvent(100, id));
    const response = await deleteGroup(id);
    expect(response.status).toBe(409);
    expect(response.body).toMatchObject({
      code: 'IN_USE',
      message:
        'The group cannot be deleted: it has child groups: "Dziecko"; transitions use it: "Przekaż", "Zamknij"; tasks are assigned to it.',
    });
  });

  it('follows the events of other services, also duplicate and outdated ones', async () => {
    const { id } = await create('Zwalniana');
    const [used, unused] = [
      buildConfigurationEvent(201, [{ id: 1, name: 'Przekaż', target: id, by: [] }]),
      buildConfigurationEvent(202, []),
    ];
    expect([await receiveMessage(used), await receiveMessage(used)]).toEqual(['applied', 'duplicate']);
    expect((await deleteGroup(id)).status).toBe(409);
    await receiveMessage(unused);
    expect(
      await receiveMessage(buildConfigurationEvent(201, [{ id: 1, name: 'Przekaż', target: id, by: [] }])),
    ).toBe('outdated');
    await receiveMessage(buildTaskEvent(201, id));
    expect((await deleteGroup(id)).status).toBe(409);
    await receiveMessage(buildTaskEvent(202, null));
    await addMember(id, { userId: ids['olga'] });
    expect((await deleteGroup(id)).status).toBe(204);
    const deleted = await recordedEvents(identity.db.knex, 'obieg.identity.group.deleted');
    expect(deleted.at(-1)).toMatchObject({ organizationid: acme.id, data: { id, organizationId: acme.id } });
    const removed = await recordedEvents(identity.db.knex, 'obieg.identity.group-member.deleted');
    expect(removed.at(-1)?.data).toEqual({ organizationId: acme.id, groupId: id, userId: ids['olga'] });
  });

  it('ignores deleted tasks and other organizations', async () => {
    const { id } = await create('Z zadaniem');
    await receiveMessage(buildTaskEvent(301, id));
    await receiveMessage(
      buildEvent(
        'obieg.tasks.task.deleted',
        { organizationId: acme.id, publicTaskId: 123_456_789_012 },
        { aggregateId: 123_456_789_012, version: 302 },
      ),
    );
    const globexConfiguration = buildConfiguration(globex.id, [{ id: 9, name: 'Obce', target: id, by: [] }]);
    await receiveMessage(
      buildEvent('obieg.workflow.configuration.changed', globexConfiguration, {
        aggregateId: globex.id,
        version: 301,
      }),
    );
    expect((await deleteGroup(id)).status).toBe(204);
  });

  it('returns 204 to one of several concurrent calls and 404 to the others', async () => {
    const { id } = await create('Raz');
    const responses = await Promise.all([1, 2, 3].map(() => deleteGroup(id)));
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
  });

  it('returns 409 for a group that concurrently becomes a parent', async () => {
    for (let round = 0; round < 5; round++) {
      const [parent, child] = [await create('Rodzic'), await create('Potomek')];
      const [deleted, moved] = await Promise.all([
        deleteGroup(parent.id),
        updateGroup(child.id, { name: 'Potomek', parentGroupId: parent.id }),
      ]);
      expect([
        [204, 422],
        [409, 200],
      ]).toContainEqual([deleted.status, moved.status]);
    }
  });
});
