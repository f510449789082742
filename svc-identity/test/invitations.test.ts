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
  const linkOf = async (email: string): Promise<string> =>
    (await identity.db.knex('mail_queue').where({ recipient: email }).orderBy('id', 'desc').first())
      .body_text;
  const tokenOf = async (email: string): Promise<string> =>
    /token=([\w-]+)/.exec(await linkOf(email))?.[1] ?? '';
  const setPassword = (token: string, value = password, organization = acme) =>
    identity.request('POST', '/api/auth/set-password', { organization, body: { token, password: value } });

  it('creates a member who sets a password once and is signed in', async () => {
    expect((await invite({ email: 'New@Acme.Test', roles: ['MEMBER'], username: 'nowy' })).body).toEqual({
      userExists: false,
    });
    expect(await linkOf('new@acme.test')).toContain('http://acme.obieg.localhost:8080/set-password?token=');
    const token = await tokenOf('new@acme.test');
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
  ])('answers 400 to POST /api/auth/set-password with %s', async (_case, body) => {
    const answer = await identity.request('POST', '/api/auth/set-password', { organization: acme, body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
  });

  it('multiplies the limit of invitations by RATE_LIMIT_SCALE', async () => {
    const wide = await startIdentity({ rateLimitScale: 2 });
    try {
      const organization = await wide.addOrganization('acme');
      await wide.addMember(organization.id, 'anna', ['ORG_ADMIN']);
      const token = await wide.signIn('anna', organization);
      const body = { email: 'zapraszana@acme.test', roles: ['MEMBER'] };
      const statuses: number[] = [];
      for (let time = 0; time < 11; time += 1)
        statuses.push(
          (await wide.request('POST', '/api/admin/invite-user', { token, organization, body })).status,
        );
      expect(statuses).toEqual([...Array(10).fill(200), 429]);
    } finally {
      await wide.close();
    }
  });

  it('gives concurrent invitees of one username different names', async () => {
    const wanted = ['Łukasz', 'łukasz', 'łukasz', 'ŁUKASZ', 'łukasz', 'łukasz'];
    const answers = await Promise.all(
      wanted.map((username, index) => invite({ email: `l${index}@acme.test`, roles: ['MEMBER'], username })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const names: string[] = await identity.db
      .knex('users')
      .whereLike('email', 'l_@acme.test')
      .pluck('username');
    expect(names.filter((name) => name.toLowerCase() === 'łukasz')).toHaveLength(1);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(6);
  });

  it('invalidates an earlier invitation', async () => {
    await invite({ email: 'twice@acme.test', roles: ['MEMBER'] });
    const older = await tokenOf('twice@acme.test');
    expect((await invite({ email: 'twice@acme.test', roles: ['OPERATOR'] })).body).toEqual({
      userExists: true,
    });
    expect((await setPassword(older)).status).toBe(400);
    const answers = await Promise.all(
      [1, 2, 3].map(async () => setPassword(await tokenOf('twice@acme.test'))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it('limits invitations per person and organization to five an hour', async () => {
    const person = { email: 'zasypana@acme.test', roles: ['MEMBER'] };
    const mails = () => identity.db.knex('mail_queue').where({ recipient: person.email });
    const answers = await Promise.all(Array.from({ length: 7 }, () => invite(person)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(await mails()).toHaveLength(5);
    const token = await tokenOf(person.email);
    const refused = await invite({ ...person, email: 'Zasypana@acme.test', roles: ['OPERATOR'] });
    expect(refused).toMatchObject({
      status: 429,
      body: {
        code: 'TOO_MANY_REQUESTS',
        message: 'This person has received too many invitations within an hour. Please try again later.',
      },
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
    expect(await mails()).toHaveLength(5);
    expect((await invite({ ...person, organizationId: globex.id }, superAdmin)).status).toBe(200);
    const [entry] = await withOrganization(identity.db, acme.id, (tx) =>
      tx('security_log').where({ event: 'invitation.send' }).orderBy('id', 'desc').limit(1),
    );
    expect(entry).toMatchObject({ outcome: 'refused', details: { reason: 'TOO_MANY_REQUESTS' } });
    const age = (hours: number) =>
      withOrganization(identity.db, acme.id, (tx) =>
        tx('invitation_sends').update({ sent_at: tx.raw(`sent_at - interval '${hours} hours'`) }),
      );
    await age(1);
    await sweepExpired(identity.db);
    expect((await setPassword(token)).status).toBe(200);
    expect((await invite(person)).status).toBe(200);
    expect(await age(1)).toBeGreaterThan(5);
    await sweepExpired(identity.db);
    expect(await age(0)).toBe(1);
  });

  it('grants only roles of the inviter, in their organization', async () => {
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
  ])('rejects bad input %j', async (body) => {
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

  it('keeps the last administrator and emits the membership', async () => {
    expect(await invite({ email: 'anna@obieg.test', roles: ['MEMBER'] })).toMatchObject({
      status: 409,
      body: { code: 'LAST_ADMIN' },
    });
    const events = await recordedEvents(identity.db.knex, 'obieg.identity.membership.changed');
    expect(events.at(-1)).toMatchObject({ organizationid: globex.id, data: { roles: ['MEMBER'] } });
  });
});
