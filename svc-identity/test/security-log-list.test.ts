import {
  type SecurityLogEntry,
  type SecurityLogResponse,
  securityEvents,
  securityLogResponseSchema,
} from '@obieg/contracts';
import { withEveryOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSecurityLogFixture } from './security-log-fixture';

let fixture: Awaited<ReturnType<typeof startSecurityLogFixture>>;
let superInAcme: string;
let gretaAtGlobex: string;
beforeAll(async () => {
  fixture = await startSecurityLogFixture();
  superInAcme = await fixture.identity.signIn('super', fixture.acme);
  gretaAtGlobex = await fixture.identity.signIn('greta', fixture.globex);
});
afterAll(() => fixture.identity.close());

/** Undefined: the main domain. */
type Site = typeof fixture.acme | undefined;
const request = (query = '', token?: string, at: Site = fixture.acme) =>
  fixture.call('GET', `/api/security-log${query}`, token ?? fixture.tokens.anna, undefined, at);
const read = async (query = '', token?: string, at: Site = fixture.acme): Promise<SecurityLogResponse> => {
  const { status, body } = await request(query, token, at);
  expect(status).toBe(200);
  return securityLogResponseSchema.parse(body);
};
const readOnMainDomain = async (
  query = '',
  token = fixture.tokens.superOnMainDomain,
): Promise<SecurityLogResponse> => {
  const response = await fixture.call('GET', `/api/security-log${query}`, token);
  expect(response.status).toBe(200);
  return response.body;
};
const readNewest = async (query = '', token?: string): Promise<SecurityLogEntry> =>
  (await read(query, token)).entries[0] ?? expect.fail('the log is empty');

