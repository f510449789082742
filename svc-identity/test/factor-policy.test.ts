import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  codeOf,
  originOfSite,
  type SecondFactorFixture,
  startSecondFactorFixture,
} from './second-factor-fixture';
import { createSoftwareAuthenticator } from './software-authenticator';

let fixture: SecondFactorFixture;
let admin: { id: number; token: string; username: string };
let superToken: string;
beforeAll(async () => {
  fixture = await startSecondFactorFixture();
  admin = await fixture.addPersonWithTotp(['ORG_ADMIN']);
  superToken = await fixture.identity.signIn('super', fixture.acme);
});
afterAll(() => fixture.identity.close());
const clearPolicy = () => fixture.identity.db.knex('organizations').update({ factor_roles: [] });
beforeEach(clearPolicy);
afterEach(() => fixture.forgetAttempts());

const path = '/api/second-factors/policy';
const setPolicy = (roles: string[], token = admin.token, expectedRoles: string[] = [], site = fixture.acme) =>
  fixture.call('PUT', path, site, { roles, expectedRoles }, token);

describe('PUT /api/second-factors/policy', () => {
  it('is for administrators of the organization', async () => {
    const { call, acme, addPerson } = fixture;
    for (const role of ['MEMBER', 'OPERATOR', 'WORKFLOW_MANAGER'] as const) {
      const { token } = await addPerson([role]);
      expect((await setPolicy(['MEMBER'], token)).status).toBe(403);
      expect((await call('GET', path, acme, undefined, token)).status).toBe(403);
    }
    expect((await setPolicy(['MEMBER'], admin.token, [], fixture.globex)).status).toBe(401);
    expect((await setPolicy(['SUPER_ADMIN'])).status).toBe(422);
    expect((await setPolicy(['MEMBER'])).body).toEqual({ roles: ['MEMBER'] });
    expect((await setPolicy([])).status).toBe(412);
    expect((await call('GET', path, acme, undefined, admin.token)).body).toEqual({ roles: ['MEMBER'] });
  });

  it('ends sessions without a factor of those whom it concerns, here only', async () => {
    const { identity, acme, addPerson, addPersonWithTotp, isAlive } = fixture;
    const member = await addPerson();
    const operator = await addPerson(['OPERATOR']);
    const secured = await addPersonWithTotp();
    const onMain = await identity.signIn(member.username);
    await setPolicy(['MEMBER']);
    expect(await isAlive(member.token)).toBe(false);
    expect(await isAlive(onMain, null)).toBe(true);
    expect([await isAlive(operator.token), await isAlive(secured.token), await isAlive(admin.token)]).toEqual(
      [true, true, true],
    );
    // A new role brings the need with it.
    await identity.request('PUT', `/api/users/${operator.id}/roles`, {
      organization: acme,
      token: admin.token,
      body: { roles: ['MEMBER'] },
    });
    expect(await isAlive(operator.token)).toBe(false);
  });

  it('needs a factor of the administrator whom it concerns', async () => {
    const { addPerson } = fixture;
    const { token } = await addPerson(['ORG_ADMIN']);
    expect(await setPolicy(['ORG_ADMIN'], token)).toMatchObject({
      status: 409,
      body: { code: 'FACTOR_REQUIRED' },
    });
    expect((await setPolicy(['MEMBER'], token)).status).toBe(200);
  });

  it('does not concern API tokens', async () => {
    const { call, acme, addPerson, identity } = fixture;
    const { token } = await addPerson();
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    const created = await call(
      'POST',
      '/api/account/tokens',
      acme,
      { name: 'x', scopes: ['people:read', 'people:write'], expiresAt },
      token,
    );
    await setPolicy(['MEMBER']);
    const session = await identity.request('GET', '/internal/api-token-session', {
      organization: acme,
      headers: { 'x-obieg-api-token': created.body.token },
    });
    expect(session.status).toBe(200);
    const asToken = (method: string, path: string) => call(method, path, acme, undefined, session.body.jwt);
    expect((await asToken('GET', '/api/auth/me')).status).toBe(200);
    for (const [method, path] of [
      ['GET', '/api/account/second-factors'],
      ['POST', '/api/account/recovery-codes'],
      ['GET', '/api/second-factors/policy'],
      ['DELETE', `/api/second-factors/users/${admin.id}`],
    ] as const)
      expect((await asToken(method, path)).status, path).toBe(403);
  });
});

