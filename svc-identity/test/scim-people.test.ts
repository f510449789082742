import { withOrganization, withTransaction } from '@obieg/service-kit';
import { recordedEvents } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashCode, hashToken } from '../src/credentials/secrets';
import { password } from './identity-service';
import { type Scim, startScim } from './scim-fixture';

let scim: Scim;
beforeAll(async () => {
  scim = await startScim();
});
afterAll(() => scim.identity.close());

const accountOf = (id: number) =>
  withTransaction(scim.identity.db, (tx) => tx('users').where({ id }).first());
const memberOf = (organizationId: number, user_id: number) =>
  withOrganization(scim.identity.db, organizationId, (tx) => tx('memberships').where({ user_id }).first());
const signIn = (email: string, organization = scim.acme) =>
  scim.identity.request('POST', '/api/auth/signin', { organization, body: { email, password } });

describe('a new person', () => {
  it('gets an account without a password, the role MEMBER and no mail', async () => {
    const mailsBefore = await scim.identity.db.knex('mail_queue').count();
    const person = await scim.addPerson();
    expect(await accountOf(person.number)).toMatchObject({ password_hash: null, is_integration: false });
    expect((await memberOf(scim.acme.id, person.number)).roles).toEqual(['MEMBER']);
    expect(await scim.identity.db.knex('mail_queue').count()).toEqual(mailsBefore);
    const { body } = await scim.api('GET', `/api/users/${person.number}`);
    expect(body).toMatchObject({
      email: person.userName,
      roles: ['MEMBER'],
      invitation: { isMailed: false },
    });
    expect(
      (await recordedEvents(scim.identity.db.knex, 'obieg.identity.user.changed')).at(-1)?.data,
    ).toMatchObject({ id: person.number, displayName: person.displayName });
  });

  it('can be created inactive, with the roles that follow the activation', async () => {
    const person = await scim.addPerson({ active: false, roles: [{ value: 'OPERATOR' }] });
    expect([person.active, person.roles]).toEqual([false, [{ value: 'OPERATOR', primary: true }]]);
    expect(await memberOf(scim.acme.id, person.number)).toBeUndefined();
    const { body } = await scim.patch(`/Users/${person.id}`, { op: 'replace', value: { active: 'True' } });
    expect([body.active, body.roles]).toEqual([true, [{ value: 'OPERATOR', primary: true }]]);
  });

  it('with the name of a member is shown by the address', async () => {
    const [, second] = [
      await scim.addPerson({ displayName: 'Jan Kowalski' }),
      await scim.addPerson({ displayName: 'Jan Kowalski (IT) <jan>' }),
    ];
    expect(second.displayName).toBe('Jan Kowalski IT jan');
    const third = await scim.addPerson({ displayName: 'Jan Kowalski' });
    expect((await memberOf(scim.acme.id, third.number)).shown_name).toBe(third.userName);
    expect(third.displayName).toBe('Jan Kowalski');
  });

  it('gets roles that are sent as texts', async () => {
    const { roles } = await scim.addPerson({ roles: ['OPERATOR', 'member'] });
    expect(roles.map(({ value }: { value: string }) => value).sort()).toEqual(['MEMBER', 'OPERATOR']);
  });

  it('is refused without an address, with an unknown role and with the system role', async () => {
    const create = async (body: object) => {
      const response = await scim.scim('POST', '/Users', { body });
      return [response.status, response.body.scimType];
    };
    expect(await create({ displayName: 'Nobody' })).toEqual([400, 'invalidValue']);
    expect(await create({ userName: 'no-address' })).toEqual([400, 'invalidValue']);
    expect(await create({ userName: 'a@acme.test', roles: [{ value: 'KING' }] })).toEqual([
      400,
      'invalidValue',
    ]);
    expect(await create({ userName: 'a@acme.test', roles: ['SUPER_ADMIN'] })).toEqual([400, 'invalidValue']);
    expect(await create({ userName: 'integration-1@integrations.invalid' })).toEqual([400, 'invalidValue']);
    expect((await scim.find('userName eq "a@acme.test"')).body.totalResults).toBe(0);
  });

  it('is created once by calls at once, and by a repetition with an Idempotency-Key', async () => {
    const post = (body: object, headers = {}) => scim.scim('POST', '/Users', { body, headers });
    const same = { userName: 'race@acme.test' };
    const statuses = (await Promise.all([post(same), post(same), post(same)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 409, 409]);
    const names = await Promise.all(
      ['one', 'two'].map((login) =>
        post({ userName: 'Same Name', emails: [{ value: `${login}@acme.test` }] }),
      ),
    );
    expect(names.map(({ status }) => status).sort()).toEqual([201, 409]);
    const key = { 'idempotency-key': 'a-key-of-a-client' };
    const body = { userName: 'once@acme.test' };
    const [first, again] = [await post(body, key), await post(body, key)];
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
    expect((await post({ userName: 'other@acme.test' }, key)).status).toBe(409);
  });

  it('shares neither userName nor externalId with another person', async () => {
    const one = await scim.addPerson({ externalId: 'unique-1' });
    const two = await scim.addPerson({ externalId: 'unique-2' });
    const replace = (path: string, value: string) =>
      scim.patch(`/Users/${two.id}`, { op: 'replace', path, value });
    for (const [path, value] of [
      ['userName', one.userName.toUpperCase()],
      ['externalId', 'unique-1'],
      ['userName', 'anna@obieg.test'],
      ['emails[type eq "work"].value', one.userName],
    ] as const) {
      const { status, body } = await replace(path, value);
      expect([path, status, body.scimType]).toEqual([path, 409, 'uniqueness']);
    }
  });
});

describe('invitations by mail', () => {
  const set = (sendsInvitations: boolean, headers = {}) =>
    scim.identity.request('PUT', '/api/scim-settings', {
      organization: scim.acme,
      token: scim.admin,
      body: { sendsInvitations },
      headers,
    });
  const mailsTo = (recipient: string) =>
    withTransaction(scim.identity.db, (tx) =>
      tx('mail_queue').where({ recipient }).select('subject', 'body_text'),
    );

  it('are sent if the organization decides so, also after an activation', async () => {
    const { body, headers } = await scim.api('GET', '/api/scim-settings');
    expect(body).toEqual({ sendsInvitations: false });
    expect((await set(true, { 'if-match': headers.etag })).body).toEqual({ sendsInvitations: true });
    expect((await set(false, { 'if-match': headers.etag })).status).toBe(412);
    const person = await scim.addPerson();
    expect(await mailsTo(person.userName)).toMatchObject([
      { body_text: expect.stringContaining('http://acme.obieg.localhost:8080/set-password?token=') },
    ]);
    const { body: user } = await scim.api('GET', `/api/users/${person.number}`);
    expect(user.invitation).toMatchObject({ isMailed: true, expiresAt: expect.any(String) });
    await scim.patch(`/Users/${person.id}`, { op: 'replace', path: 'active', value: false });
    await scim.patch(`/Users/${person.id}`, { op: 'replace', path: 'active', value: true });
    expect(await mailsTo(person.userName)).toHaveLength(2);
    expect((await set(false)).status).toBe(200);
    expect(await mailsTo((await scim.addPerson()).userName)).toEqual([]);
  });
});

describe('a member without SCIM', () => {
  it('is found by the address, linked and changed', async () => {
    const id = await scim.identity.addMember(scim.acme.id, 'olga', ['OPERATOR']);
    const { body } = await scim.find('userName eq "OLGA@obieg.test"');
    expect(body.Resources).toMatchObject([
      { id: `u${id}`, userName: 'olga@obieg.test', active: true, roles: [{ value: 'OPERATOR' }] },
    ]);
    const linked = await scim.scim('PUT', `/Users/u${id}`, {
      body: {
        userName: 'olga.nowak@login.acme.test',
        externalId: 'olga-1',
        displayName: 'Olga Nowak',
        active: true,
      },
    });
    expect(linked.body).toMatchObject({
      userName: 'olga.nowak@login.acme.test',
      displayName: 'Olga Nowak',
      roles: [{ value: 'OPERATOR' }],
      emails: [{ value: 'olga@obieg.test' }],
    });
    expect((await accountOf(id)).username).toBe('olga');
    expect((await signIn('olga')).status).toBe(200);
  });
});

describe('an inactive person', () => {
  it('loses membership and sessions here only, and gets roles and groups back', async () => {
    const id = await scim.identity.addMember(scim.acme.id, 'both', ['OPERATOR']);
    await withOrganization(scim.identity.db, scim.globex.id, (tx) =>
      tx('memberships').insert({ organization_id: scim.globex.id, user_id: id, roles: ['MEMBER'] }),
    );
    const here = (await signIn('both')).body.token;
    const there = (await signIn('both', scim.globex)).body.token;
    const group = (await scim.api('POST', '/api/groups', { name: 'Zespół' })).body;
    await scim.patch(`/Groups/g${group.id}`, { op: 'add', path: 'members', value: [{ value: `u${id}` }] });
    const checkSession = async (token: string, organization: { id: number; code: string }) =>
      (await scim.identity.request('GET', '/api/auth/me', { token, organization })).status;
    expect([await checkSession(here, scim.acme), await checkSession(there, scim.globex)]).toEqual([200, 200]);

    const off = await scim.patch(`/Users/u${id}`, { op: 'replace', path: 'active', value: false });
    expect(off.body).toMatchObject({ active: false, roles: [{ value: 'OPERATOR' }], groups: [] });
    expect([await checkSession(here, scim.acme), await checkSession(there, scim.globex)]).toEqual([401, 200]);
    expect((await signIn('both')).status).toBe(401);
    expect((await memberOf(scim.globex.id, id)).roles).toEqual(['MEMBER']);

    // The identity provider changes its groups meanwhile.
    const other = (await scim.api('POST', '/api/groups', { name: 'Inny zespół' })).body;
    await scim.patch(`/Groups/g${other.id}`, { op: 'add', path: 'members', value: [{ value: `u${id}` }] });
    const on = await scim.patch(`/Users/u${id}`, { op: 'replace', path: 'active', value: true });
    expect(on.body).toMatchObject({ active: true, roles: [{ value: 'OPERATOR' }] });
    expect(on.body.groups.map(({ value }: { value: string }) => value)).toEqual([
      `g${group.id}`,
      `g${other.id}`,
    ]);
    expect((await signIn('both')).status).toBe(200);
  });

  it('does not come back to a group that was deleted or left meanwhile', async () => {
    const person = await scim.addPerson();
    const add = { op: 'add', path: 'members', value: [{ value: person.id }] };
    const [deleted, left] = [
      (await scim.api('POST', '/api/groups', { name: 'Usunięta' })).body,
      (await scim.api('POST', '/api/groups', { name: 'Opuszczona' })).body,
    ];
    for (const { id } of [deleted, left]) await scim.patch(`/Groups/g${id}`, add);
    await scim.patch(`/Users/${person.id}`, { op: 'replace', path: 'active', value: false });
    await scim.scim('DELETE', `/Groups/g${deleted.id}`);
    await scim.patch(`/Groups/g${left.id}`, { op: 'replace', path: 'members', value: [] });
    const { body } = await scim.patch(`/Users/${person.id}`, { op: 'replace', path: 'active', value: true });
    expect([body.active, body.groups]).toEqual([true, []]);
  });

  it('does not become a reporter by a mailed code, unlike a visitor', async () => {
    const person = await scim.addPerson({ active: false });
    const post = (path: string, body: object) =>
      scim.identity.request('POST', `/api/email-verification/${path}`, { organization: scim.acme, body });
    const verify = async () => {
      const { token } = (await post('send-code', { email: person.userName })).body;
      const code = '123456';
      await withOrganization(scim.identity.db, scim.acme.id, (tx) =>
        tx('verifications')
          .where({ token_hash: hashToken(token) })
          .update({ code_hash: hashCode(token, code) }),
      );
      return (await post('verify-with-token', { token, code })).status;
    };
    expect(await verify()).toBe(400);
    expect((await scim.scim('GET', `/Users/${person.id}`)).body.active).toBe(false);
    await scim.scim('DELETE', `/Users/${person.id}`);
    await scim.identity.db.knex('verification_sends').delete();
    expect(await verify()).toBe(200);
  });

  it('is not the last administrator', async () => {
    const { status, body } = await scim.patch(`/Users/u${scim.annaId}`, {
      op: 'replace',
      path: 'active',
      value: false,
    });
    expect([status, body.scimType]).toEqual([409, undefined]);
    // One who never signed in does not count.
    await scim.addPerson({ roles: [{ value: 'ORG_ADMIN' }] });
    expect((await scim.scim('DELETE', `/Users/u${scim.annaId}`)).status).toBe(409);
    const demoted = await scim.patch(`/Users/u${scim.annaId}`, {
      op: 'replace',
      path: 'roles',
      value: [{ value: 'MEMBER' }],
    });
    expect(demoted.status).toBe(409);
    expect((await scim.api('GET', '/api/auth/me')).status).toBe(200);
  });

  it('who was removed on the screen is inactive, and becomes a MEMBER again', async () => {
    const person = await scim.addPerson({ roles: [{ value: 'OPERATOR' }] });
    await scim.api('DELETE', `/api/users/${person.number}`);
    expect((await scim.scim('GET', `/Users/${person.id}`)).body.active).toBe(false);
    const { body } = await scim.patch(`/Users/${person.id}`, { op: 'replace', path: 'active', value: true });
    expect(body.roles).toEqual([{ value: 'MEMBER', primary: true }]);
  });
});

describe('a deleted person', () => {
  it('is gone for SCIM, and the account stays', async () => {
    const person = await scim.addPerson();
    expect((await scim.scim('DELETE', `/Users/${person.id}`)).status).toBe(204);
    expect((await scim.scim('DELETE', `/Users/${person.id}`)).status).toBe(404);
    expect((await memberOf(scim.acme.id, person.number)).roles).toEqual([]);
    const again = await scim.addPerson({ userName: person.userName });
    expect(again.id).toBe(person.id);
  });
});

describe('an account that another organization knows', () => {
  const change = (id: string) =>
    scim.patch(
      `/Users/${id}`,
      { op: 'replace', path: 'displayName', value: 'Nowa Nazwa' },
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'stolen@acme.test' },
      { op: 'replace', path: 'userName', value: `renamed-${id}` },
    );

  it('keeps names and address; only the userName of the organization changes', async () => {
    const person = await scim.addPerson();
    await withOrganization(scim.identity.db, scim.globex.id, (tx) =>
      tx('memberships').insert({
        organization_id: scim.globex.id,
        user_id: person.number,
        roles: ['MEMBER'],
      }),
    );
    const before = await accountOf(person.number);
    const { status, body } = await change(person.id);
    expect([status, body]).toMatchObject([
      200,
      {
        userName: `renamed-${person.id}`,
        displayName: person.displayName,
        emails: [{ value: before.email }],
      },
    ]);
    expect(await accountOf(person.number)).toEqual(before);
    // Also after it left the other one.
    await withOrganization(scim.identity.db, scim.globex.id, (tx) =>
      tx('memberships').where({ user_id: person.number }).update({ roles: [] }),
    );
    await change(person.id);
    expect(await accountOf(person.number)).toEqual(before);
    expect((await scim.find(`userName eq "renamed-${person.id}"`)).body.totalResults).toBe(1);
  });

  it('of a super administrator keeps them, too', async () => {
    const { body } = await scim.scim('POST', '/Users', { body: { userName: 'super@obieg.test' } });
    await change(body.id);
    expect(await accountOf(Number(body.id.slice(1)))).toMatchObject({
      email: 'super@obieg.test',
      display_name: null,
    });
  });
});