interface NewEntry {
  organizationId: number | null;
  event?: string;
  outcome?: string;
  actorId?: number | null;
  subject?: [type: string, id: number | string];
  details?: object;
}
const insertEntries = (...entries: NewEntry[]): Promise<void> =>
  withEveryOrganization(fixture.identity.db, async (tx) => {
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

/** Reads all pages with a limit of three. Runs `afterPage` after each page. */
const readAll = async (query: string, afterPage = async (): Promise<unknown> => undefined) => {
  const entries: SecurityLogEntry[] = [];
  for (let cursor = ''; ; ) {
    const page = await read(`?limit=3${query}${cursor}`);
    entries.push(...page.entries);
    if (page.nextCursor === null) return entries;
    expect(page.entries).toHaveLength(3);
    cursor = `&cursor=${page.nextCursor}`;
    await afterPage();
  }
};

describe('access to GET /api/security-log', () => {
  it('is limited to user managers, and on the main domain to super administrators', async () => {
    const { anna, olga, superOnMainDomain } = fixture.tokens;
    const statusAt = async (at: Site, token?: string) =>
      (await fixture.call('GET', '/api/security-log', token, undefined, at)).status;
    expect(await statusAt(fixture.acme)).toBe(401);
    expect(await statusAt(fixture.acme, olga)).toBe(403);
    expect(await statusAt(fixture.acme, gretaAtGlobex)).toBe(401);
    expect(await statusAt(fixture.globex, anna)).toBe(401);
    expect(await statusAt(fixture.acme, anna)).toBe(200);
    expect(await statusAt(fixture.acme, superInAcme)).toBe(200);
    expect(await statusAt(undefined)).toBe(401);
    expect(await statusAt(undefined, await fixture.identity.signIn('anna'))).toBe(403);
    expect(await statusAt(undefined, superOnMainDomain)).toBe(200);
  });

  it('is recorded in the log only when it is rejected', async () => {
    expect(await fixture.recordEntries(() => request())).toEqual([]);
    const refused = await fixture.recordEntries(() => request('', fixture.tokens.olga));
    expect(refused.map(({ event, details }) => [event, details['operation']])).toEqual([
      ['access', 'listSecurityEntries'],
    ]);
  });
});

describe('GET /api/security-log', () => {
  it('returns the entries of the organization, and on the main domain those without an organization', async () => {
    const all = await fixture.listEntries();
    const idsOf = (organizationId: number | null) =>
      all
        .filter(({ organization_id }) => organization_id === organizationId)
        .map(({ id }) => id)
        .reverse();
    for (const id of [fixture.acme.id, fixture.globex.id, null]) expect(idsOf(id).length).toBeGreaterThan(0);
    const ids = ({ entries }: SecurityLogResponse) => entries.map(({ id }) => id);
    expect(ids(await read('?limit=200'))).toEqual(idsOf(fixture.acme.id));
    expect(ids(await read('?limit=200', superInAcme))).toEqual(idsOf(fixture.acme.id));
    expect(ids(await read('?limit=200', gretaAtGlobex, fixture.globex))).toEqual(idsOf(fixture.globex.id));
    expect(ids(await readOnMainDomain('?limit=200&event=sign-in,hand-over.issue'))).toEqual(
      idsOf(null).filter((id) => all.some((entry) => entry.id === id && entry.event === 'sign-in')),
    );
  });

  it('returns on the main domain what happened to organizations, also to deleted ones', async () => {
    const token = fixture.tokens.superOnMainDomain;
    const created = await fixture.call('POST', '/api/organizations', token, {
      name: 'Ulotna',
      codeName: 'ulotna',
    });
    const path = `/api/organizations/${created.body.id}`;
    await fixture.call('PUT', path, token, { name: 'Ulotna', codeName: 'ulotna2' });
    await fixture.call('DELETE', path, token);
    const { entries } = await readOnMainDomain('?limit=3');
    expect(
      entries.map(({ event, actor, subject, details }) => [event, actor?.username, subject?.name, details]),
    ).toMatchObject([
      ['organization.delete', 'super', 'Ulotna', { codeName: 'ulotna2' }],
      ['organization.change', 'super', 'Ulotna', { codeNameBefore: 'ulotna', codeName: 'ulotna2' }],
      ['organization.create', 'super', 'Ulotna', { codeName: 'ulotna' }],
    ]);
    const paged = await readOnMainDomain(`?limit=1&cursor=${entries[0]?.id}`);
    expect(paged.entries).toEqual([entries[1]]);
    expect((await readOnMainDomain('?event=organization.delete&outcome=refused')).entries).toEqual([]);
    expect((await readOnMainDomain(`?limit=1&userId=${fixture.ids.super}`)).entries).toEqual([entries[0]]);
    expect((await read('?event=organization.change')).entries).toEqual([]);
  });

  it('returns no entry of another organization with any filter', async () => {
    const { greta } = fixture.ids;
    expect((await read(`?userId=${greta}`)).entries).toEqual([]);
    await insertEntries({ organizationId: fixture.globex.id, event: 'group.restore', outcome: 'refused' });
    expect((await read('?event=group.restore')).entries).toEqual([]);
    const last = (await fixture.listEntries()).at(-1)?.id ?? 0;
    const page = await read(`?limit=200&cursor=${last + 1}`);
    expect(page.entries).toEqual((await read('?limit=200')).entries);
  });
});

describe('the pages of GET /api/security-log', () => {
  it('neither skip nor repeat entries while new ones are added', async () => {
    await insertEntries(...Array.from({ length: 7 }, () => ({ organizationId: fixture.acme.id })));
    const before = (await read('?limit=200')).entries;
    expect(before.length).toBeGreaterThan(9);
    const added = () =>
      insertEntries({ organizationId: fixture.acme.id }, { organizationId: fixture.globex.id });
    expect(await readAll('', added)).toEqual(before);
    expect((await read('?limit=200')).entries.length).toBeGreaterThan(before.length);
  });

  it('have 50 entries by default and 200 at most', async () => {
    await insertEntries(
      ...Array.from({ length: 210 }, () => ({ organizationId: fixture.acme.id, event: 'sign-out' })),
    );
    expect((await read()).entries).toHaveLength(50);
    expect((await read('?limit=200')).entries).toHaveLength(200);
    expect((await request('?limit=201')).status).toBe(400);
  });

  it('end with the last entry, also when the last page is full', async () => {
    await insertEntries({
      organizationId: fixture.acme.id,
      event: 'organization.delete',
      actorId: fixture.ids.anna,
    });
    const page = await read('?event=organization.delete&limit=1');
    expect([page.entries.length, page.nextCursor]).toEqual([1, null]);
  });
});

describe('the filters of GET /api/security-log', () => {
  const summarize = ({ event, outcome, details }: SecurityLogEntry) => `${event} ${outcome} ${details.name}`;
  const readSummaries = async (query: string): Promise<string[]> =>
    (await read(query)).entries.map(summarize);

  it('match the outcome, events, and both together', async () => {
    const at = { organizationId: fixture.acme.id };
    await insertEntries(
      { ...at, event: 'group.create', details: { name: 'a' } },
      { ...at, event: 'group.change', details: { name: 'b' }, outcome: 'refused' },
      { ...at, event: 'group.delete', details: { name: 'c' }, outcome: 'refused' },
    );
    const groups = 'event=group.create,group.change';
    expect(await readSummaries(`?${groups}`)).toEqual(['group.change refused b', 'group.create done a']);
    expect(await readSummaries(`?${groups}&outcome=done`)).toEqual(['group.create done a']);
    expect((await readSummaries('?outcome=refused')).slice(0, 2)).toEqual([
      'group.delete refused c',
      'group.change refused b',
    ]);
    expect((await read('?outcome=refused&limit=200')).entries.every((e) => e.outcome === 'refused')).toBe(
      true,
    );
  });

  it('match sessions of a user that were ended by another user or by themselves, once each', async () => {
    const { anna, olga } = fixture.ids;
    const userId = await fixture.identity.addMember(fixture.acme.id, 'sonia', ['MEMBER']);
    const at = { organizationId: fixture.acme.id, event: 'session.revoke' };
    const endedSession = (userId: number, name: string) => ({ details: { userId, name } });
    const session = ['session', '5b1d7b0e-0000-4000-8000-000000000001'] as [string, string];
    await insertEntries(
      { ...at, actorId: anna, subject: session, ...endedSession(userId, 'by anna') },
      { ...at, actorId: userId, subject: session, ...endedSession(userId, 'by herself') },
      { ...at, actorId: anna, subject: session, ...endedSession(olga, 'of another') },
      { ...at, actorId: anna, subject: ['group', 1], ...endedSession(userId, 'no session') },
    );
    const query = `&event=session.revoke&userId=${userId}`;
    const names = (await readAll(query)).map(({ details }) => details.name);
    expect(names).toEqual(['by herself', 'by anna']);
  });

  it('match a user as actor and as subject, once each', async () => {
    const { anna, olga } = fixture.ids;
    const userId = await fixture.identity.addMember(fixture.acme.id, 'filip', ['MEMBER']);
    const at = { organizationId: fixture.acme.id, event: 'email.verify' };
    await insertEntries(
      { ...at, actorId: userId, details: { name: 'by' } },
      { ...at, actorId: anna, subject: ['user', userId], details: { name: 'on' } },
      { ...at, actorId: userId, subject: ['user', userId], details: { name: 'both' } },
      { ...at, actorId: anna, subject: ['group', userId], details: { name: 'a group of that number' } },
      { ...at, actorId: olga, subject: ['user', olga], details: { name: 'another' } },
      { ...at, subject: ['user', userId], details: { name: 'by a stranger' }, outcome: 'refused' },
    );
    const query = `&event=email.verify&userId=${userId}`;
    const names = (entries: SecurityLogEntry[]) => entries.map(({ details }) => details.name);
    expect(names((await read(`?${query}`)).entries)).toEqual(['by a stranger', 'both', 'on', 'by']);
    expect(names((await read(`?${query}&outcome=refused`)).entries)).toEqual(['by a stranger']);
    expect(names(await readAll(query))).toEqual(['by a stranger', 'both', 'on', 'by']);
  });

  it('match a time: from its first moment, and before its last one', async () => {
    const at = { organizationId: fixture.acme.id, event: 'password.set' };
    await insertEntries(...['a', 'b', 'c'].map((name) => ({ ...at, details: { name } })));
    const entries = (await read('?event=password.set&limit=3')).entries.reverse();
    const [, second, third] = entries.map(({ happenedAt }) => Date.parse(happenedAt));
    const moment = (time = 0) => encodeURIComponent(new Date(time).toISOString());
    const names = async (query: string) =>
      (await read(`?event=password.set${query}`)).entries.map(({ details }) => details.name);
    expect((await names(`&from=${moment(second)}`)).at(-1)).toBe(
      second === Date.parse(entries[0]?.happenedAt ?? '') ? 'a' : 'b',
    );
    expect(await names(`&from=${moment((third ?? 0) + 1)}`)).toEqual([]);
    expect(await names(`&before=${moment((third ?? 0) + 1)}`)).toEqual(['c', 'b', 'a']);
    expect(await names('&before=2020-01-01T00:00:00%2B01:00')).toEqual([]);
    const onMainDomain = await readOnMainDomain(`?before=${moment(0)}`);
    expect(onMainDomain.entries).toEqual([]);
  });

  it.each([
    '?from=yesterday',
    '?before=2026-01-01',
    '?outcome=maybe',
    '?event=coup',
    '?event=',
    '?event=sign-in,coup',
    '?userId=0',
    '?userId=anna',
    '?limit=0',
    '?cursor=x',
    '?cursor=-1',
  ])('reject %s with 400', async (query) => {
    expect((await request(query)).status).toBe(400);
  });

  it('accept all events', async () => {
    expect((await request(`?event=${securityEvents.join(',')}`)).status).toBe(200);
  });
});

describe('the names in GET /api/security-log', () => {
  const named = (id: number, username: string) => ({
    id,
    username,
    email: `${username}@obieg.test`,
    isReadable: true,
  });

  it('include actors and subjects, also former members', async () => {
    const { anna } = fixture.ids;
    const ola = await fixture.identity.addMember(fixture.acme.id, 'ola', ['MEMBER']);
    await fixture.callAcme('PUT', `/api/users/${ola}/roles`, fixture.tokens.anna, { roles: ['OPERATOR'] });
    const onOla = { type: 'user', id: String(ola), name: 'ola', email: 'ola@obieg.test' };
    expect(await readNewest()).toMatchObject({
      event: 'roles.change',
      actor: named(anna, 'anna'),
      subject: { ...onOla, isReadable: true },
      details: { roles: ['OPERATOR'], rolesBefore: ['MEMBER'] },
      ip: '198.51.100.7',
    });
    await fixture.callAcme('DELETE', `/api/users/${ola}`, fixture.tokens.anna);
    expect((await readNewest('?event=member.remove')).subject).toEqual({ ...onOla, isReadable: false });
    expect((await fixture.callAcme('GET', `/api/users/${ola}`, fixture.tokens.anna)).status).toBe(404);
  });

  it('include the owner of an ended session', async () => {
    const ida = await fixture.identity.addMember(fixture.acme.id, 'ida', ['MEMBER']);
    const token = await fixture.identity.signIn('ida', fixture.acme);
    await fixture.callAcme('POST', '/api/auth/sign-out', token);
    expect((await readNewest('?event=session.revoke')).subject).toMatchObject({
      type: 'session',
      name: 'ida',
      isReadable: true,
    });
    expect((await readNewest('?event=session.revoke')).details).toMatchObject({
      userId: ida,
      reason: 'sign-out',
    });
  });

  it('include groups, also deleted ones', async () => {
    const create = await fixture.callAcme('POST', '/api/groups', fixture.tokens.anna, { name: 'Magazyn' });
    const { id } = create.body;
    const members = `/api/groups/${id}/members`;
    await fixture.callAcme('POST', members, fixture.tokens.anna, {
      userId: fixture.ids.olga,
      role: 'LEADER',
    });
    expect(await readNewest()).toMatchObject({
      event: 'group-member.add',
      subject: { type: 'user', name: 'olga' },
      groupName: 'Magazyn',
      details: { groupId: id, role: 'LEADER' },
    });
    const created = await readNewest('?event=group.create');
    expect(created.subject).toEqual({
      type: 'group',
      id: String(id),
      name: 'Magazyn',
      email: null,
      isReadable: true,
    });
    expect(created.groupName).toBeNull();
    await fixture.callAcme('DELETE', `/api/groups/${id}`, fixture.tokens.anna);
    expect((await readNewest('?event=group.delete')).subject).toMatchObject({
      name: 'Magazyn',
      isReadable: false,
    });
    expect((await readNewest('?event=group-member.add')).groupName).toBe('Magazyn');
  });

  it('name groups by their paths', async () => {
    const create = async (name: string, parentGroupId: number | null) =>
      (await fixture.callAcme('POST', '/api/groups', fixture.tokens.anna, { name, parentGroupId })).body
        .id as number;
    const top = await create('Sprzedaż', null);
    const middle = await create('Teren', top);
    const managers = await create('Kierownicy', middle);
    expect(await readNewest('?event=group.create')).toMatchObject({
      subject: { name: 'Sprzedaż / Teren / Kierownicy' },
      parentGroupName: 'Sprzedaż / Teren',
    });
    const member = { userId: fixture.ids.olga, role: 'LEADER' };
    await fixture.callAcme('POST', `/api/groups/${managers}/members`, fixture.tokens.anna, member);
    expect((await readNewest('?event=group-member.add')).groupName).toBe('Sprzedaż / Teren / Kierownicy');
  });

  it('include the parent groups before and after a change', async () => {
    const create = async (name: string) =>
      (await fixture.callAcme('POST', '/api/groups', fixture.tokens.anna, { name })).body.id as number;
    const [old, next, child] = [
      await create('Stary dział'),
      await create('Nowy dział'),
      await create('Zespół'),
    ];
    const move = (parentGroupId: number | null) =>
      fixture.callAcme('PUT', `/api/groups/${child}`, fixture.tokens.anna, { name: 'Zespół', parentGroupId });
    await move(old);
    await move(next);
    await move(null);
    await fixture.callAcme('DELETE', `/api/groups/${old}`, fixture.tokens.anna);
    const { entries } = await read('?event=group.change&limit=3');
    expect(
      entries.map(({ parentGroupNameBefore, parentGroupName }) => [parentGroupNameBefore, parentGroupName]),
    ).toEqual([
      ['Nowy dział', null],
      ['Stary dział', 'Nowy dział'],
      [null, 'Stary dział'],
    ]);
  });

  it('do not include super administrators who never were members', async () => {
    const { super: superId } = fixture.ids;
    await fixture.callAcme('POST', '/api/groups', superInAcme, { name: 'Od operatora' });
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
    expect((await readNewest(query, superInAcme)).actor).toEqual(named(superId, 'super'));
  });

  it('do not include users, groups and organizations of other tenants', async () => {
    const { greta } = fixture.ids;
    const { body: group } = await fixture.call(
      'POST',
      '/api/groups',
      gretaAtGlobex,
      { name: 'Tajna grupa' },
      fixture.globex,
    );
    await fixture.callAcme('PUT', `/api/users/${greta}/roles`, fixture.tokens.anna, { roles: ['MEMBER'] });
    await fixture.callAcme('DELETE', `/api/groups/${group.id}`, fixture.tokens.anna);
    await fixture.callAcme('DELETE', `/api/organizations/${fixture.globex.id}`, fixture.tokens.anna);
    const entries = (await read('?outcome=refused&limit=3')).entries;
    const withoutName = { name: null, email: null, isReadable: false };
    expect(entries.map(({ event, subject }) => [event, subject])).toEqual([
      ['organization.delete', { type: 'organization', id: String(fixture.globex.id), ...withoutName }],
      ['group.delete', { type: 'group', id: String(group.id), ...withoutName }],
      ['roles.change', { type: 'user', id: String(greta), ...withoutName }],
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/greta|Tajna|Organizacja/);
  });

  it("include the reader's organization, and everything for a super administrator", async () => {
    const at = { event: 'hand-over.issue', actorId: fixture.ids.anna };
    await insertEntries(
      { ...at, organizationId: fixture.acme.id, subject: ['organization', fixture.acme.id] },
      { ...at, organizationId: null, subject: ['organization', fixture.globex.id] },
      { ...at, organizationId: null, subject: ['user', fixture.ids.greta] },
    );
    expect((await readNewest('?event=hand-over.issue')).subject?.name).toBe('Organizacja acme');
    const [onUser, onOrganization] = (await readOnMainDomain('?event=hand-over.issue')).entries;
    expect(onOrganization?.subject?.name).toBe('Organizacja globex');
    // The main domain has no user page.
    expect(onUser?.subject).toMatchObject({ name: 'greta', isReadable: false });
    expect(onUser?.actor).toMatchObject({ username: 'anna', isReadable: false });
  });

  it('are masked in text from unauthenticated callers', async () => {
    const signIn = (email: string) =>
      fixture.callAcme('POST', '/api/auth/signin', undefined, { email, password: 'not-this' });
    await signIn('nieznajomy@poczta.test');
    expect(await readNewest()).toMatchObject({
      event: 'sign-in',
      outcome: 'refused',
      actor: null,
      subject: null,
      details: { reason: 'wrong-password', login: 'n***@poczta.test' },
    });
    await signIn('moje-haslo-w-zlym-polu');
    const response = await request('?limit=2');
    expect(response.text).not.toMatch(/nieznajomy|moje-haslo/);
  });
});

describe('a security log entry of another version', () => {
  it('is returned without unknown values', async () => {
    const details = { by: 'magic', roleBefore: 'KING', reason: 'new', password: 'never' };
    await insertEntries({
      organizationId: fixture.acme.id,
      event: 'a.new-one',
      actorId: fixture.ids.anna,
      details,
    });
    const entry = await readNewest();
    expect([entry.event, entry.details]).toEqual(['a.new-one', { reason: 'new' }]);
  });

  it('is returned without names if its references do not exist', async () => {
    const { id } = fixture.acme;
    await insertEntries(
      { organizationId: id, subject: ['user', 999_999], actorId: 999_998, event: 'access' },
      { organizationId: id, subject: ['session', '5b1d7b0e-0000-4000-8000-000000000000'], event: 'access' },
      { organizationId: id, subject: ['group', 999_999], details: { groupId: 999_999 }, event: 'access' },
    );
    const entries = (await read('?limit=3&event=access', superInAcme)).entries;
    expect(
      entries.map(({ actor, subject }) => [actor?.username, subject?.name, subject?.isReadable]),
    ).toEqual([
      [undefined, null, false],
      [undefined, null, false],
      [null, null, false],
    ]);
  });
});

describe('GET /api/security-log/export', () => {
  const path = '/api/security-log/export';
  const download = (query = '', token = fixture.tokens.anna, at: Site = fixture.acme) =>
    fixture.call('GET', `${path}${query}`, token, undefined, at);

  it('is limited like the list, and its refusal is recorded', async () => {
    const { olga, superOnMainDomain } = fixture.tokens;
    const refused = await fixture.recordEntries(async () =>
      expect((await download('', olga)).status).toBe(403),
    );
    expect(refused.map(({ event, details }) => [event, details['operation']])).toEqual([
      ['access', 'exportSecurityEntries'],
    ]);
    expect((await fixture.call('GET', path)).status).toBe(401);
    expect((await download('', gretaAtGlobex)).status).toBe(401);
    expect((await fixture.call('GET', path, await fixture.identity.signIn('anna'))).status).toBe(403);
    expect((await fixture.call('GET', path, superOnMainDomain)).text).toContain('"organization.delete"');
    expect((await download('?event=coup')).status).toBe(400);
  });

  it('returns the filtered entries of the organization as CSV, newest first, over several pages', async () => {
    await insertEntries(
      ...Array.from({ length: 250 }, (_, index) => ({
        organizationId: fixture.acme.id,
        event: 'account.create',
        details: { name: `Nr ${index}` },
      })),
      { organizationId: fixture.globex.id, event: 'account.create', details: { name: 'cudza' } },
    );
    const { headers, text } = await download('?event=account.create');
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="security-log.csv"',
      'cache-control': 'no-store',
    });
    const lines = text.trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/"time","event","outcome","actor"/);
    expect(lines[1]).toContain('"account.create","done"');
    expect(lines[1]).toContain('""name"":""Nr 249""');
    expect(lines.filter((line) => line.includes('""Nr '))).toHaveLength(250);
    expect(text).not.toContain('cudza');
  });

  it('keeps spreadsheets from running names as formulas', async () => {
    for (const name of [
      '=HYPERLINK("http://zlo.test")',
      '+1',
      '-1',
      '@x',
      ' =1',
      '\uFF1D1',
      'zwykła "nazwa"',
    ]) {
      const { body } = await fixture.callAcme('POST', '/api/groups', fixture.tokens.anna, {
        name: `${name}  `,
      });
      expect(body.id).toEqual(expect.any(Number));
    }
    const { text: bytes } = await download('?event=group.create');
    const text = Buffer.from(bytes, 'latin1').toString();
    const cells = [...text.matchAll(/"group","\d+","((?:[^"]|"")*)"/g)].slice(0, 7).map(([, cell]) => cell);
    expect(cells).toEqual([
      'zwykła ""nazwa""',
      "'\uFF1D1",
      "'=1",
      "'@x",
      "'-1",
      "'+1",
      `'=HYPERLINK(""http://zlo.test"")`,
    ]);
  });
});
