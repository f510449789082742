import { withEveryOrganization } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AttackFixture, startAttackFixture } from './attack-fixture';
import { runWhileLocked } from './run-while-locked';

let fixture: AttackFixture;
let secondAdmin: string;
beforeAll(async () => {
  fixture = await startAttackFixture();
  await fixture.identity.addMember(fixture.acme.id, 'adam', ['ORG_ADMIN']);
  secondAdmin = await fixture.identity.signIn('adam', fixture.acme);
});
afterAll(() => fixture.identity.close());

interface Invited {
  id: number;
  email: string;
  /** Token of the mailed link. */
  token: string;
}

const readToken = async (email: string): Promise<string> =>
  /token=([\w-]+)/.exec(await fixture.readLastMail(email))?.[1] ?? '';
let invitedCount = 0;
const invitePerson = async (): Promise<Invited> => {
  invitedCount += 1;
  const email = `zaproszona${invitedCount}@obieg.test`;
  const token = await fixture.invite(email);
  const { id } = await fixture.identity.db.knex('users').where({ email }).first('id');
  return { id, email, token };
};
const resend = (id: number, token = fixture.tokens.anna) =>
  fixture.callAcme('POST', `/api/users/${id}/invitation`, token);
const withdraw = (id: number, token = fixture.tokens.anna) =>
  fixture.callAcme('DELETE', `/api/users/${id}/invitation`, token);
const getUser = async (id: number) =>
  (await fixture.callAcme('GET', `/api/users/${id}`, fixture.tokens.anna)).body;
const lockAccount =
  ({ id }: Invited) =>
  (tx: Parameters<Parameters<typeof withEveryOrganization>[1]>[0]) =>
    tx('users').where({ id }).forUpdate().first('id');
const findLogEntry = (event: string, id: number) =>
  withEveryOrganization(fixture.identity.db, (tx) =>
    tx('security_log')
      .where({ event, subject_id: String(id) })
      .orderBy('id', 'desc')
      .first(),
  );

describe('a pending invitation', () => {
  it('is shown until the first sign-in, which is recorded', async () => {
    const invited = await invitePerson();
    const { invitation, lastSignInAt } = await getUser(invited.id);
    expect(lastSignInAt).toBeNull();
    const validMs = Date.parse(invitation.expiresAt) - Date.parse(invitation.sentAt);
    expect(validMs).toBe(7 * 24 * 60 * 60 * 1_000);
    expect((await fixture.setPassword(invited.token)).status).toBe(200);
    const accepted = await getUser(invited.id);
    expect(accepted.invitation).toBeNull();
    expect(Date.now() - Date.parse(accepted.lastSignInAt)).toBeLessThan(60_000);
  });

  it('has no expiry for an account with a password, and stays pending on a sign-in elsewhere', async () => {
    await fixture.invite('greta@obieg.test');
    expect(await fixture.readLastMail('greta@obieg.test')).toContain('acme.obieg.localhost:8080/login');
    await fixture.identity.signIn('greta', fixture.globex);
    const pending = await getUser(fixture.ids.greta);
    expect(pending).toMatchObject({ lastSignInAt: null, invitation: { expiresAt: null } });
    await fixture.identity.signIn('greta', fixture.acme);
    expect(await getUser(fixture.ids.greta)).toMatchObject({
      lastSignInAt: expect.any(String),
      invitation: null,
    });
    await fixture.invite('greta@obieg.test');
    expect((await getUser(fixture.ids.greta)).invitation).toBeNull();
  });

  it('is visible to user managers only', async () => {
    const { id, email } = await invitePerson();
    for (const path of ['/api/users', `/api/users/${id}`])
      expect((await fixture.callAcme('GET', path, fixture.tokens.olga)).status).toBe(403);
    for (const path of [`/api/users/search?searchTerm=${email}`, '/api/organizations/users']) {
      const { text } = await fixture.callAcme('GET', path, fixture.tokens.olga);
      expect(text).toContain(email);
      expect(text).not.toMatch(/invitation|lastSignIn/);
    }
  });
});

