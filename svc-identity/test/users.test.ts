import { recordedEvents } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Identity, password, startIdentity } from './identity-service';

let identity: Identity;
let acme: { id: number; code: string };
let globex: { id: number; code: string };
let tokens: Record<'anna' | 'wiktor' | 'marek' | 'rita' | 'super' | 'greta', string>;
beforeAll(async () => {
  identity = await startIdentity();
  acme = await identity.addOrganization('acme');
  globex = await identity.addOrganization('globex');
  await identity.addMember(acme.id, 'anna', ['ORG_ADMIN']);
  await identity.addMember(acme.id, 'wiktor', ['WORKFLOW_MANAGER']);
  await identity.addMember(acme.id, 'marek', ['MEMBER']);
  await identity.addMember(acme.id, 'rita', ['REPORTER']);
  await identity.addMember(globex.id, 'greta', ['ORG_ADMIN']);
  const signIn = (login: string, at = acme) => identity.signIn(login, at);
  tokens = {
    anna: await signIn('anna'),
    wiktor: await signIn('wiktor'),
    marek: await signIn('marek'),
    rita: await signIn('rita'),
    super: await signIn('super'),
    greta: await signIn('greta', globex),
  };
});
afterAll(() => identity.close());

const call = (method: string, path: string, token?: string, body?: unknown, organization = acme) =>
  identity.request(method, path, { token, organization, body });
const changeRoles = (id: number, roles: unknown, token = tokens.anna, organization = acme) =>
  call('PUT', `/api/users/${id}/roles`, token, { roles }, organization);
const removeUser = (id: number, token = tokens.anna, organization = acme) =>
  call('DELETE', `/api/users/${id}`, token, undefined, organization);
let memberCount = 0;
const addMember = async (roles: Parameters<Identity['addMember']>[2], organization = acme) => {
  memberCount += 1;
  const username = `osoba${memberCount}`;
  return { username, id: await identity.addMember(organization.id, username, roles) };
};
const getPermissions = async (token: string) => (await call('GET', '/api/permissions/check', token)).body;
const listMembershipEvents = async (userId: number) =>
  (await recordedEvents(identity.db.knex, 'obieg.identity.membership.changed'))
    .map(({ data }) => data as { userId: number; roles: string[]; organizationId: number })
    .filter((data) => data.userId === userId);