describe('an account of this organization alone', () => {
  it('gets the new address, which nobody has verified', async () => {
    const person = await scim.addPerson();
    await withOrganization(scim.identity.db, scim.acme.id, (tx) =>
      tx('memberships').where({ user_id: person.number }).update({ is_email_verified: true }),
    );
    await withTransaction(scim.identity.db, (tx) =>
      tx('invitations').insert({
        token_hash: Buffer.from(person.id),
        user_id: person.number,
        organization_id: scim.acme.id,
        expires_at: new Date(Date.now() + 60_000),
      }),
    );
    const { body } = await scim.patch(`/Users/${person.id}`, {
      op: 'replace',
      path: 'emails[type eq "work"].value',
      value: 'Married@acme.test',
    });
    expect(body.emails).toEqual([{ value: 'married@acme.test', type: 'work', primary: true }]);
    expect(await accountOf(person.number)).toMatchObject({
      email: 'married@acme.test',
      username: 'married@acme.test',
    });
    expect((await memberOf(scim.acme.id, person.number)).is_email_verified).toBe(false);
    const left = await withTransaction(scim.identity.db, (tx) =>
      tx('invitations').where({ user_id: person.number }),
    );
    expect(left).toEqual([]);
  });
});

describe('versions', () => {
  it('change with each change, and a stale If-Match is refused', async () => {
    const person = await scim.addPerson();
    expect(person.meta.version).toMatch(/^W\/"[\w-]+"$/);
    const patchIf = (ifMatch: string, value: string) =>
      scim.scim('PATCH', `/Users/${person.id}`, {
        body: { Operations: [{ op: 'replace', path: 'displayName', value }] },
        headers: { 'if-match': ifMatch },
      });
    const changed = await patchIf(person.meta.version, 'Inna Nazwa');
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).not.toBe(person.meta.version);
    const stale = await patchIf(person.meta.version, 'Trzecia Nazwa');
    expect([stale.status, stale.body.status]).toEqual([412, '412']);
    expect((await patchIf('*', 'Trzecia Nazwa')).status).toBe(200);
    const remove = await scim.scim('DELETE', `/Users/${person.id}`, {
      headers: { 'if-match': person.meta.version },
    });
    expect(remove.status).toBe(412);
  });

  it('stay with a change that changes nothing', async () => {
    const person = await scim.addPerson();
    const { body } = await scim.patch(`/Users/${person.id}`, {
      op: 'replace',
      path: 'displayName',
      value: person.displayName,
    });
    expect(body.meta).toEqual(person.meta);
  });
});

