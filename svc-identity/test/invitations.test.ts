import { withOrganization } from '@obieg/service-kit';
import { recordedEvents } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepExpired } from '../src/sweep';
import { type Identity, password, startIdentity } from './identity-service';

let identity: Identity;
let acme: { id: number; code: string };
let globex: { id: number; code: string };
let admin: string;
let superAdmin: string;
beforeAll(async () => {
  identity = await startIdentity();
  acme = await identity.addOrganization('acme');
  globex = await identity.addOrganization('globex');
  await identity.addMember(acme.id, 'anna', ['ORG_ADMIN']);
  admin = await identity.signIn('anna', acme);
  superAdmin = await identity.signIn('super', acme);
});
afterAll(() => identity.close());

describe('POST /api/admin/invite-user', () => {
  const invite = (body: object, token = admin) =>
    identity.request('POST', '/api/admin/invite-user', { token, organization: acme, body });
  const readMail = async (email: string): Promise<string> =>
    (await identity.db.knex('mail_queue').where({ recipient: email }).orderBy('id', 'desc').first())
      .body_text;
  const readToken = async (email: string): Promise<string> =>
    /token=([\w-]+)/.exec(await readMail(email))?.[1] ?? '';
  const setPassword = (token: string, value = password, organization = acme) =>
    identity.request('POST', '/api/auth/set-password', { organization, body: { token, password: value } });

  it('creates a member who sets a password once and is signed in', async () => {
    expect((await invite({ email: 'New@Acme.Test', roles: ['MEMBER'], username: 'nowy' })).body).toEqual({
      userExists: false,
      result: 'SENT',
    });
    expect(await readMail('new@acme.test')).toContain('http://acme.obieg.localhost:8080/set-password?token=');
    const token = await readToken('new@acme.test');
    for (const tooShort of ['', 'short', '🔑🔑🔑', '🔑🔑🔑🔑🔑'])
      expect((await setPassword(token, tooShort)).status).toBe(422);
    expect((await setPassword(token, password, globex)).status).toBe(400);
    const done = await setPassword(token);
    expect(done.body).toMatchObject({ username: 'nowy', email: 'new@acme.test', token: expect.any(String) });
    expect(await setPassword(token)).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
    expect(await identity.signIn('nowy', acme)).toEqual(expect.any(String));
  });

  it.each([
    ['no token', { password }],
    ['a null token', { token: null, password }],
    ['an empty token', { token: '', password }],
    ['an empty body', {}],
  ])('rejects POST /api/auth/set-password with 400 for %s', async (_case, body) => {
    const response = await identity.request('POST', '/api/auth/set-password', { organization: acme, body });
    expect(response).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
  });

  it('multiplies the limit of invitations by RATE_LIMIT_SCALE', async () => {
    const scaled = await startIdentity({ rateLimitScale: 2 });
    try {
      const organization = await scaled.addOrganization('acme');
      await scaled.addMember(organization.id, 'anna', ['ORG_ADMIN']);
      const token = await scaled.signIn('anna', organization);
      const body = { email: 'zapraszana@acme.test', roles: ['MEMBER'] };
      const statuses: number[] = [];
      for (let time = 0; time < 11; time += 1)
        statuses.push(
          (await scaled.request('POST', '/api/admin/invite-user', { token, organization, body })).status,
        );
      expect(statuses).toEqual([...Array(10).fill(200), 429]);
    } finally {
      await scaled.close();
    }
  });

  it('assigns different usernames to concurrent invitations with the same name', async () => {
    const requestedNames = ['Łukasz', 'łukasz', 'łukasz', 'ŁUKASZ', 'łukasz', 'łukasz'];
    const responses = await Promise.all(
      requestedNames.map((username, index) =>
        invite({ email: `l${index}@acme.test`, roles: ['MEMBER'], username }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const names: string[] = await identity.db
      .knex('users')
      .whereLike('email', 'l_@acme.test')
      .pluck('username');
    expect(names.filter((name) => name.toLowerCase() === 'łukasz')).toHaveLength(1);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(6);
  });

  it('gives a new account the name of the invitation, and keeps that of an existing one', async () => {
    const email = 'jan@nazwany.test';
    const readNames = () => identity.db.knex('users').where({ email }).pluck('display_name');
    await invite({ email, roles: ['MEMBER'], displayName: ' Jan   O\u2019Hara ' });
    expect(await readNames()).toEqual(["Jan O'Hara"]);
    await invite({ email, roles: ['MEMBER'], displayName: 'Ktoś Inny' });
    expect(await readNames()).toEqual(["Jan O'Hara"]);
    for (const displayName of ['', 'a'.repeat(81), 'zobacz https://zlo.test', 'jan@x.pl', ['Jan']])
      expect((await invite({ email: 'inny@nazwany.test', roles: ['MEMBER'], displayName })).status).toBe(422);
  });

  it('shows the username of a new member whose name another member has', async () => {
    await invite({ email: 'jan1@blizniak.test', roles: ['MEMBER'], displayName: 'Jan Bliźniak' });
    await invite({ email: 'jan2@blizniak.test', roles: ['MEMBER'], displayName: 'Jan Bliźniak' });
    const shown = await withOrganization(identity.db, acme.id, (tx) =>
      tx('memberships as m')
        .join('users as u', 'u.id', 'm.user_id')
        .whereLike('u.email', '%@blizniak.test')
        .orderBy('u.email')
        .pluck('m.shown_name'),
    );
    expect(shown).toEqual([null, 'jan2@blizniak.test']);
  });

  it('limits the invitations of an organization to five hundred an hour', async () => {
    const organization = await identity.addOrganization('hurtownia');
    await identity.addMember(organization.id, 'hurt', ['ORG_ADMIN']);
    const token = await identity.signIn('hurt', organization);
    const inviteHere = (email: string) =>
      identity.request('POST', '/api/admin/invite-user', {
        organization,
        token,
        body: { email, roles: ['MEMBER'] },
      });
    await withOrganization(identity.db, organization.id, (tx) =>
      tx.raw(
        `insert into invitation_sends (organization_id, recipient)
         select ?, 'r' || n || '@hurt.test' from generate_series(1, 499) n`,
        [organization.id],
      ),
    );
    expect((await inviteHere('pierwsza@hurt.test')).status).toBe(200);
    expect(await inviteHere('druga@hurt.test')).toMatchObject({
      status: 429,
      body: { message: expect.stringMatching(/^This organization has sent too many invitations/) },
    });
    expect(await identity.db.knex('users').where({ email: 'druga@hurt.test' })).toEqual([]);
  });

  it('invalidates an earlier invitation', async () => {
    await invite({ email: 'twice@acme.test', roles: ['MEMBER'] });
    const older = await readToken('twice@acme.test');
    const second = { email: 'twice@acme.test', roles: ['OPERATOR'], replacedRoles: ['MEMBER'] };
    expect((await invite(second)).body).toEqual({ userExists: true, result: 'SENT_AGAIN' });
    expect((await setPassword(older)).status).toBe(400);
    const responses = await Promise.all(
      [1, 2, 3].map(async () => setPassword(await readToken('twice@acme.test'))),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it('limits invitations per person and organization to five an hour', async () => {
    const person = { email: 'zasypana@acme.test', roles: ['MEMBER'] };
    const listMails = () => identity.db.knex('mail_queue').where({ recipient: person.email });
    const responses = await Promise.all(Array.from({ length: 7 }, () => invite(person)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(await listMails()).toHaveLength(5);
    const token = await readToken(person.email);
    const rejected = await invite({ ...person, email: 'Zasypana@acme.test', roles: ['OPERATOR'] });
    expect(rejected).toMatchObject({
      status: 429,
      body: {
        code: 'TOO_MANY_REQUESTS',
        message: 'This person has received too many invitations within an hour. Please try again later.',
      },
    });
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(3_500);
    expect(await listMails()).toHaveLength(5);
    expect((await invite({ ...person, organizationId: globex.id }, superAdmin)).status).toBe(200);
    const [entry] = await withOrganization(identity.db, acme.id, (tx) =>
      tx('security_log').where({ event: 'invitation.send' }).orderBy('id', 'desc').limit(1),
    );
    expect(entry).toMatchObject({ outcome: 'refused', details: { reason: 'TOO_MANY_REQUESTS' } });
    const ageEntries = (hours: number) =>
      withOrganization(identity.db, acme.id, (tx) =>
        tx('invitation_sends').update({ sent_at: tx.raw(`sent_at - interval '${hours} hours'`) }),
      );
    await ageEntries(1);
    await sweepExpired(identity.db);
    expect((await setPassword(token)).status).toBe(200);
    expect((await invite(person)).status).toBe(200);
    expect(await ageEntries(1)).toBeGreaterThan(5);
    await sweepExpired(identity.db);
    expect(await ageEntries(0)).toBe(1);
  });

  it("replaces a member's roles only after a confirmation of the present ones", async () => {
    await identity.addMember(acme.id, 'ola', ['MEMBER', 'REPORTER']);
    const person = { email: 'ola@obieg.test', roles: ['OPERATOR'] };
    for (const replacedRoles of [undefined, [], ['MEMBER'], ['MEMBER', 'MEMBER'], ['OPERATOR', 'MEMBER']])
      expect(await invite({ ...person, replacedRoles })).toMatchObject({
        status: 409,
        body: {
          code: 'ROLES_HELD',
          message: 'This person is already a member with other roles. Confirm the change.',
          errors: [
            { field: 'replacedRoles', message: 'MEMBER' },
            { field: 'replacedRoles', message: 'REPORTER' },
          ],
        },
      });
    expect(await identity.db.knex('mail_queue').where({ recipient: person.email })).toEqual([]);
    expect((await invite({ ...person, roles: ['REPORTER', 'MEMBER'] })).body).toEqual({
      userExists: true,
      result: 'UNCHANGED',
    });
    expect(await identity.db.knex('mail_queue').where({ recipient: person.email })).toEqual([]);
    const confirmed = await invite({ ...person, replacedRoles: ['REPORTER', 'MEMBER'] });
    expect(confirmed).toMatchObject({ status: 200, body: { userExists: true, result: 'ROLES_CHANGED' } });
    expect(await readMail(person.email)).toMatch(
      /^Dzień dobry,\n\nanna zmienia Twoje role w organizacji Organizacja acme.*\n\nWcześniej: Zgłaszający, Członek\.\n\nTeraz: Operator\.\n\nhttp:\/\/acme\.obieg\.localhost:8080\/login\n/,
    );
    expect((await invite({ ...person, replacedRoles: ['OWNER'] })).status).toBe(422);
    const elsewhere = { ...person, organizationId: globex.id };
    expect((await invite(elsewhere, superAdmin)).status).toBe(200);
  });

  it('grants only roles that the caller may grant, and only in their organization', async () => {
    expect((await invite({ email: 'x@acme.test', roles: ['SUPER_ADMIN'] })).status).toBe(403);
    expect(
      (await invite({ email: 'x@acme.test', roles: ['MEMBER'], organizationId: globex.id })).status,
    ).toBe(403);
    expect(
      (await invite({ email: 'x@acme.test', roles: ['MEMBER'], organizationId: globex.id }, superAdmin))
        .status,
    ).toBe(200);
  });

  it.each([
    { email: 'no address', roles: ['MEMBER'] },
    { email: ['a@b.pl'], roles: ['MEMBER'] },
    { email: 'a@b.pl', roles: [] },
    { email: 'a@b.pl\r\nBcc: c@d.pl', roles: ['MEMBER'] },
  ])('rejects %j with 422', async (body) => {
    expect((await invite(body)).status).toBe(422);
  });

  it("gives the reason in the request's language", async () => {
    const body = { email: 'anna@obieg.test', roles: ['MEMBER'] };
    const messages: Record<string, string> = {};
    for (const language of ['mul', 'pl', 'en'])
      messages[language] = (
        await identity.request('POST', '/api/admin/invite-user', {
          organization: acme,
          token: admin,
          body,
          headers: { 'accept-language': language },
        })
      ).body.message;
    const english = 'The last administrator of an organization must keep this role.';
    const polish = 'Ostatni administrator organizacji zachowuje tę rolę.';
    expect(messages).toEqual({ mul: english, pl: polish, en: english });
  });

  it('does not demote the last administrator, and emits memberships', async () => {
    expect(await invite({ email: 'anna@obieg.test', roles: ['MEMBER'] })).toMatchObject({
      status: 409,
      body: { code: 'LAST_ADMIN' },
    });
    const events = await recordedEvents(identity.db.knex, 'obieg.identity.membership.changed');
    expect(events.at(-1)).toMatchObject({ organizationid: globex.id, data: { roles: ['MEMBER'] } });
  });
});