const isSessionValid = async (token: string, organization = acme): Promise<boolean> => {
  const { sid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const { body } = await identity.request('GET', '/internal/revoked-sessions', { organization });
  return !body.sessions.some(({ sessionId }: { sessionId: string }) => sessionId === sid);
};

describe('PUT /api/users/{id}/roles', () => {
  it('requires MANAGE_USERS', async () => {
    const { id } = await addMember(['MEMBER']);
    const statusWith = async (token?: string) =>
      (await call('PUT', `/api/users/${id}/roles`, token, { roles: ['OPERATOR'] })).status;
    expect(await statusWith()).toBe(401);
    for (const token of [tokens.rita, tokens.marek, tokens.wiktor]) expect(await statusWith(token)).toBe(403);
    expect(await statusWith(tokens.greta)).toBe(401);
    for (const token of [tokens.anna, tokens.super]) expect(await statusWith(token)).toBe(200);
  });

  it('takes effect without a new sign-in and emits the event', async () => {
    const { id, username } = await addMember(['MEMBER']);
    const token = await identity.signIn(username, acme);
    const changed = await changeRoles(id, ['OPERATOR', 'OPERATOR']);
    expect(changed.body).toMatchObject({ id, username, roles: ['OPERATOR'] });
    expect(await getPermissions(token)).toMatchObject({ hasOperatorPermission: true });
    await changeRoles(id, ['REPORTER']);
    expect(await getPermissions(token)).toMatchObject({ hasBasePermission: false });
    expect((await listMembershipEvents(id)).map(({ roles }) => roles)).toEqual([
      ['MEMBER'],
      ['OPERATOR'],
      ['REPORTER'],
    ]);
  });

  it('mails present and new roles in the language of the member, at most five times an hour', async () => {
    const { id, username } = await addMember(['MEMBER']);
    await identity.db.knex('users').where({ id }).update({ language: 'en' });
    const listSubjects = () =>
      identity.db
        .knex('mail_queue')
        .where({ recipient: `${username}@obieg.test` })
        .pluck('subject');
    await changeRoles(id, ['MEMBER', 'MEMBER']);
    expect(await listSubjects()).toEqual([]);
    await changeRoles(id, ['OPERATOR', 'REPORTER']);
    const mail = await identity.db
      .knex('mail_queue')
      .where({ recipient: `${username}@obieg.test` })
      .first();
    expect(mail.subject).toBe('Your roles in Organizacja acme changed');
    expect(mail.body_text).toContain('Before: Member.\n\nNow: Operator, Reporter.\n');
    for (const role of ['MEMBER', 'OPERATOR', 'MEMBER', 'OPERATOR', 'MEMBER'])
      expect((await changeRoles(id, [role])).body.roles).toEqual([role]);
    expect(await listSubjects()).toHaveLength(5);
  });

  it('hides users of other organizations, and changes roles only in this organization', async () => {
    const { id } = await addMember(['MEMBER'], globex);
    expect((await changeRoles(id, ['OPERATOR'])).status).toBe(404);
    expect((await changeRoles(id, ['OPERATOR'], tokens.super)).status).toBe(404);
    await call('POST', '/api/admin/invite-user', tokens.anna, {
      email: `osoba${memberCount}@obieg.test`,
      roles: ['REPORTER'],
    });
    await changeRoles(id, ['MEMBER']);
    await changeRoles(id, ['OPERATOR'], tokens.greta, globex);
    const shown = await call('GET', `/api/users/${id}`, tokens.super);
    expect(shown.body.userOrganizationRoles).toEqual([
      { organization: { name: 'Organizacja acme' }, role: { name: 'MEMBER' } },
      { organization: { name: 'Organizacja globex' }, role: { name: 'OPERATOR' } },
    ]);
    expect((await call('GET', `/api/users/${id}`, tokens.anna)).body.userOrganizationRoles).toHaveLength(1);
  });

  it.each([[[]], [['SUPER_ADMIN']], [['KING']], ['MEMBER'], [{}], [[['MEMBER']]], [undefined]])(
    'rejects %j',
    async (roles) => {
      const { id } = await addMember(['MEMBER']);
      expect((await changeRoles(id, roles)).status).toBe(422);
    },
  );

  it.each(['GET', 'DELETE'])('returns 404 in the language of Accept-Language: %s', async (method) => {
    const request = (language: string) =>
      identity.request(method, '/api/users/999999', {
        token: tokens.anna,
        organization: acme,
        headers: { 'accept-language': language },
      });
    expect((await request('pl')).body).toMatchObject({ status: 404, message: 'Nie znaleziono użytkownika' });
    expect((await request('en')).body).toMatchObject({ status: 404, message: 'User not found' });
  });

  it.each(['0', '-1', '1.5', 'x', '99999999999999999999', '%00'])('returns 404 for the id %s', async (id) => {
    expect((await call('PUT', `/api/users/${id}/roles`, tokens.anna, { roles: ['MEMBER'] })).status).toBe(
      404,
    );
  });

  it('does not demote the last administrator when two administrators demote each other', async () => {
    const initech = await identity.addOrganization('initech');
    const [one, two] = [await addMember(['ORG_ADMIN'], initech), await addMember(['ORG_ADMIN'], initech)];
    const [oneToken, twoToken] = [
      await identity.signIn(one.username, initech),
      await identity.signIn(two.username, initech),
    ];
    const responses = await Promise.all([
      changeRoles(two.id, ['MEMBER'], oneToken, initech),
      changeRoles(one.id, ['MEMBER'], twoToken, initech),
    ]);
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    // The second request fails because its target is the last administrator or its caller was already demoted.
    expect([403, 409]).toContain(statuses.find((status) => status !== 200));
    const [lastAdmin] = await identity.db.knex.transaction(async (tx) => {
      await tx.raw(`select set_config('app.organization_id', ?, true)`, [String(initech.id)]);
      return tx('memberships').whereRaw(`'ORG_ADMIN' = any(roles)`).pluck('user_id');
    });
    const lastAdminToken = lastAdmin === one.id ? oneToken : twoToken;
    expect(await changeRoles(lastAdmin, ['MEMBER'], lastAdminToken, initech)).toMatchObject({
      status: 409,
      body: { code: 'LAST_ADMIN' },
    });
    expect((await changeRoles(lastAdmin, ['ORG_ADMIN', 'OPERATOR'], lastAdminToken, initech)).status).toBe(
      200,
    );
  });
});

describe('the last administrator who has accepted the invitation', () => {
  it('keeps the role while the other administrators have not accepted', async () => {
    const hooli = await identity.addOrganization('hooli');
    const last = await addMember(['ORG_ADMIN'], hooli);
    const token = await identity.signIn(last.username, hooli);
    const inviteAdmin = async (email: string): Promise<number> => {
      await call('POST', '/api/admin/invite-user', token, { email, roles: ['ORG_ADMIN'] }, hooli);
      return (await identity.db.knex('users').where({ email }).first('id')).id;
    };
    await inviteAdmin('pierwsza@hooli.test');
    const mistyped = await inviteAdmin('literowka@hooli.test');
    const refusals = [
      await changeRoles(last.id, ['MEMBER'], token, hooli),
      await removeUser(last.id, token, hooli),
      await call(
        'POST',
        '/api/admin/invite-user',
        token,
        { email: `${last.username}@obieg.test`, roles: ['MEMBER'], replacedRoles: ['ORG_ADMIN'] },
        hooli,
      ),
    ];
    const message =
      'No other administrator has accepted the invitation yet, so the last one must keep this role.';
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ status: 409, body: { code: 'LAST_ADMIN', message } });
    expect((await removeUser(mistyped, token, hooli)).status).toBe(204);
    const { body_text } = await identity.db
      .knex('mail_queue')
      .where({ recipient: 'pierwsza@hooli.test' })
      .first();
    const link = { token: /token=([\w-]+)/.exec(body_text)?.[1], password };
    expect((await call('POST', '/api/auth/set-password', undefined, link, hooli)).status).toBe(200);
    expect((await changeRoles(last.id, ['MEMBER'], token, hooli)).status).toBe(200);
  });

  it('keeps the role as the only administrator, even if never signed in', async () => {
    const umbrella = await identity.addOrganization('umbrella');
    const superToken = await identity.signIn('super', umbrella);
    const inviteAdmin = async (email: string): Promise<number> => {
      await call('POST', '/api/admin/invite-user', superToken, { email, roles: ['ORG_ADMIN'] }, umbrella);
      return (await identity.db.knex('users').where({ email }).first('id')).id;
    };
    const first = await inviteAdmin('jedna@umbrella.test');
    expect((await removeUser(first, superToken, umbrella)).body).toMatchObject({ code: 'LAST_ADMIN' });
    await inviteAdmin('druga@umbrella.test');
    expect((await removeUser(first, superToken, umbrella)).status).toBe(204);
  });
});

