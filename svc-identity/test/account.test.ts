import { withOrganization } from '@obieg/service-kit';
import { recordedEvents } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Identity, password, startIdentity } from './identity-service';

let identity: Identity;
let acme: { id: number; code: string };
let globex: { id: number; code: string };
beforeAll(async () => {
  identity = await startIdentity();
  acme = await identity.addOrganization('acme');
  globex = await identity.addOrganization('globex');
});
afterAll(() => identity.close());

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

let count = 0;
const addPerson = async () => {
  count += 1;
  const username = `person${count}`;
  const id = await identity.addMember(acme.id, username, ['MEMBER']);
  const call = (method: string, path: string, token: string, body?: unknown, headers = {}) =>
    identity.request(method, `/api/account${path}`, { organization: acme, token, body, headers });
  const signIn = async (headers: Record<string, string> = {}, organization = acme): Promise<string> => {
    const { body } = await identity.request('POST', '/api/auth/signin', {
      organization,
      body: { email: username, password },
      headers,
    });
    return body.token;
  };
  return { id, username, call, signIn };
};

describe('PUT /api/account', () => {
  it('changes both names and publishes them', async () => {
    const { id, call, signIn } = await addPerson();
    const token = await signIn();
    const { status, body } = await call('PUT', '', token, {
      username: 'ola.nowak',
      displayName: ' Ola Nowak ',
    });
    expect([status, body.username, body.displayName]).toEqual([200, 'ola.nowak', 'Ola Nowak']);
    expect((await call('GET', '', token)).body).toMatchObject({
      displayName: 'Ola Nowak',
      hasPassword: true,
    });
    const events = await recordedEvents(identity.db.knex, 'obieg.identity.user.changed');
    expect(events.at(-1)?.data).toMatchObject({ id, username: 'ola.nowak', displayName: 'Ola Nowak' });
  });

  it('returns 412 if the names are no longer those that the caller has seen', async () => {
    const { username, call, signIn } = await addPerson();
    const token = await signIn();
    const expected = { username, displayName: username };
    const change = (displayName: string) => call('PUT', '', token, { username, displayName, expected });
    const answers = await Promise.all([change('Ola Pierwsza'), change('Ola Druga')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  it('shows people and finds them by the display name', async () => {
    const { id, username, call, signIn } = await addPerson();
    const token = await signIn();
    await call('PUT', '', token, { username, displayName: 'Żaneta Łoś' });
    const search = async (text: string) =>
      (
        await identity.request('GET', `/api/users/search?searchTerm=${encodeURIComponent(text)}`, {
          organization: acme,
          token: await identity.signIn('super', acme),
        })
      ).body.users;
    for (const text of ['zaneta', 'Łoś', username])
      expect(await search(text)).toEqual([
        {
          id,
          username: 'Żaneta Łoś',
          email: `${username}@obieg.test`,
          addressHint: null,
          isIntegration: false,
        },
      ]);
  });

  it('shows the username until a display name is chosen, and follows it', async () => {
    const { username, call, signIn } = await addPerson();
    const token = await signIn();
    expect((await call('GET', '', token)).body.displayName).toBe(username);
    await call('PUT', '', token, { username, displayName: username });
    const { body } = await call('PUT', '', token, { username: `${username}x`, displayName: `${username}x` });
    expect(body.displayName).toBe(`${username}x`);
  });

  it('rejects a taken username in any case, and keeps the own one', async () => {
    const [first, second] = [await addPerson(), await addPerson()];
    const token = await second.signIn();
    const taken = first.username.toUpperCase();
    const { status, body } = await second.call('PUT', '', token, { username: taken, displayName: 'x' });
    expect(status).toBe(422);
    expect(body.errors).toEqual([{ field: 'username', message: 'Ta nazwa użytkownika jest już zajęta.' }]);
    const own = second.username.toUpperCase();
    expect((await second.call('PUT', '', token, { username: own, displayName: 'x' })).status).toBe(200);
  });

  it('gives a name to one of two people who claim it at once', async () => {
    const people = await Promise.all([addPerson(), addPerson()]);
    const statuses = await Promise.all(
      people.map(async ({ call, signIn }) =>
        call('PUT', '', await signIn(), { username: 'wanted', displayName: 'wanted' }).then(
          ({ status }) => status,
        ),
      ),
    );
    expect(statuses.sort()).toEqual([200, 422]);
  });

  it.each([
    ['blank', '\u200b \u200b'],
    ['too long', 'x'.repeat(81)],
    ['with a direction mark', 'Olga \u202eagA'],
    ['with a line break', 'Olga\nAdmin'],
    ['with a line separator', 'Olga\u2028Admin'],
    ['with a zero-width space', 'Ol\u200bga'],
    ['with a soft hyphen', 'Ol\u00adga'],
    ['with an Arabic letter mark', 'Olga\u061c'],
    ['with a tag character', 'Olga\u{e0041}'],
    ['an address', 'olga@obieg.test'],
    ['a link', 'm1: NOWE KONTO PL61, https://evil.test/zaplac'],
  ])('rejects a display name that is %s', async (_name, displayName) => {
    const { username, call, signIn } = await addPerson();
    expect((await call('PUT', '', await signIn(), { username, displayName })).status).toBe(422);
  });
});

describe('PUT /api/account/language', () => {
  it('keeps the chosen language and publishes it, once per change', async () => {
    const { id, call, signIn } = await addPerson();
    const token = await signIn();
    expect((await call('GET', '', token)).body.language).toBeNull();
    for (const language of ['en', 'en', 'mul'])
      expect((await call('PUT', '/language', token, { language })).body.language).toBe(language);
    expect((await call('GET', '', token)).body.language).toBe('mul');
    const events = await recordedEvents(identity.db.knex, 'obieg.identity.user.changed');
    const languages = events.map(({ data }) => data as { id: number; language?: string | null });
    expect(languages.filter((data) => data.id === id).map(({ language }) => language)).toEqual(['en', 'mul']);
  });

  it('keeps the language when the names change', async () => {
    const { username, call, signIn } = await addPerson();
    const token = await signIn();
    await call('PUT', '/language', token, { language: 'pl' });
    await call('PUT', '', token, { username, displayName: 'Ala' });
    expect((await call('GET', '', token)).body).toMatchObject({ displayName: 'Ala', language: 'pl' });
  });

  it('rejects anonymous callers and unknown languages', async () => {
    const { call, signIn } = await addPerson();
    const put = (body: unknown, token?: string) =>
      identity.request('PUT', '/api/account/language', { organization: acme, token, body });
    expect((await put({ language: 'en' })).status).toBe(401);
    const token = await signIn();
    for (const body of [{}, { language: 'de' }, { language: null }, { language: ['en'] }])
      expect((await put(body, token)).status).toBe(422);
    expect((await call('GET', '', token)).body.language).toBeNull();
  });
});

describe('PUT /api/account/password', () => {
  it('ends all sessions except the current one', async () => {
    const { username, call, signIn } = await addPerson();
    const [current, other] = [await signIn(), await signIn()];
    const change = { currentPassword: password, password: 'another-password' };
    expect((await call('PUT', '/password', current, change)).status).toBe(204);
    expect((await call('GET', '', current)).status).toBe(200);
    expect((await call('GET', '', other)).status).toBe(401);
    const { status } = await identity.request('POST', '/api/auth/signin', {
      organization: acme,
      body: { email: username, password: 'another-password' },
    });
    expect(status).toBe(200);
  });

  it('rejects a wrong current password and a short new one', async () => {
    const { call, signIn } = await addPerson();
    const token = await signIn();
    const wrong = await call('PUT', '/password', token, {
      currentPassword: 'wrong',
      password: 'long-enough',
    });
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([422, 'currentPassword']);
    const short = await call('PUT', '/password', token, { currentPassword: password, password: 'x' });
    expect([short.status, short.body.errors[0].field]).toEqual([422, 'password']);
  });

  it('allows ten guesses of the current password, also in parallel', async () => {
    const { call, signIn } = await addPerson();
    const token = await signIn();
    const guess = (currentPassword: string) =>
      call('PUT', '/password', token, { currentPassword, password: 'long-enough' });
    const responses = await Promise.all(Array.from({ length: 12 }, () => guess('wrong')));
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array(10).fill(422), 429, 429]);
    expect((await guess(password)).status).toBe(429);
  });

  it('is refused for an account without a password', async () => {
    const { id, call, signIn } = await addPerson();
    const token = await signIn();
    await identity.asOwner((knex) => knex('users').where({ id }).update({ password_hash: null }));
    const { status } = await call('PUT', '/password', token, {
      currentPassword: password,
      password: 'long-enough',
    });
    expect(status).toBe(422);
    expect((await call('GET', '', token)).body.hasPassword).toBe(false);
  });
});

describe('/api/account/sessions', () => {
  it('lists the sessions of all addresses, with device and network', async () => {
    const { id, call, signIn } = await addPerson();
    await withOrganization(identity.db, globex.id, (tx) =>
      tx('memberships').insert({ organization_id: globex.id, user_id: id, roles: ['MEMBER'] }),
    );
    await signIn({}, globex);
    const token = await signIn({ 'user-agent': phone, 'x-forwarded-for': '203.0.113.9' });
    const { body } = await call('GET', '/sessions', token);
    expect(body.sessions).toHaveLength(2);
    expect(body.sessions[0]).toMatchObject({
      isCurrent: true,
      organizationName: 'Organizacja acme',
      browser: 'Safari',
      operatingSystem: 'iOS',
      isMobile: true,
      network: '203.0.113.*',
    });
    expect(body.sessions[1]).toMatchObject({ isCurrent: false, organizationName: 'Organizacja globex' });
  });

  it('accepts any user agent', async () => {
    const { call, signIn } = await addPerson();
    await signIn({ 'user-agent': 'x'.repeat(2_000) });
    await signIn({ 'user-agent': '<script>' });
    const { status, body } = await call('GET', '/sessions', await signIn());
    expect([status, body.sessions.length]).toEqual([200, 3]);
  });

  it('records when a session was last seen', async () => {
    const { id, call, signIn } = await addPerson();
    const token = await signIn();
    await identity.asOwner((knex) =>
      knex('sessions')
        .where({ user_id: id })
        .update({ created_at: knex.raw(`now() - interval '1 hour'`) }),
    );
    await identity.request('GET', '/api/permissions/check', { organization: acme, token });
    const [session] = (await call('GET', '/sessions', token)).body.sessions;
    expect(Date.parse(session.lastSeenAt) - Date.parse(session.signedInAt)).toBeGreaterThan(3_000_000);
  });

  it('ends one session, once', async () => {
    const { call, signIn } = await addPerson();
    const [current, other] = [await signIn(), await signIn()];
    const { body } = await call('GET', '/sessions', current);
    const { id } = body.sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    expect((await call('DELETE', `/sessions/${id}`, current)).status).toBe(204);
    expect((await call('GET', '', other)).status).toBe(401);
    expect((await call('DELETE', `/sessions/${id}`, current)).status).toBe(404);
  });

  it("returns 404 for another person's session, which stays", async () => {
    const [owner, other] = [await addPerson(), await addPerson()];
    const [ownersToken, token] = [await owner.signIn(), await other.signIn()];
    const [{ id }] = (await owner.call('GET', '/sessions', ownersToken)).body.sessions;
    expect((await other.call('DELETE', `/sessions/${id}`, token)).status).toBe(404);
    expect((await owner.call('GET', '', ownersToken)).status).toBe(200);
    expect((await other.call('DELETE', '/sessions/1', token)).status).toBe(404);
  });

  it('ends all others together', async () => {
    const { call, signIn } = await addPerson();
    const [current, ...others] = [await signIn(), await signIn(), await signIn()];
    expect((await call('DELETE', '/sessions', current)).status).toBe(204);
    for (const token of others) expect((await call('GET', '', token)).status).toBe(401);
    expect((await call('GET', '/sessions', current)).body.sessions).toHaveLength(1);
  });

  it('needs a session', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/sessions'],
      ['DELETE', '/sessions'],
    ] as const)
      expect((await identity.request(method, `/api/account${path}`, { organization: acme })).status).toBe(
        401,
      );
  });
});