describe('a member who needs a factor and has none', () => {
  const begin = async (login: string) => (await fixture.firstStep(login, fixture.acme)).body.secondStep;

  it('sets up an app before anything else', async () => {
    const { call, acme, addPerson, isAlive } = fixture;
    const { username } = await addPerson();
    await setPolicy(['MEMBER']);
    const { challenge, step, methods } = await begin(username);
    expect([step, methods]).toEqual(['SET_UP', ['TOTP', 'PASSKEY']]);
    expect((await fixture.secondStep(challenge, { code: '123456' }, acme)).body.code).toBe(
      'CHALLENGE_EXPIRED',
    );
    const { body } = await call('POST', '/api/auth/second-step/factors/totp', acme, { challenge });
    const totp = { setUp: body.setUp, code: codeOf(body.secret) };
    const added = await call('POST', '/api/auth/second-step/factors', acme, {
      challenge,
      name: 'Telefon',
      totp,
    });
    expect(added.body.recoveryCodes).toHaveLength(10);
    expect(await isAlive(added.body.token)).toBe(true);
    expect((await begin(username)).step).toBe('ENTER');
    const list = await call('GET', '/api/account/second-factors', acme, undefined, added.body.token);
    expect(list.body.isRequired).toBe(true);
    await fixture.confirm(added.body.token, acme);
    const removed = await call(
      'DELETE',
      `/api/account/second-factors/${list.body.factors[0].id}`,
      acme,
      undefined,
      added.body.token,
    );
    expect(removed).toMatchObject({ status: 409, body: { code: 'FACTOR_REQUIRED' } });
  });

  it('sets up a passkey', async () => {
    const { call, acme, addPerson } = fixture;
    const { username } = await addPerson();
    await setPolicy(['MEMBER']);
    const { challenge } = await begin(username);
    const { body } = await call('POST', '/api/auth/second-step/factors/passkey-options', acme, { challenge });
    const passkey = createSoftwareAuthenticator().create(body.options, { origin: originOfSite(acme) });
    const added = await call('POST', '/api/auth/second-step/factors', acme, {
      challenge,
      name: 'Klucz',
      passkey,
    });
    expect(added.status).toBe(200);
  });

  it('cannot be forestalled by somebody else who knows the password', async () => {
    const { call, acme, addPerson, confirm, addTotp, identity } = fixture;
    const { username } = await addPerson();
    await setPolicy(['MEMBER']);
    const thief = await begin(username);
    const { body } = await call('POST', '/api/auth/second-step/factors/totp', acme, {
      challenge: thief.challenge,
    });
    const onMain = await identity.signIn(username);
    await confirm(onMain);
    expect((await addTotp(onMain, null)).status).toBe(201);
    const totp = { setUp: body.setUp, code: codeOf(body.secret) };
    const refused = await call('POST', '/api/auth/second-step/factors', acme, {
      challenge: thief.challenge,
      name: 'Cudzy',
      totp,
    });
    expect(refused.body.code).toBe('CHALLENGE_EXPIRED');
  });

  it('sets one up after a hand-over, too', async () => {
    const { call, acme, addPerson, identity } = fixture;
    const { username } = await addPerson();
    await setPolicy(['MEMBER']);
    const token = await identity.signIn(username);
    const { body } = await call('POST', '/api/auth/hand-over', null, { organizationId: acme.id }, token);
    const exchanged = await call('POST', '/api/auth/exchange', acme, {
      code: body.address.split('#code=')[1],
    });
    expect(exchanged.body.secondStep.step).toBe('SET_UP');
  });
});

describe('DELETE /api/second-factors/users/{id}', () => {
  const reset = (id: number, token = admin.token, site = fixture.acme) =>
    fixture.call('DELETE', `/api/second-factors/users/${id}`, site, undefined, token);

  it('removes the factors, ends sessions and waiting sign-ins, mails and records it', async () => {
    const { call, acme, addPersonWithTotp, isAlive, mailsOf, firstStep, challengeOf, secondStep } = fixture;
    const person = await addPersonWithTotp();
    const waiting = await challengeOf(person.username);
    expect(
      (await call('GET', `/api/users/${person.id}`, acme, undefined, admin.token)).body.hasSecondFactor,
    ).toBe(true);
    expect((await reset(person.id)).status).toBe(204);
    expect(await isAlive(person.token)).toBe(false);
    expect((await secondStep(waiting, { recoveryCode: person.recoveryCodes[0] }, acme)).status).toBe(400);
    expect((await firstStep(person.username, acme)).body.token).toEqual(expect.any(String));
    expect((await mailsOf(person.email)).at(-1)).toBe('Usunięto drugi składnik logowania');
    expect(
      (await call('GET', `/api/users/${person.id}`, acme, undefined, admin.token)).body.hasSecondFactor,
    ).toBe(false);
    const log = await call('GET', `/api/security-log?userId=${person.id}`, acme, undefined, admin.token);
    expect(log.body.entries.map(({ event }: { event: string }) => event)).toContain('second-factor.reset');
    expect((await reset(person.id)).status).toBe(409);
  });

  it('is refused to lesser roles, for oneself, for strangers and for people of other organizations', async () => {
    const { identity, globex, addPerson, addPersonWithTotp } = fixture;
    const person = await addPersonWithTotp();
    const lesser = await addPerson(['WORKFLOW_MANAGER']);
    expect((await reset(person.id, lesser.token)).status).toBe(403);
    expect((await reset(admin.id)).status).toBe(403);
    const stranger = await addPerson(['MEMBER'], globex);
    expect((await reset(stranger.id)).status).toBe(404);
    expect((await reset(999_999)).status).toBe(404);
    await identity.request('POST', '/api/admin/invite-user', {
      organization: globex,
      token: await identity.signIn('super', globex),
      body: { email: person.email, roles: ['MEMBER'] },
    });
    expect((await reset(person.id)).status).toBe(403);
    expect((await reset(person.id, superToken)).status).toBe(204);
  });

  it('never resets a super administrator for an administrator of an organization', async () => {
    const { identity, acme } = fixture;
    const [{ id }] = await identity.db.knex('users').where({ username: 'super' });
    await identity.request('POST', '/api/admin/invite-user', {
      organization: acme,
      token: admin.token,
      body: { email: 'super@obieg.test', roles: ['MEMBER'] },
    });
    expect((await reset(id)).status).toBe(403);
  });
});
