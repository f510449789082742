import { type Group, groupMemberSchema, groupSchema } from '@obieg/contracts';
import { applyMessage, createLog } from '@obieg/service-kit';
import { buildEvent, recordedEvents } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConsumers } from '../src/consumers/index';
import { configurationOf, taskOf } from './group-uses';
import { type Identity, startIdentity } from './identity-service';
import { readPages } from './pages';

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
const put = (id: number, body: unknown) => call('PUT', `/api/groups/${id}`, tokens.anna, body);
const destroy = (id: number) => call('DELETE', `/api/groups/${id}`, tokens.anna);
const add = (id: number, body: unknown, token = tokens.anna) =>
  call('POST', `/api/groups/${id}/members`, token, body);
const reactions = createConsumers(createLog('svc-identity', 'silent')).flatMap(
  (consumer) => consumer.reactions,
);
const receive = (payload: string) =>
  applyMessage({ service: 'svc-identity', reactions, db: identity.db }, payload);

describe('access to groups and members', () => {
  it.each([
    ['POST', () => '/api/groups', {}, 422],
    ['PUT', (id: number) => `/api/groups/${id}`, {}, 422],
    ['DELETE', (id: number) => `/api/groups/${id}`, undefined, 204],
    ['POST', (id: number) => `/api/groups/${id}/members`, { userId: 999_999 }, 422],
    ['PUT', (id: number) => `/api/groups/${id}/members/999999`, { role: 'MEMBER' }, 404],
    ['DELETE', (id: number) => `/api/groups/${id}/members/999999`, undefined, 404],
  ] as const)('%s %s', async (method, path, body, allowed) => {
    for (const token of [tokens.anna, tokens.super]) {
      const { id } = await create('Grupa');
      expect((await call(method, path(id), undefined, body)).status).toBe(401);
      // The token of another organization is invalid here.
      expect((await call(method, path(id), tokens.greta, body)).status).toBe(401);
      for (const refused of [tokens.rita, tokens.marek])
        expect((await call(method, path(id), refused, body)).status).toBe(403);
      expect((await call(method, path(id), token, body)).status).toBe(allowed);
    }
  });

  it('leaders manage the members of their group only', async () => {
    const [own, child] = [await create('Helpdesk'), await create('Zmiana nocna')];
    await put(child.id, { name: 'Zmiana nocna', parentGroupId: own.id });
    await add(own.id, { userId: ids['olga'], role: 'LEADER' });
    expect((await add(own.id, { userId: ids['marek'] }, tokens.olga)).status).toBe(201);
    const marek = `/api/groups/${own.id}/members/${ids['marek']}`;
    expect((await call('PUT', marek, tokens.olga, { role: 'SUSPENDED' })).body.role).toBe('SUSPENDED');
    expect((await call('PUT', marek, tokens.marek, { role: 'LEADER' })).status).toBe(403);
    expect((await call('DELETE', marek, tokens.olga)).status).toBe(204);
    expect((await add(child.id, { userId: ids['marek'] }, tokens.olga)).status).toBe(403);
    expect((await call('PUT', `/api/groups/${own.id}`, tokens.olga, { name: 'Moja' })).status).toBe(403);
    const olga = `/api/groups/${own.id}/members/${ids['olga']}`;
    await call('PUT', olga, tokens.anna, { role: 'OBSERVER' });
    expect((await add(own.id, { userId: ids['marek'] }, tokens.olga)).status).toBe(403);
  });

  it("hides other tenants' groups, also as parents", async () => {
    const foreign = (await call('POST', '/api/groups', tokens.greta, { name: 'Obca' }, globex)).body;
    expect((await put(foreign.id, { name: 'Nasza' })).status).toBe(404);
    expect((await destroy(foreign.id)).status).toBe(404);
    expect((await add(foreign.id, { userId: ids['olga'] })).status).toBe(404);
    expect((await call('GET', `/api/groups/${foreign.id}/members`, tokens.anna)).status).toBe(404);
    const own = await create('Własna');
    expect((await put(own.id, { name: 'Własna', parentGroupId: foreign.id })).status).toBe(422);
    expect((await add(own.id, { userId: ids['greta'] })).status).toBe(422);
  });
});

