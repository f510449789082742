import {
  type SecurityLogEntry,
  type SecurityLogResponse,
  securityEvents,
  securityLogResponseSchema,
} from '@obieg/contracts';
import { withEveryOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSecurityLogWorld } from './security-log-world';

let world: Awaited<ReturnType<typeof startSecurityLogWorld>>;
let superAtAcme: string;
let gretaAtGlobex: string;
beforeAll(async () => {
  world = await startSecurityLogWorld();
  superAtAcme = await world.identity.signIn('super', world.acme);
  gretaAtGlobex = await world.identity.signIn('greta', world.globex);
});
afterAll(() => world.identity.close());

type Place = typeof world.acme | undefined;
const ask = (query = '', token?: string, at: Place = world.acme) =>
  world.call('GET', `/api/security-log${query}`, token ?? world.tokens.anna, undefined, at);
const read = async (query = '', token?: string, at: Place = world.acme): Promise<SecurityLogResponse> => {
  const { status, body } = await ask(query, token, at);
  expect(status).toBe(200);
  return securityLogResponseSchema.parse(body);
};
const onMainDomain = async (query = '', token = world.tokens.superAtMain): Promise<SecurityLogResponse> => {
  const answer = await world.call('GET', `/api/security-log${query}`, token);
  expect(answer.status).toBe(200);
  return answer.body;
};
const newest = async (query = '', token?: string): Promise<SecurityLogEntry> =>
  (await read(query, token)).entries[0] ?? expect.fail('the log is empty');

interface Written {
  organizationId: number | null;
  event?: string;
  outcome?: string;
  actorId?: number | null;
  subject?: [type: string, id: number | string];
  details?: object;
}
const write = (...entries: Written[]): Promise<void> =>
  withEveryOrganization(world.identity.db, async (tx) => {
    await tx('security_log').insert(
      entries.map(({ organizationId, event = 'sign-in', outcome = 'done', actorId, subject, details }) => ({
        organization_id: organizationId,
        event,
        outcome,
        actor_id: actorId ?? null,
        subject_type: subject?.[0] ?? null,
        subject_id: subject ? String(subject[1]) : null,
        details: JSON.stringify(details ?? {}),
      })),
    );
  });

/** Reads all pages with a small limit; `between` runs after each page. */
const readAll = async (query: string, between = async (): Promise<unknown> => undefined) => {
  const entries: SecurityLogEntry[] = [];
  for (let cursor = ''; ; ) {
    const page = await read(`?limit=3${query}${cursor}`);
    entries.push(...page.entries);
    if (page.nextCursor === null) return entries;
    expect(page.entries).toHaveLength(3);
    cursor = `&cursor=${page.nextCursor}`;
    await between();
  }
};

describe('GET /api/security-log, access', () => {
  it('allows user managers; on the main domain super administrators', async () => {
    const { anna, olga, superAtMain } = world.tokens;
    const statusAt = async (at: Place, token?: string) =>
      (await world.call('GET', '/api/security-log', token, undefined, at)).status;
    expect(await statusAt(world.acme)).toBe(401);
    expect(await statusAt(world.acme, olga)).toBe(403);
    expect(await statusAt(world.acme, gretaAtGlobex)).toBe(401);
    expect(await statusAt(world.globex, anna)).toBe(401);
    expect(await statusAt(world.acme, anna)).toBe(200);
    expect(await statusAt(world.acme, superAtAcme)).toBe(200);
    expect(await statusAt(undefined)).toBe(401);
    expect(await statusAt(undefined, await world.identity.signIn('anna'))).toBe(403);
    expect(await statusAt(undefined, superAtMain)).toBe(200);
  });

  it('records only refused reads', async () => {
    expect(await world.writtenBy(() => ask())).toEqual([]);
    const refused = await world.writtenBy(() => ask('', world.tokens.olga));
    expect(refused.map(({ event, details }) => [event, details['operation']])).toEqual([
      ['access', 'listSecurityEntries'],
    ]);
  });
});