describe('DELETE /api/users/{id}', () => {
  it('requires MANAGE_USERS', async () => {
    const { id } = await addMember(['MEMBER']);
    expect((await call('DELETE', `/api/users/${id}`)).status).toBe(401);
    for (const token of [tokens.rita, tokens.marek, tokens.wiktor])
      expect((await removeUser(id, token)).status).toBe(403);
    expect((await removeUser(id)).status).toBe(204);
    expect((await removeUser(id)).status).toBe(404);
  });

  it('ends sessions, group memberships and sign-in in this organization only', async () => {
    const { id, username } = await addMember(['OPERATOR']);
    await call(
      'POST',
      '/api/admin/invite-user',
      tokens.greta,
      { email: `${username}@obieg.test`, roles: ['MEMBER'] },
      globex,
    );
    const [acmeToken, globexToken] = [
      await identity.signIn(username, acme),
      await identity.signIn(username, globex),
    ];
    const group = (await call('POST', '/api/groups', tokens.anna, { name: 'Zespół' })).body;
    await call('POST', `/api/groups/${group.id}/members`, tokens.anna, { userId: id });

    expect((await removeUser(id)).status).toBe(204);
    expect([await isSessionValid(acmeToken), await isSessionValid(globexToken)]).toEqual([false, true]);
    expect((await call('GET', '/api/auth/me', acmeToken)).status).toBe(401);
    expect((await call('GET', '/api/auth/me', globexToken, undefined, globex)).status).toBe(200);
    expect((await call('GET', `/api/groups/${group.id}/members`, tokens.anna)).body).toEqual([]);
    expect((await call('GET', `/api/users/${id}`, tokens.anna)).status).toBe(404);
    const signIn = { organization: acme, body: { email: username, password } };
    expect((await identity.request('POST', '/api/auth/signin', signIn)).status).toBe(401);
    expect((await listMembershipEvents(id)).at(-1)).toMatchObject({ organizationId: expect.any(Number) });
    expect(
      (await listMembershipEvents(id)).filter(({ organizationId }) => organizationId === acme.id).at(-1)
        ?.roles,
    ).toEqual([]);
    const removals = await recordedEvents(identity.db.knex, 'obieg.identity.group-member.deleted');
    expect(removals.at(-1)?.data).toEqual({ organizationId: acme.id, groupId: group.id, userId: id });
    expect((await call('POST', `/api/groups/${group.id}/members`, tokens.anna, { userId: id })).status).toBe(
      422,
    );
  });

  it('invalidates an open invitation', async () => {
    const email = 'zaproszona@obieg.test';
    await call('POST', '/api/admin/invite-user', tokens.anna, { email, roles: ['MEMBER'] });
    const { body_text } = await identity.db.knex('mail_queue').where({ recipient: email }).first();
    const token = /token=([\w-]+)/.exec(body_text)?.[1];
    const { users } = (await call('GET', '/api/users/search?searchTerm=zaproszona', tokens.anna)).body;
    expect((await removeUser(users[0].id)).status).toBe(204);
    const setPassword = { organization: acme, body: { token, password } };
    expect((await identity.request('POST', '/api/auth/set-password', setPassword)).status).toBe(400);
  });

  it('returns 404 for users of other organizations, and 409 for the last administrator', async () => {
    const { id } = await addMember(['MEMBER'], globex);
    expect((await removeUser(id)).status).toBe(404);
    const anna = (await call('GET', '/api/auth/me', tokens.anna)).body.id;
    expect(await removeUser(anna)).toMatchObject({ status: 409, body: { code: 'LAST_ADMIN' } });
    expect((await call('GET', `/api/users/${anna}`, tokens.anna)).body.roles).toEqual(['ORG_ADMIN']);
  });

  it('leaves no session and no group membership of concurrent requests', async () => {
    const group = (await call('POST', '/api/groups', tokens.anna, { name: 'Wyścig' })).body;
    for (let round = 0; round < 5; round++) {
      const { id, username } = await addMember(['MEMBER']);
      const [, signedIn] = await Promise.all([
        removeUser(id),
        identity.request('POST', '/api/auth/signin', {
          organization: acme,
          body: { email: username, password },
        }),
        call('POST', `/api/groups/${group.id}/members`, tokens.anna, { userId: id }),
      ]);
      expect([200, 401]).toContain(signedIn.status);
      if (signedIn.status === 200) expect(await isSessionValid(signedIn.body.token)).toBe(false);
    }
    expect((await call('GET', `/api/groups/${group.id}/members`, tokens.anna)).body).toEqual([]);
  });
});