describe('GET /api/groups and members', () => {
  it('list in alphabetical order, in the shape of the single entity', async () => {
    const names = ['Łódź "A"\\', 'Lublin', 'Mława', 'łąka'];
    const made: number[] = [];
    for (const name of names) made.push((await create(name)).id);
    const [lodz = 0, lublin = 0] = made;
    await put(lodz, { name: names[0], description: 'Opis', parentGroupId: lublin });
    const { body: all, headers } = await call('GET', '/api/groups', tokens.anna);
    expect(headers['content-type']).toContain('application/json');
    const shown = all.filter(({ id }: { id: number }) => made.includes(id));
    expect(shown.map(({ name }: { name: string }) => name)).toEqual([
      'Lublin',
      'łąka',
      'Łódź "A"\\',
      'Mława',
    ]);
    for (const group of all) {
      expect((await call('GET', `/api/groups/${group.id}`, tokens.anna)).body).toEqual(group);
      expect(groupSchema.strict().safeParse(group).error).toBeUndefined();
    }
    const summaries = (await call('GET', '/api/organizations/groups', tokens.anna)).body;
    expect(summaries).toEqual(all.map(({ id, name, description }: Group) => ({ id, name, description })));
    const added = (await add(lodz, { userId: ids['olga'] })).body;
    const members = (await call('GET', `/api/groups/${lodz}/members`, tokens.anna)).body;
    expect(members).toEqual([added]);
    expect(groupMemberSchema.strict().safeParse(members[0]).error).toBeUndefined();
    expect((await call('GET', '/api/groups/999999/members', tokens.anna)).status).toBe(404);
  });

  it.each(['/api/groups', '/api/organizations/groups'])('returns all pages of %s', async (path) => {
    // Equal names: the id decides their order.
    for (const name of ['Dwie', 'Dwie', 'Dwie', 'ęą', 'Źdźbło']) await create(name);
    const all = (await call('GET', `${path}?limit=200`, tokens.anna)).body;
    expect(await readPages((query) => call('GET', `${path}?${query}`, tokens.anna))).toEqual(all);
    expect((await call('GET', `${path}?limit=201`, tokens.anna)).status).toBe(400);
    expect((await call('GET', `${path}?cursor=x`, tokens.anna)).status).toBe(400);
  });
});