describe('GET /api/security-log, scope', () => {
  it('shows entries of the addressed organization; on the main domain those without one', async () => {
    const all = await world.entries();
    const idsOf = (organizationId: number | null) =>
      all
        .filter(({ organization_id }) => organization_id === organizationId)
        .map(({ id }) => id)
        .reverse();
    for (const id of [world.acme.id, world.globex.id, null]) expect(idsOf(id).length).toBeGreaterThan(0);
    const ids = ({ entries }: SecurityLogResponse) => entries.map(({ id }) => id);
    expect(ids(await read('?limit=200'))).toEqual(idsOf(world.acme.id));
    expect(ids(await read('?limit=200', superAtAcme))).toEqual(idsOf(world.acme.id));
    expect(ids(await read('?limit=200', gretaAtGlobex, world.globex))).toEqual(idsOf(world.globex.id));
    expect(ids(await onMainDomain('?limit=200'))).toEqual(idsOf(null));
  });

  it('is independent of the filters', async () => {
    const { greta } = world.ids;
    expect((await read(`?userId=${greta}`)).entries).toEqual([]);
    await write({ organizationId: world.globex.id, event: 'group.restore', outcome: 'refused' });
    expect((await read('?event=group.restore')).entries).toEqual([]);
    const last = (await world.entries()).at(-1)?.id ?? 0;
    const page = await read(`?limit=200&cursor=${last + 1}`);
    expect(page.entries).toEqual((await read('?limit=200')).entries);
  });
});

describe('GET /api/security-log, paging', () => {
  it('neither skips nor repeats entries while new ones arrive', async () => {
    await write(...Array.from({ length: 7 }, () => ({ organizationId: world.acme.id })));
    const before = (await read('?limit=200')).entries;
    expect(before.length).toBeGreaterThan(9);
    const added = () => write({ organizationId: world.acme.id }, { organizationId: world.globex.id });
    expect(await readAll('', added)).toEqual(before);
    expect((await read('?limit=200')).entries.length).toBeGreaterThan(before.length);
  });

  it('returns 50 by default and 200 at most', async () => {
    await write(...Array.from({ length: 210 }, () => ({ organizationId: world.acme.id, event: 'sign-out' })));
    expect((await read()).entries).toHaveLength(50);
    expect((await read('?limit=200')).entries).toHaveLength(200);
    expect((await ask('?limit=201')).status).toBe(400);
  });

  it('ends with the last entry, also on a full page', async () => {
    await write({ organizationId: world.acme.id, event: 'organization.delete', actorId: world.ids.anna });
    const page = await read('?event=organization.delete&limit=1');
    expect([page.entries.length, page.nextCursor]).toEqual([1, null]);
  });
});

describe('GET /api/security-log, filters', () => {
  const brief = ({ event, outcome, details }: SecurityLogEntry) => `${event} ${outcome} ${details.name}`;
  const found = async (query: string): Promise<string[]> => (await read(query)).entries.map(brief);

  it('match outcome, events, and both', async () => {
    const at = { organizationId: world.acme.id };
    await write(
      { ...at, event: 'group.create', details: { name: 'a' } },
      { ...at, event: 'group.change', details: { name: 'b' }, outcome: 'refused' },
      { ...at, event: 'group.delete', details: { name: 'c' }, outcome: 'refused' },
    );
    const groups = 'event=group.create,group.change';
    expect(await found(`?${groups}`)).toEqual(['group.change refused b', 'group.create done a']);
    expect(await found(`?${groups}&outcome=done`)).toEqual(['group.create done a']);
    expect((await found('?outcome=refused')).slice(0, 2)).toEqual([
      'group.delete refused c',
      'group.change refused b',
    ]);
    expect((await read('?outcome=refused&limit=200')).entries.every((e) => e.outcome === 'refused')).toBe(
      true,
    );
  });

  it('match a user whose session another user ended, and their own sign-out once', async () => {
    const { anna, olga } = world.ids;
    const someone = await world.identity.addMember(world.acme.id, 'sonia', ['MEMBER']);
    const at = { organizationId: world.acme.id, event: 'session.revoke' };
    const ended = (userId: number, name: string) => ({ details: { userId, name } });
    const session = ['session', '5b1d7b0e-0000-4000-8000-000000000001'] as [string, string];
    await write(
      { ...at, actorId: anna, subject: session, ...ended(someone, 'by anna') },
      { ...at, actorId: someone, subject: session, ...ended(someone, 'by herself') },
      { ...at, actorId: anna, subject: session, ...ended(olga, 'of another') },
      { ...at, actorId: anna, subject: ['group', 1], ...ended(someone, 'no session') },
    );
    const query = `&event=session.revoke&userId=${someone}`;
    const names = (await readAll(query)).map(({ details }) => details.name);
    expect(names).toEqual(['by herself', 'by anna']);
  });

  it('match a user as actor and as subject, once each', async () => {
    const { anna, olga } = world.ids;
    const someone = await world.identity.addMember(world.acme.id, 'filip', ['MEMBER']);
    const at = { organizationId: world.acme.id, event: 'email.verify' };
    await write(
      { ...at, actorId: someone, details: { name: 'by' } },
      { ...at, actorId: anna, subject: ['user', someone], details: { name: 'on' } },
      { ...at, actorId: someone, subject: ['user', someone], details: { name: 'both' } },
      { ...at, actorId: anna, subject: ['group', someone], details: { name: 'a group of that number' } },
      { ...at, actorId: olga, subject: ['user', olga], details: { name: 'another' } },
      { ...at, subject: ['user', someone], details: { name: 'by a stranger' }, outcome: 'refused' },
    );
    const query = `&event=email.verify&userId=${someone}`;
    const names = (entries: SecurityLogEntry[]) => entries.map(({ details }) => details.name);
    expect(names((await read(`?${query}`)).entries)).toEqual(['by a stranger', 'both', 'on', 'by']);
    expect(names((await read(`?${query}&outcome=refused`)).entries)).toEqual(['by a stranger']);
    expect(names(await readAll(query))).toEqual(['by a stranger', 'both', 'on', 'by']);
  });

  it.each([
    '?outcome=maybe',
    '?event=coup',
    '?event=',
    '?event=sign-in,coup',
    '?userId=0',
    '?userId=anna',
    '?limit=0',
    '?cursor=x',
    '?cursor=-1',
  ])('refuse %s', async (query) => {
    expect((await ask(query)).status).toBe(400);
  });

  it('accept every event', async () => {
    expect((await ask(`?event=${securityEvents.join(',')}`)).status).toBe(200);
  });
});