describe('POST /api/users/{id}/invitation', () => {
  it.each(['POST', 'DELETE'])('requires MANAGE_USERS in the same organization: %s', async (method) => {
    const { id } = await invitePerson();
    const send = async (token?: string) =>
      (await fixture.callAcme(method, `/api/users/${id}/invitation`, token)).status;
    expect(await send()).toBe(401);
    for (const token of [fixture.tokens.olga, fixture.tokens.wiktor]) expect(await send(token)).toBe(403);
    expect(await send(fixture.tokens.greta)).toBe(401);
    const elsewhere = { organization: fixture.globex, token: fixture.tokens.greta };
    const response = await fixture.identity.request(method, `/api/users/${id}/invitation`, elsewhere);
    expect(response.status).toBe(404);
    expect((await getUser(id)).invitation).not.toBeNull();
  });

  it('mails a new link that names inviter and roles, and invalidates the earlier link', async () => {
    const { id, email, token } = await invitePerson();
    expect((await resend(id, secondAdmin)).status).toBe(204);
    expect(await fixture.readLastMail(email)).toMatch(/adam zaprasza Cię.*\s+Twoja rola: Członek\./);
    expect((await fixture.setPassword(token)).status).toBe(400);
    expect((await fixture.setPassword(await readToken(email))).status).toBe(200);
    expect(await findLogEntry('invitation.resend', id)).toMatchObject({
      outcome: 'done',
      organization_id: fixture.acme.id,
      details: { roles: ['MEMBER'] },
    });
  });

  it('shares the limit of five invitations an hour, also between two administrators', async () => {
    const { id } = await invitePerson();
    const responses = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((time) => resend(id, time % 2 ? fixture.tokens.anna : secondAdmin)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 204, 204, 204, 429, 429]);
    const refused = responses.find(({ status }) => status === 429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(3_500);
    const tokens = await fixture.identity.db.knex('invitations').where({ user_id: id });
    expect(tokens).toHaveLength(1);
    expect(await findLogEntry('invitation.resend', id)).toMatchObject({
      outcome: 'refused',
      details: { reason: 'TOO_MANY_REQUESTS' },
    });
  });

  it('is refused after acceptance, also by a concurrent one', async () => {
    const accepted = await invitePerson();
    await fixture.setPassword(accepted.token);
    expect(await resend(accepted.id)).toMatchObject({
      status: 409,
      body: { message: 'This person has already accepted the invitation.' },
    });
    const racing = await invitePerson();
    const statuses = await runWhileLocked(fixture.identity.db, lockAccount(racing), [
      () => fixture.setPassword(racing.token),
      () => resend(racing.id),
    ]);
    expect(statuses).toEqual([200, 409]);
    expect(await fixture.identity.db.knex('invitations').where({ user_id: racing.id })).toEqual([]);
  });

  it('returns 404 for unknown users and former members', async () => {
    const { id } = await invitePerson();
    await fixture.callAcme('DELETE', `/api/users/${id}`, fixture.tokens.anna);
    for (const unknown of [id, 987_654_321, fixture.ids.greta + 1_000])
      expect((await resend(unknown)).status).toBe(404);
  });
});