describe('nested groups', () => {
  it('refuse cycles of any length, also from two concurrent changes', async () => {
    const [a, b, c] = [await create('A1'), await create('B1'), await create('C1')];
    await put(b.id, { name: 'B1', parentGroupId: a.id });
    await put(c.id, { name: 'C1', parentGroupId: b.id });
    expect((await put(a.id, { name: 'A1', parentGroupId: c.id })).status).toBe(422);
    for (let round = 0; round < 5; round++) {
      const [one, two] = [await create('Jeden'), await create('Dwa')];
      const answers = await Promise.all([
        put(one.id, { name: 'Jeden', parentGroupId: two.id }),
        put(two.id, { name: 'Dwa', parentGroupId: one.id }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
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
  ])('rejects %j', async (body) => {
    expect((await call('POST', '/api/groups', tokens.anna, body)).status).toBe(422);
    const { id } = await create('Dobra');
    expect((await put(id, body)).status).toBe(422);
  });

  it('ignores fields that the server sets', async () => {
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
    const answers = await Promise.all([1, 2, 3].map(() => add(id, { userId: ids['olga'] })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const path = `/api/groups/${id}/members/${ids['olga']}`;
    const left = await Promise.all([1, 2].map(() => call('DELETE', path, tokens.anna)));
    expect(left.map(({ status }) => status).sort()).toEqual([204, 404]);
    const events = await recordedEvents(identity.db.knex, 'obieg.identity.group-member.deleted');
    expect(events.filter(({ subject }) => subject.endsWith(`/${id}-${ids['olga']}`))).toHaveLength(1);
  });

  it.each([[{ role: 'KING' }], [{}], [{ role: ['LEADER'] }]])('rejects the role %j', async (body) => {
    const { id } = await create('Role');
    await add(id, { userId: ids['olga'] });
    expect((await call('PUT', `/api/groups/${id}/members/${ids['olga']}`, tokens.anna, body)).status).toBe(
      422,
    );
  });
});

describe('DELETE /api/groups/{id}', () => {
  const configured = (version: number, transitions: Parameters<typeof configurationOf>[1]) =>
    buildEvent('obieg.workflow.configuration.changed', configurationOf(acme.id, transitions), {
      aggregateId: acme.id,
      version,
    });
  const task = (version: number, groupId: number | null) =>
    buildEvent('obieg.tasks.task.changed', taskOf(acme.id, 123_456_789_012, groupId), {
      aggregateId: 123_456_789_012,
      version,
    });

  it('names children, transitions and tasks that use the group', async () => {
    const { id } = await create('Trzymana');
    await create('Dziecko', id);
    await receive(
      configured(100, [
        { id: 1, name: 'Przekaż', target: id, by: [id] },
        { id: 2, name: 'Zamknij', target: null, by: [id] },
      ]),
    );
    await receive(task(100, id));
    const refused = await destroy(id);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: 'IN_USE',
      message:
        'The group cannot be deleted: it has child groups: "Dziecko"; transitions use it: "Przekaż", "Zamknij"; tasks are assigned to it.',
    });
  });

  it('follows the events of other services in any order and number', async () => {
    const { id } = await create('Zwalniana');
    const [held, released] = [
      configured(201, [{ id: 1, name: 'Przekaż', target: id, by: [] }]),
      configured(202, []),
    ];
    expect([await receive(held), await receive(held)]).toEqual(['applied', 'duplicate']);
    expect((await destroy(id)).status).toBe(409);
    await receive(released);
    expect(await receive(configured(201, [{ id: 1, name: 'Przekaż', target: id, by: [] }]))).toBe('outdated');
    await receive(task(201, id));
    expect((await destroy(id)).status).toBe(409);
    await receive(task(202, null));
    await add(id, { userId: ids['olga'] });
    expect((await destroy(id)).status).toBe(204);
    const deleted = await recordedEvents(identity.db.knex, 'obieg.identity.group.deleted');
    expect(deleted.at(-1)).toMatchObject({ organizationid: acme.id, data: { id, organizationId: acme.id } });
    const left = await recordedEvents(identity.db.knex, 'obieg.identity.group-member.deleted');
    expect(left.at(-1)?.data).toEqual({ organizationId: acme.id, groupId: id, userId: ids['olga'] });
  });

  it('ignores deleted tasks and other organizations', async () => {
    const { id } = await create('Z zadaniem');
    await receive(task(301, id));
    await receive(
      buildEvent(
        'obieg.tasks.task.deleted',
        { organizationId: acme.id, publicTaskId: 123_456_789_012 },
        { aggregateId: 123_456_789_012, version: 302 },
      ),
    );
    const foreign = configurationOf(globex.id, [{ id: 9, name: 'Obce', target: id, by: [] }]);
    await receive(
      buildEvent('obieg.workflow.configuration.changed', foreign, { aggregateId: globex.id, version: 301 }),
    );
    expect((await destroy(id)).status).toBe(204);
  });

  it('is idempotent under concurrency', async () => {
    const { id } = await create('Raz');
    const answers = await Promise.all([1, 2, 3].map(() => destroy(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
  });

  it('keeps a parent that is assigned concurrently', async () => {
    for (let round = 0; round < 5; round++) {
      const [parent, child] = [await create('Rodzic'), await create('Potomek')];
      const [deleted, moved] = await Promise.all([
        destroy(parent.id),
        put(child.id, { name: 'Potomek', parentGroupId: parent.id }),
      ]);
      expect([
        [204, 422],
        [409, 200],
      ]).toContainEqual([deleted.status, moved.status]);
    }
  });
});
