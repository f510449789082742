import { randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { originOfSite, type SecondFactorFixture, startSecondFactorFixture } from './second-factor-fixture';
import { createSoftwareAuthenticator, type SoftwareAuthenticator } from './software-authenticator';

let fixture: SecondFactorFixture;
beforeAll(async () => {
  fixture = await startSecondFactorFixture();
});
afterAll(() => fixture.identity.close());
afterEach(() => fixture.forgetAttempts());

type Site = SecondFactorFixture['acme'] | null;
type Use = Parameters<SoftwareAuthenticator['get']>[1];

const optionsFor = async (site: Site): Promise<{ challenge: string }> =>
  (await fixture.call('POST', '/api/auth/passkey/options', site)).body.options;
const signInWith = (passkey: unknown, site: Site) =>
  fixture.call('POST', '/api/auth/passkey', site, { passkey });
const use = async (authenticator: SoftwareAuthenticator, site: Site, more: Partial<Use> = {}) =>
  signInWith(authenticator.get(await optionsFor(site), { origin: originOfSite(site), ...more }), site);

describe('a sign-in by passkey alone', () => {
  it('opens a session with a factor, without naming the account', async () => {
    const { acme, addPerson, addPasskey, isAlive, identity } = fixture;
    const { id, username, token } = await addPerson();
    const { status, authenticator } = await addPasskey(token);
    expect(status).toBe(201);
    const answer = await use(authenticator, acme);
    expect(answer).toMatchObject({ status: 200, body: { id, username } });
    expect(await isAlive(answer.body.token)).toBe(true);
    expect(await identity.db.knex('sessions').where({ user_id: id }).pluck('factor')).toEqual([
      'PASSKEY',
      'PASSKEY',
    ]);
  });

  it('works on every address of its member, and on no other', async () => {
    const { acme, globex, addPerson, addPasskey } = fixture;
    const { token } = await addPerson();
    const { authenticator } = await addPasskey(token);
    expect((await use(authenticator, acme)).status).toBe(200);
    expect((await use(authenticator, null)).status).toBe(200);
    expect(await use(authenticator, globex)).toMatchObject({ status: 400, body: { code: 'INVALID_CODE' } });
  });

  it('refuses an assertion that another page got', async () => {
    const { acme, globex, addPerson, addPasskey, identity } = fixture;
    const { username, token } = await addPerson();
    await identity.request('POST', '/api/admin/invite-user', {
      organization: globex,
      token: await identity.signIn('super', globex),
      body: { email: `${username}@obieg.test`, roles: ['MEMBER'] },
    });
    const { authenticator } = await addPasskey(token);
    // A page of globex shows the challenge of acme to the person.
    const ofAcme = await optionsFor(acme);
    const relayed = authenticator.get(ofAcme, { origin: originOfSite(globex) });
    expect((await signInWith(relayed, acme)).status).toBe(400);
    const elsewhere = authenticator.get(await optionsFor(acme), { origin: originOfSite(acme) });
    expect((await signInWith(elsewhere, globex)).status).toBe(400);
    for (const more of [
      { origin: 'https://evil.test' },
      { origin: 'http://blog.obieg.localhost:8080' },
      { domain: 'evil.test' },
      { isVerified: false },
    ])
      expect((await use(authenticator, acme, more)).status, JSON.stringify(more)).toBe(400);
    expect((await use(authenticator, acme)).status).toBe(200);
  });

  it('accepts an assertion once, also of two at once, and a challenge once', async () => {
    const { acme, addPerson, addPasskey } = fixture;
    const { token } = await addPerson();
    const { authenticator } = await addPasskey(token);
    const options = await optionsFor(acme);
    const assertion = authenticator.get(options, { origin: originOfSite(acme) });
    const answers = await Promise.all([signInWith(assertion, acme), signInWith(assertion, acme)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await signInWith(assertion, acme)).status).toBe(400);
    const again = authenticator.get(options, { origin: originOfSite(acme) });
    expect((await signInWith(again, acme)).status).toBe(400);
  });

  it('refuses a copy of the authenticator, whose counter is behind', async () => {
    const { acme, addPerson, addPasskey } = fixture;
    const { token } = await addPerson();
    const { authenticator } = await addPasskey(token);
    for (let uses = 0; uses < 3; uses += 1) expect((await use(authenticator, acme)).status).toBe(200);
    authenticator.rewind();
    expect((await use(authenticator, acme)).status).toBe(400);
  });

  it('refuses unknown, removed and forged passkeys alike', async () => {
    const { call, acme, addPerson, addPasskey } = fixture;
    const { token } = await addPerson();
    const { authenticator, id } = await addPasskey(token);
    const unknown = await use(createSoftwareAuthenticator(), acme);
    const options = await optionsFor(acme);
    const forged = authenticator.get(options, { origin: originOfSite(acme) });
    forged.response.signature = randomBytes(70).toString('base64url');
    const wrong = await signInWith(forged, acme);
    await call('DELETE', `/api/account/second-factors/${id}`, acme, undefined, token);
    const removed = await use(authenticator, acme);
    const shown = [unknown, wrong, removed].map(({ status, body }) => [status, body.code, body.detail]);
    expect(new Set(shown.map((one) => JSON.stringify(one))).size).toBe(1);
  });

  it('ends with the membership', async () => {
    const { identity, acme, addPerson, addPasskey } = fixture;
    const { id, token } = await addPerson();
    const { authenticator } = await addPasskey(token);
    const admin = await identity.signIn('super', acme);
    await identity.request('DELETE', `/api/users/${id}`, { organization: acme, token: admin });
    expect((await use(authenticator, acme)).status).toBe(400);
  });
});

describe('a passkey as the second step', () => {
  const stepOptions = async (challenge: string) =>
    fixture.call('POST', '/api/auth/second-step/passkey-options', fixture.acme, { challenge });

  it('signs in, also without verifying the person, and names the passkeys of the account only now', async () => {
    const { acme, addPerson, addPasskey, challengeOf, secondStep } = fixture;
    const { username, token } = await addPerson();
    const { authenticator, passkey } = await addPasskey(token);
    const challenge = await challengeOf(username);
    const { options } = (await stepOptions(challenge)).body;
    expect(options.allowCredentials.map(({ id }: { id: string }) => id)).toEqual([passkey.id]);
    const assertion = authenticator.get(options, { origin: originOfSite(acme), isVerified: false });
    expect((await secondStep(challenge, { passkey: assertion }, acme)).status).toBe(200);
    expect((await stepOptions(challenge)).body.code).toBe('CHALLENGE_EXPIRED');
  });

  it("refuses another account's passkey, another sign-in's challenge and one of another purpose", async () => {
    const { acme, addPerson, addPasskey, challengeOf, secondStep } = fixture;
    const victim = await addPerson();
    const { authenticator } = await addPasskey(victim.token);
    const thief = await addPerson();
    const own = await addPasskey(thief.token);
    const challenge = await challengeOf(victim.username);
    const origin = originOfSite(acme);
    const pass = async (passkey: unknown) => (await secondStep(challenge, { passkey }, acme)).status;
    const { options } = (await stepOptions(challenge)).body;
    expect(await pass(own.authenticator.get(options, { origin }))).toBe(400);
    const other = (await stepOptions(await challengeOf(victim.username))).body.options;
    expect(await pass(authenticator.get(other, { origin }))).toBe(400);
    expect(await pass(authenticator.get(await optionsFor(acme), { origin }))).toBe(400);
    const step = (await stepOptions(challenge)).body.options;
    expect((await signInWith(authenticator.get(step, { origin }), acme)).status).toBe(400);
    const again = (await stepOptions(challenge)).body.options;
    expect(await pass(authenticator.get(again, { origin }))).toBe(200);
  });
});

describe('a new passkey', () => {
  const begin = async (token: string) =>
    (
      await fixture.call(
        'POST',
        '/api/account/second-factors/passkey-options',
        fixture.acme,
        undefined,
        token,
      )
    ).body.options;
  const add = (passkey: unknown, token: string) =>
    fixture.call('POST', '/api/account/second-factors', fixture.acme, { name: 'Klucz', passkey }, token);

  it('is refused from another page, another session or with a used challenge', async () => {
    const { acme, globex, addPerson, confirm } = fixture;
    const { token } = await addPerson();
    const other = await addPerson();
    await confirm(token, acme);
    await confirm(other.token, acme);
    const authenticator = createSoftwareAuthenticator();
    expect(
      (await add(authenticator.create(await begin(token), { origin: originOfSite(globex) }), token)).status,
    ).toBe(400);
    const mine = authenticator.create(await begin(token), { origin: originOfSite(acme) });
    expect((await add(mine, other.token)).status).toBe(400);
    expect((await add(mine, token)).status).toBe(201);
    expect((await add(mine, token)).status).toBe(400);
  });

  it('belongs to one account', async () => {
    const { addPerson, addPasskey } = fixture;
    const { token } = await addPerson();
    const { authenticator } = await addPasskey(token);
    const other = await addPerson();
    expect((await addPasskey(other.token, fixture.acme, authenticator)).status).toBe(409);
  });

  it('with a certificate is refused, so that the server reads no address of it', async () => {
    const { acme, addPerson, confirm } = fixture;
    const { token } = await addPerson();
    await confirm(token, acme);
    const passkey = createSoftwareAuthenticator().create(await begin(token), { origin: originOfSite(acme) });
    const decoded = isoCBOR.decodeFirst<Map<string, unknown>>(
      Uint8Array.from(Buffer.from(passkey.response.attestationObject, 'base64url')),
    );
    decoded.set('fmt', 'packed');
    decoded.set(
      'attStmt',
      new Map<string, unknown>([
        ['alg', -7],
        ['sig', new Uint8Array(8)],
        ['x5c', [new Uint8Array(8)]],
      ]),
    );
    passkey.response.attestationObject = Buffer.from(isoCBOR.encode(decoded as Map<string, string>)).toString(
      'base64url',
    );
    expect((await add(passkey, token)).status).toBe(400);
  });

  it('confirms a session, of its own account only', async () => {
    const { call, acme, addPerson, addPasskey, identity } = fixture;
    const { username, token } = await addPerson();
    const { authenticator } = await addPasskey(token);
    const answer = await use(authenticator, acme);
    const session = answer.body.token as string;
    const confirmWith = async (chosen: SoftwareAuthenticator, more: Partial<Use> = {}) => {
      const { body } = await call(
        'POST',
        '/api/account/confirmation/passkey-options',
        acme,
        undefined,
        session,
      );
      const passkey = chosen.get(body.options, { origin: originOfSite(acme), ...more });
      return (await call('POST', '/api/account/confirmation', acme, { passkey }, session)).status;
    };
    const stranger = await addPasskey((await addPerson()).token);
    expect(await confirmWith(stranger.authenticator)).toBe(400);
    expect(await confirmWith(authenticator, { isVerified: false })).toBe(400);
    expect(await confirmWith(authenticator)).toBe(204);
    const { body } = await call('GET', '/api/account/second-factors', acme, undefined, session);
    expect(body).toMatchObject({ isConfirmed: true, confirmations: ['PASSWORD', 'PASSKEY'] });
    expect(await identity.db.knex('users').where({ username })).toHaveLength(1);
  });
});