describe('GET /api/users', () => {
  it('returns pages of search results, ignoring case and diacritics', async () => {
    const names = ['Żółwińska', 'żółwik', 'Zolwiarz'];
    for (const username of names) await identity.addMember(acme.id, username, ['MEMBER']);
    await identity.addMember(globex.id, 'zolwica', ['MEMBER']);
    const first = await call('GET', '/api/users?search=ZOLWI&limit=2', tokens.anna);
    const second = await call(
      'GET',
      `/api/users?search=ZOLWI&limit=2&cursor=${first.headers['x-next-cursor']}`,
      tokens.anna,
    );
    const found = [...first.body, ...second.body].map(({ username }: { username: string }) => username);
    expect(found).toEqual(names);
    expect(second.headers['x-next-cursor']).toBeUndefined();
    for (const wildcard of ['%25', '__lwik', 'z%25ik', '%5C', '%5C%25'])
      expect((await call('GET', `/api/users?search=${wildcard}`, tokens.anna)).body).toEqual([]);
    await identity.addMember(acme.id, 'jan_nowak', ['MEMBER']);
    await identity.addMember(acme.id, 'janxnowak', ['MEMBER']);
    const underscore = (await call('GET', '/api/users?search=jan_no', tokens.anna)).body;
    expect(underscore.map(({ username }: { username: string }) => username)).toEqual(['jan_nowak']);
  });

  it("contains a user's first five groups in Polish order, their number, and the roles of this organization", async () => {
    const { id, username } = await addMember(['MEMBER']);
    for (const name of ['Żuraw', 'Ćma', 'Zebra', 'Cyranka', 'Łoś', 'Lis']) {
      const group = (await call('POST', '/api/groups', tokens.anna, { name })).body;
      await call('POST', `/api/groups/${group.id}/members`, tokens.anna, { userId: id });
    }
    const invitation = { email: `${username}@obieg.test`, roles: ['OPERATOR'] };
    await call('POST', '/api/admin/invite-user', tokens.greta, invitation, globex);
    const foreign = (await call('POST', '/api/groups', tokens.greta, { name: 'Obca' }, globex)).body;
    await call('POST', `/api/groups/${foreign.id}/members`, tokens.greta, { userId: id }, globex);
    for (const token of [tokens.anna, tokens.super]) {
      const [listed] = (await call('GET', `/api/users?search=${username}`, token)).body;
      expect(listed).toMatchObject({ roles: ['MEMBER'], groupCount: 6, invitation: null });
      expect(listed.groups[0]).toMatchObject({ name: 'Cyranka', path: 'Cyranka' });
      expect(listed.groups.map(({ name }: { name: string }) => name)).toEqual([
        'Cyranka',
        'Ćma',
        'Lis',
        'Łoś',
        'Zebra',
      ]);
      expect((await call('GET', `/api/users/${id}`, token)).body.groups).toHaveLength(6);
    }
  });

  it('names the groups of which a user is the only leader', async () => {
    const [alone, other] = [await addMember(['MEMBER']), await addMember(['MEMBER'])];
    const createGroup = async (name: string, parentGroupId: number | null = null): Promise<number> =>
      (await call('POST', '/api/groups', tokens.anna, { name, parentGroupId })).body.id;
    const addLeaders = async (group: number, ...leaders: { id: number }[]) => {
      for (const { id } of leaders)
        await call('POST', `/api/groups/${group}/members`, tokens.anna, { userId: id, role: 'LEADER' });
    };
    const top = await createGroup('Rozliczenia');
    const nested = await createGroup('Kierownicy', top);
    await addLeaders(nested, alone);
    await addLeaders(top, alone, other);
    await call('POST', `/api/groups/${await createGroup('Bez lidera')}/members`, tokens.anna, {
      userId: alone.id,
    });
    const ledAlone = async ({ id }: { id: number }) =>
      (await call('GET', `/api/users/${id}`, tokens.anna)).body.groupsLedAlone;
    expect(await ledAlone(alone)).toEqual([
      { id: nested, name: 'Kierownicy', path: 'Rozliczenia / Kierownicy' },
    ]);
    expect(await ledAlone(other)).toEqual([]);
  });

  it('treats usernames as equal regardless of case, also for Polish letters', async () => {
    await identity.addMember(acme.id, 'Łucja', ['MEMBER']);
    const signIn = { organization: acme, body: { email: 'łUCJA', password } };
    expect((await identity.request('POST', '/api/auth/signin', signIn)).status).toBe(200);
    await expect(identity.addMember(acme.id, 'łucja', ['MEMBER'])).rejects.toThrow('users_username_key');
  });

  it.each([
    'limit=0',
    'limit=201',
    'limit=x',
    'cursor=-1',
    'cursor=x',
    `search=${'x'.repeat(101)}`,
    'limit=1&limit=2',
  ])('rejects %s', async (query) => {
    expect((await call('GET', `/api/users?${query}`, tokens.anna)).status).toBe(400);
  });
});

describe('POST /api/admin/invite-user on the main domain', () => {
  it('requires an organization, and accepts it only with MANAGE_SUSER', async () => {
    const token = await identity.signIn('super');
    const invite = (body: object) => identity.request('POST', '/api/admin/invite-user', { token, body });
    const person = { email: 'zdalna@obieg.test', roles: ['MEMBER'] };
    expect(await invite(person)).toMatchObject({ status: 400, body: { code: 'ORGANIZATION_REQUIRED' } });
    expect((await invite({ ...person, organizationId: globex.id })).body).toEqual({
      userExists: false,
      result: 'SENT',
    });
    const anna = await identity.signIn('anna');
    const rejected = await identity.request('POST', '/api/admin/invite-user', {
      token: anna,
      body: { ...person, organizationId: acme.id },
    });
    expect(rejected.status).toBe(403);
  });
});