describe('GET /api/security-log, names', () => {
  const named = (id: number, username: string) => ({
    id,
    username,
    email: `${username}@obieg.test`,
    isReadable: true,
  });

  it('include actor and subject, also former members', async () => {
    const { anna } = world.ids;
    const ola = await world.identity.addMember(world.acme.id, 'ola', ['MEMBER']);
    await world.here('PUT', `/api/users/${ola}/roles`, world.tokens.anna, { roles: ['OPERATOR'] });
    const onOla = { type: 'user', id: String(ola), name: 'ola', email: 'ola@obieg.test' };
    expect(await newest()).toMatchObject({
      event: 'roles.change',
      actor: named(anna, 'anna'),
      subject: { ...onOla, isReadable: true },
      details: { roles: ['OPERATOR'], rolesBefore: ['MEMBER'] },
      ip: '198.51.100.7',
    });
    await world.here('DELETE', `/api/users/${ola}`, world.tokens.anna);
    expect((await newest('?event=member.remove')).subject).toEqual({ ...onOla, isReadable: false });
    expect((await world.here('GET', `/api/users/${ola}`, world.tokens.anna)).status).toBe(404);
  });

  it('include the owner of an ended session', async () => {
    const ida = await world.identity.addMember(world.acme.id, 'ida', ['MEMBER']);
    const token = await world.identity.signIn('ida', world.acme);
    await world.here('POST', '/api/auth/sign-out', token);
    expect((await newest('?event=session.revoke')).subject).toMatchObject({
      type: 'session',
      name: 'ida',
      isReadable: true,
    });
    expect((await newest('?event=session.revoke')).details).toMatchObject({
      userId: ida,
      reason: 'sign-out',
    });
  });

  it('include groups, also deleted ones', async () => {
    const create = await world.here('POST', '/api/groups', world.tokens.anna, { name: 'Magazyn' });
    const { id } = create.body;
    const members = `/api/groups/${id}/members`;
    await world.here('POST', members, world.tokens.anna, { userId: world.ids.olga, role: 'LEADER' });
    expect(await newest()).toMatchObject({
      event: 'group-member.add',
      subject: { type: 'user', name: 'olga' },
      groupName: 'Magazyn',
      details: { groupId: id, role: 'LEADER' },
    });
    const created = await newest('?event=group.create');
    expect(created.subject).toEqual({
      type: 'group',
      id: String(id),
      name: 'Magazyn',
      email: null,
      isReadable: true,
    });
    expect(created.groupName).toBeNull();
    await world.here('DELETE', `/api/groups/${id}`, world.tokens.anna);
    expect((await newest('?event=group.delete')).subject).toMatchObject({
      name: 'Magazyn',
      isReadable: false,
    });
    expect((await newest('?event=group-member.add')).groupName).toBe('Magazyn');
  });

  it('hide super administrators who never were members', async () => {
    const { super: superId } = world.ids;
    await world.here('POST', '/api/groups', superAtAcme, { name: 'Od operatora' });
    const query = `?userId=${superId}&event=group.create,sign-in`;
    const unknown = { id: superId, username: null, email: null, isReadable: false };
    const seen = (await read(query)).entries;
    expect(seen.map(({ event, actor }) => [event, actor])).toEqual([
      ['group.create', unknown],
      ['sign-in', unknown],
    ]);
    expect(seen[1]?.subject).toMatchObject({
      id: String(superId),
      name: null,
      email: null,
      isReadable: false,
    });
    expect(JSON.stringify(seen)).not.toContain('super');
    expect((await newest(query, superAtAcme)).actor).toEqual(named(superId, 'super'));
  });

  it('hide users, groups and other organizations that the reader may not know', async () => {
    const { greta } = world.ids;
    const { body: group } = await world.call(
      'POST',
      '/api/groups',
      gretaAtGlobex,
      { name: 'Tajna grupa' },
      world.globex,
    );
    await world.here('PUT', `/api/users/${greta}/roles`, world.tokens.anna, { roles: ['MEMBER'] });
    await world.here('DELETE', `/api/groups/${group.id}`, world.tokens.anna);
    await world.here('DELETE', `/api/organizations/${world.globex.id}`, world.tokens.anna);
    const tried = (await read('?outcome=refused&limit=3')).entries;
    const nameless = { name: null, email: null, isReadable: false };
    expect(tried.map(({ event, subject }) => [event, subject])).toEqual([
      ['organization.delete', { type: 'organization', id: String(world.globex.id), ...nameless }],
      ['group.delete', { type: 'group', id: String(group.id), ...nameless }],
      ['roles.change', { type: 'user', id: String(greta), ...nameless }],
    ]);
    expect(JSON.stringify(tried)).not.toMatch(/greta|Tajna|Organizacja/);
  });

  it("include the reader's organization, and everything for a super administrator", async () => {
    const at = { event: 'hand-over.issue', actorId: world.ids.anna };
    await write(
      { ...at, organizationId: world.acme.id, subject: ['organization', world.acme.id] },
      { ...at, organizationId: null, subject: ['organization', world.globex.id] },
      { ...at, organizationId: null, subject: ['user', world.ids.greta] },
    );
    expect((await newest('?event=hand-over.issue')).subject?.name).toBe('Organizacja acme');
    const [onUser, onOrganization] = (await onMainDomain('?event=hand-over.issue')).entries;
    expect(onOrganization?.subject?.name).toBe('Organizacja globex');
    // The main domain has no user page.
    expect(onUser?.subject).toMatchObject({ name: 'greta', isReadable: false });
    expect(onUser?.actor).toMatchObject({ username: 'anna', isReadable: false });
  });

  it('mask text typed by unauthenticated callers', async () => {
    const signIn = (email: string) =>
      world.here('POST', '/api/auth/signin', undefined, { email, password: 'not-this' });
    await signIn('nieznajomy@poczta.test');
    expect(await newest()).toMatchObject({
      event: 'sign-in',
      outcome: 'refused',
      actor: null,
      subject: null,
      details: { reason: 'wrong-password', login: 'n***@poczta.test' },
    });
    await signIn('moje-haslo-w-zlym-polu');
    const answer = await ask('?limit=2');
    expect(answer.text).not.toMatch(/nieznajomy|moje-haslo/);
  });
});

describe('a security log entry of another version', () => {
  it('is shown without the values that this version does not know', async () => {
    const details = { by: 'magic', roleBefore: 'KING', reason: 'new', password: 'never' };
    await write({ organizationId: world.acme.id, event: 'a.new-one', actorId: world.ids.anna, details });
    const entry = await newest();
    expect([entry.event, entry.details]).toEqual(['a.new-one', { reason: 'new' }]);
  });

  it('is shown without names if its references do not exist', async () => {
    const { id } = world.acme;
    await write(
      { organizationId: id, subject: ['user', 999_999], actorId: 999_998, event: 'access' },
      { organizationId: id, subject: ['session', '5b1d7b0e-0000-4000-8000-000000000000'], event: 'access' },
      { organizationId: id, subject: ['group', 999_999], details: { groupId: 999_999 }, event: 'access' },
    );
    const entries = (await read('?limit=3&event=access', superAtAcme)).entries;
    expect(
      entries.map(({ actor, subject }) => [actor?.username, subject?.name, subject?.isReadable]),
    ).toEqual([
      [undefined, null, false],
      [undefined, null, false],
      [null, null, false],
    ]);
  });
});