describe('the security log', () => {
  it('names the integration for each change and each refusal', async () => {
    const person = await scim.addPerson({ roles: [{ value: 'OPERATOR' }] });
    await scim.patch(`/Users/${person.id}`, { op: 'replace', path: 'displayName', value: 'Ktoś Inny' });
    await scim.patch(`/Users/${person.id}`, { op: 'replace', path: 'active', value: false });
    await scim.scim('DELETE', `/Users/u${scim.annaId}`);
    const log = (await scim.api('GET', `/api/security-log?userId=${scim.own.id}`)).body.entries;
    const of = (event: string, subjectId: number, outcome = 'done') =>
      log.some(
        (entry: { event: string; outcome: string; subject: { id: string } | null; actor: { id: number } }) =>
          entry.event === event &&
          entry.outcome === outcome &&
          entry.subject?.id === String(subjectId) &&
          entry.actor.id === scim.own.id,
      );
    expect(of('roles.change', person.number)).toBe(true);
    expect(of('account.change', person.number)).toBe(true);
    expect(of('member.remove', person.number)).toBe(true);
    expect(of('member.remove', scim.annaId, 'refused')).toBe(true);
  });
});

describe('attributes and excludedAttributes', () => {
  it('choose what a response contains', async () => {
    const person = await scim.addPerson();
    const read = async (query: string) =>
      Object.keys((await scim.scim('GET', `/Users/${person.id}?${query}`)).body).sort();
    expect(await read('attributes=userName,name.givenName')).toEqual(['id', 'name', 'schemas', 'userName']);
    expect(await read('excludedAttributes=groups,roles,emails,meta,name,active')).toEqual([
      'displayName',
      'id',
      'schemas',
      'userName',
    ]);
  });
});