describe('DELETE /api/users/{id}/invitation', () => {
  it('ends the membership and makes link and codes worthless', async () => {
    const { id, email, token } = await invitePerson();
    const group = (await fixture.callAcme('POST', '/api/groups', fixture.tokens.anna, { name: 'Zespół' }))
      .body;
    await fixture.callAcme('POST', `/api/groups/${group.id}/members`, fixture.tokens.anna, { userId: id });
    expect((await withdraw(id)).status).toBe(204);
    expect((await fixture.setPassword(token)).status).toBe(400);
    const account = { organization: fixture.acme, body: { token } };
    expect((await fixture.identity.request('POST', '/api/auth/password-account', account)).status).toBe(400);
    const methods = await fixture.callAcme('POST', '/api/auth/check-login-methods', undefined, { email });
    expect(methods.body.userExists).toBe(false);
    expect(
      (await fixture.callAcme('GET', `/api/groups/${group.id}/members`, fixture.tokens.anna)).body,
    ).toEqual([]);
    expect(await findLogEntry('invitation.withdraw', id)).toMatchObject({
      outcome: 'done',
      details: { rolesBefore: ['MEMBER'] },
    });
  });

  it('keeps the invitation of another organization', async () => {
    const { id, email } = await invitePerson();
    const elsewhere = await fixture.invite(email, fixture.globex, fixture.tokens.greta);
    expect((await withdraw(id)).status).toBe(204);
    expect((await fixture.setPassword(elsewhere, 'nowe-haslo', fixture.globex)).status).toBe(200);
    expect((await fixture.callAcme('GET', `/api/users/${id}`, fixture.tokens.anna)).status).toBe(404);
  });

  it('succeeds for one of two administrators', async () => {
    const { id } = await invitePerson();
    const responses = await Promise.all([withdraw(id), withdraw(id, secondAdmin)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 404]);
    expect(await findLogEntry('invitation.withdraw', id)).toMatchObject({ outcome: 'refused' });
  });

  it('is refused after acceptance, and says what to do', async () => {
    const { id, token } = await invitePerson();
    await fixture.setPassword(token);
    expect(await withdraw(id)).toMatchObject({
      status: 409,
      body: { message: 'This person has already accepted the invitation. Remove the user instead.' },
    });
    expect((await getUser(id)).roles).toEqual(['MEMBER']);
  });

  it('leaves no member when it races with a resend', async () => {
    const invited = await invitePerson();
    const [withdrawn, resent] = await Promise.all([withdraw(invited.id), resend(invited.id, secondAdmin)]);
    expect(withdrawn.status).toBe(204);
    expect([204, 404]).toContain(resent.status);
    expect((await fixture.setPassword(await readToken(invited.email))).status).toBe(400);
  });

  it('can be followed by a new invitation', async () => {
    const { id, email } = await invitePerson();
    await withdraw(id);
    const token = await fixture.invite(email);
    expect(await getUser(id)).toMatchObject({ lastSignInAt: null, invitation: expect.any(Object) });
    expect((await fixture.setPassword(token)).status).toBe(200);
  });
});

describe('concurrent sign-ins of a member', () => {
  it('do not deadlock', async () => {
    const signIns = Array.from({ length: 4 }, () => fixture.identity.signIn('olga', fixture.acme));
    expect((await Promise.all(signIns)).every(Boolean)).toBe(true);
  });
});

describe('POST /api/auth/password-account', () => {
  const ask = (token: unknown, organization = fixture.acme) =>
    fixture.identity.request('POST', '/api/auth/password-account', { organization, body: { token } });

  it('names the account of an invitation on its own address only', async () => {
    const { email, token } = await invitePerson();
    expect(await ask(token)).toMatchObject({ status: 200, body: { username: email, email } });
    expect((await ask(token, fixture.globex)).status).toBe(400);
    const onMainDomain = await fixture.identity.request('POST', '/api/auth/password-account', {
      body: { token },
    });
    expect(onMainDomain.status).toBe(400);
    await fixture.setPassword(token);
    expect((await ask(token)).status).toBe(400);
  });

  it('names the account of a verified code, but not before it is verified', async () => {
    const email = 'olga@obieg.test';
    await fixture.resetSendLimits();
    const sent = await fixture.callAcme('POST', '/api/email-verification/send-code', undefined, { email });
    const { token } = sent.body;
    expect((await ask(token)).status).toBe(400);
    const code = /\b(\d{6})\b/.exec(await fixture.readLastMail(email))?.[1];
    await fixture.callAcme('POST', '/api/email-verification/verify-with-token', undefined, { token, code });
    expect((await ask(token)).body).toEqual({ username: 'olga', email });
  });

  it.each([
    ['', 400],
    ['x'.repeat(43), 400],
    ['x'.repeat(201), 422],
    [null, 422],
  ])('rejects the token %j with %i', async (token, status) => {
    expect((await ask(token)).status).toBe(status);
  });
});
