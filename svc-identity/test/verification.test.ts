import type { EventData } from '@obieg/contracts';
import { recordedEvents } from '@obieg/service-kit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweepExpired } from '../src/sweep';
import { type Identity, startIdentity } from './identity-service';

let identity: Identity;
let acme: { id: number; code: string };
let globex: { id: number; code: string };
beforeAll(async () => {
  identity = await startIdentity();
  acme = await identity.addOrganization('acme');
  globex = await identity.addOrganization('globex');
  await identity.addMember(acme.id, 'olga', ['OPERATOR']);
});
afterAll(() => identity.close());

/** Resets the limits of sent codes, as if an hour had passed. */
beforeEach(() => identity.db.knex('verification_sends').delete());
const advanceOneMinute = () =>
  identity.db.knex.raw(`update verification_sends set sent_at = sent_at - interval '61 seconds'`);

/** The response of `set-password` to an invalid token. */
const badToken = {
  status: 400,
  body: { code: 'INVALID_TOKEN', message: 'Nieprawidłowy lub wygasły token' },
};

/** Builds the request options of an organization, or of the main domain for null. */
const at = (organization: typeof acme | null) => (organization ? { organization } : {});

const sendCode = (email: unknown, organization: typeof acme | null = acme) =>
  identity.request('POST', '/api/email-verification/send-code', { ...at(organization), body: { email } });
const getTokenInfo = (token: string, organization: typeof acme | null = acme) =>
  identity.request('GET', `/api/email-verification/token-info/${token}`, at(organization));
const verify = (token: unknown, code: unknown, organization: typeof acme | null = acme) =>
  identity.request('POST', '/api/email-verification/verify-with-token', {
    ...at(organization),
    body: { token, code },
  });
const setPassword = (token: string, password = 'nowe-haslo', organization: typeof acme | null = acme) =>
  identity.request('POST', '/api/auth/set-password', { ...at(organization), body: { token, password } });
const listMails = (recipient: string) =>
  identity.db.knex('mail_queue').where({ recipient }).orderBy('id', 'desc');
const readCode = async (recipient: string): Promise<string> =>
  /\b(\d{6})\b/.exec((await listMails(recipient).first()).body_text)?.[1] ?? '';
const wrongCodeFor = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const getPermissions = async (token: string) =>
  (await identity.request('GET', '/api/permissions/check', { organization: acme, token })).body;

describe('POST /api/email-verification/send-code', () => {
  it('returns the same response with and without an account, and sends mail only with one', async () => {
    const [known, unknown] = [await sendCode('olga'), await sendCode('nobody')];
    for (const { status, body } of [known, unknown]) {
      expect(status).toBe(200);
      expect(body).toEqual({
        success: true,
        token: expect.stringMatching(/^[\w-]{43}$/),
        message: expect.any(String),
      });
    }
    expect(await readCode('olga@obieg.test')).toMatch(/^\d{6}$/);
    expect(await listMails('nobody')).toEqual([]);
    expect((await getTokenInfo(unknown.body.token)).status).toBe(200);
  });

  it('never reveals the address behind a username', async () => {
    const [known, unknown] = [await sendCode('olga'), await sendCode('nobody-either')];
    for (const { body } of [known, unknown])
      expect((await getTokenInfo(body.token)).body).toEqual({
        success: true,
        email: '***',
        canResend: false,
      });
    const mailsBefore = (await listMails('olga@obieg.test')).length;
    const code = await readCode('olga@obieg.test');
    const byAddress = await sendCode('olga@obieg.test');
    expect(byAddress.status).toBe(200);
    expect(await listMails('olga@obieg.test')).toHaveLength(mailsBefore);
    expect((await verify(byAddress.body.token, code)).status).toBe(400);
    expect((await verify(known.body.token, code)).status).toBe(200);
  });

  it('limits an account to five codes an hour across username and e-mail address', async () => {
    const mailsBefore = (await listMails('olga@obieg.test')).length;
    for (let count = 0; count < 8; count++) {
      expect((await sendCode(count % 2 ? 'olga' : 'olga@obieg.test')).status).toBe(200);
      await advanceOneMinute();
    }
    expect(await listMails('olga@obieg.test')).toHaveLength(mailsBefore + 5);
  });

  it('stores neither code nor token in plain text', async () => {
    const { token } = (await sendCode('tajne@poczta.test')).body;
    const row = await identity.db.knex('verifications').where({ email: 'tajne@poczta.test' }).first();
    expect(JSON.stringify(row)).not.toContain(token);
    expect(row.token_hash).toHaveLength(32);
    expect(row.code_hash).toHaveLength(32);
  });

  it('sends no mail to unknown addresses on the main domain, and does not reveal members of another organization', async () => {
    await sendCode('stranger@poczta.test', null);
    expect(await listMails('stranger@poczta.test')).toEqual([]);
    expect(
      (
        await identity.request('POST', '/api/auth/check-login-methods', {
          organization: globex,
          body: { email: 'olga' },
        })
      ).body.userExists,
    ).toBe(false);
  });

  it('allows one code a minute and five an hour, also in parallel', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => sendCode('budget@poczta.test')));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(429)]);
    const rejected = responses.find(({ status }) => status === 429);
    expect(Number(rejected?.headers['retry-after'])).toBeGreaterThan(0);
    for (let count = 2; count <= 5; count++) {
      await advanceOneMinute();
      expect((await sendCode('budget@poczta.test', count % 2 ? acme : globex)).status).toBe(200);
    }
    await advanceOneMinute();
    expect((await sendCode('BUDGET@poczta.test')).status).toBe(429);
  });

  it('limits a client to 120 codes an hour across accounts', async () => {
    const from = (ip: string, email: string) =>
      identity.request('POST', '/api/email-verification/send-code', {
        organization: acme,
        headers: { 'x-forwarded-for': ip },
        body: { email },
      });
    const names = Array.from({ length: 122 }, (_, index) =>
      index % 2 ? `ofiara+${index}@poczta.test` : `nikt${index}`,
    );
    const statuses: number[] = [];
    // Sends small batches, because requests that wait too long for a database connection get 503.
    for (let start = 0; start < names.length; start += 8) {
      const batch = names.slice(start, start + 8);
      const responses = await Promise.all(
        batch.map((name, index) => from(`2001:db8:5:6::${start + index}`, name)),
      );
      statuses.push(...responses.map(({ status }) => status));
    }
    expect(statuses.sort()).toEqual([...Array(120).fill(200), 429, 429]);
    const rejected = await from('2001:db8:5:6::1', 'olga');
    expect([rejected.status, rejected.body.message]).toEqual([
      429,
      'Zbyt wiele prób. Spróbuj ponownie za chwilę.',
    ]);
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(3_500);
    expect((await from('2001:db8:5:7::1', 'olga')).status).toBe(200);
  });

  it.each([[undefined], [['a@b.test']], [{}], [''], [`${'a'.repeat(300)}@b.test`]])(
    'rejects %j with 422',
    async (email) => {
      expect((await sendCode(email)).status).toBe(422);
    },
  );

  it('sends a new code for an earlier token, which becomes invalid, within the same limit', async () => {
    const resend = (token: unknown, organization: typeof acme | null = acme) =>
      identity.request('POST', '/api/email-verification/send-code', {
        ...at(organization),
        body: { token },
      });
    const { body: first } = await sendCode('druga.karta@poczta.test');
    expect((await resend(first.token)).status).toBe(429);
    await advanceOneMinute();
    expect(await resend(first.token, globex)).toMatchObject(badToken);
    expect(await resend(first.token, null)).toMatchObject(badToken);
    const { status, body: second } = await resend(first.token);
    expect(status).toBe(200);
    expect(await getTokenInfo(first.token)).toMatchObject(badToken);
    await advanceOneMinute();
    expect(await resend(first.token)).toMatchObject(badToken);
    const verified = await verify(second.token, await readCode('druga.karta@poczta.test'));
    expect(verified.status).toBe(200);
    expect(await resend(second.token)).toMatchObject(badToken);
    for (const bad of ['', 'x', '../..', 'x'.repeat(1_000)])
      expect(await resend(bad)).toMatchObject(badToken);
    for (const notString of [7, null, ['a'], undefined]) expect((await resend(notString)).status).toBe(422);
  });

  it('has a named schema in OpenAPI', async () => {
    const { body } = await identity.request('GET', '/openapi.json');
    const { requestBody } = body.paths['/api/email-verification/send-code'].post;
    expect(requestBody.content['application/json'].schema).toEqual({ $ref: '#/components/schemas/SendCode' });
  });

  it('cannot inject a line into a mail', async () => {
    expect((await sendCode('a@b.test\r\nBcc: c@d.test')).status).toBe(200);
    expect(await identity.db.knex('mail_queue').whereLike('recipient', '%d.test%')).toEqual([]);
  });
});

describe('GET /api/email-verification/token-info/{token}', () => {
  it('masks the address until it is verified and returns canResend', async () => {
    const { token } = (await sendCode('jan@poczta.test')).body;
    expect((await getTokenInfo(token)).body).toEqual({
      success: true,
      email: 'j***@poczta.test',
      canResend: false,
    });
    await advanceOneMinute();
    expect((await getTokenInfo(token)).body.canResend).toBe(true);
    await verify(token, await readCode('jan@poczta.test'));
    expect((await getTokenInfo(token)).body).toEqual({
      success: true,
      email: 'jan@poczta.test',
      canResend: false,
    });
  });

  it('returns canResend: false to a client that has reached its limit', async () => {
    const [client, another] = ['203.0.113.9', '203.0.113.10'];
    const from = (ip: string) => ({ organization: acme, headers: { 'x-forwarded-for': ip } });
    const { token } = (await sendCode('biuro@poczta.test')).body;
    const canResend = async (ip: string) =>
      (await identity.request('GET', `/api/email-verification/token-info/${token}`, from(ip))).body.canResend;
    await advanceOneMinute();
    const others = Array.from({ length: 119 }, (_, index) => ({ asked_for: `osoba${index}`, client }));
    await identity.db.knex('verification_sends').insert(others);
    expect(await canResend(client)).toBe(true);
    await identity.db.knex('verification_sends').insert({ asked_for: 'ostatnia', client });
    expect([await canResend(client), await canResend(another)]).toEqual([false, true]);
    const path = '/api/email-verification/send-code';
    expect((await identity.request('POST', path, { ...from(client), body: { token } })).status).toBe(429);
    expect((await identity.request('POST', path, { ...from(another), body: { token } })).status).toBe(200);
  });

  it('returns the same response for tokens of other organizations and for unknown or expired ones', async () => {
    const { token } = (await sendCode('ewa@poczta.test')).body;
    expect(await getTokenInfo(token, globex)).toMatchObject(badToken);
    expect(await getTokenInfo(token, null)).toMatchObject(badToken);
    for (const text of ['x'.repeat(43), 'x', 'ż', 'a/b', 'a b', '%', '\u0000', '7'.repeat(1_000)])
      expect(await getTokenInfo(encodeURIComponent(text))).toMatchObject(badToken);
    await identity.db.knex.raw(`update verifications set expires_at = now() - interval '1 second'`);
    expect(await getTokenInfo(token)).toMatchObject(badToken);
    const { body } = await identity.request('GET', `/api/email-verification/token-info/${token}`, {
      organization: acme,
      headers: { 'accept-language': 'en' },
    });
    expect(body.message).toBe('The token is not valid or has expired');
  });
});

describe('POST /api/email-verification/verify-with-token', () => {
  it('makes a new user a reporter, signs them in, and lets them set a password once', async () => {
    const { token } = (await sendCode('nowa@poczta.test')).body;
    const { status, body } = await verify(token, await readCode('nowa@poczta.test'));
    expect([status, body.success]).toEqual([200, true]);
    expect(await getPermissions(body.jwtToken)).toMatchObject({ hasBasePermission: false });
    const events = await recordedEvents(identity.db.knex, 'obieg.identity.membership.changed');
    expect(events.at(-1)).toMatchObject({
      data: { organizationId: acme.id, roles: ['REPORTER'], isEmailVerified: true },
    });
    expect((await setPassword(token, 'nowe-haslo', globex)).status).toBe(400);
    expect((await setPassword(token)).status).toBe(200);
    expect((await setPassword(token)).status).toBe(400);
    const signedIn = await identity.request('POST', '/api/auth/signin', {
      organization: acme,
      body: { email: 'nowa@poczta.test', password: 'nowe-haslo' },
    });
    expect(signedIn.status).toBe(200);
  });

  it('publishes each verification, also of an address that was verified before', async () => {
    const email = 'dwukrotna@poczta.test';
    const sinceStart = new Date(Date.now() - 1_000).toISOString();
    const listEvents = async () =>
      (await recordedEvents(identity.db.knex, 'obieg.identity.email.verified')).filter(
        ({ data }) => (data as { email: string }).email === email,
      );
    for (const count of [1, 2]) {
      const { token } = (await sendCode(email)).body;
      expect(await listEvents()).toHaveLength(count - 1);
      const { body } = await verify(token, await readCode(email));
      expect(body.success).toBe(true);
      const events = await listEvents();
      expect(events).toHaveLength(count);
      expect(events.at(-1)).toMatchObject({ organizationid: acme.id });
      const data = events.at(-1)?.data as EventData<'obieg.identity.email.verified'>;
      expect(data).toMatchObject({ organizationId: acme.id, email });
      expect(data.verifiedAt > sinceStart).toBe(true);
      await advanceOneMinute();
    }
  });

  it('notifies the owner, and a new password invalidates all other tokens', async () => {
    const first = (await sendCode('listy@poczta.test')).body.token;
    await verify(first, await readCode('listy@poczta.test'));
    await advanceOneMinute();
    const second = (await sendCode('listy@poczta.test')).body.token;
    const { jwtToken } = (await verify(second, await readCode('listy@poczta.test'))).body;
    expect((await setPassword(second)).status).toBe(200);
    expect((await setPassword(first)).status).toBe(400);
    const subjects = (await listMails('listy@poczta.test')).map(({ subject }) => subject);
    expect(subjects[0]).toBe('Hasło zostało ustawione');
    expect(subjects.filter((subject) => subject === 'Logowanie kodem')).toHaveLength(2);
    const ended = (await identity.request('GET', '/internal/revoked-sessions')).body.sessions;
    const { sid } = JSON.parse(Buffer.from(jwtToken.split('.')[1], 'base64url').toString());
    expect(ended).toContainEqual({ sessionId: sid, expiresAt: expect.any(String) });
  });

  it('sends different mails for the first and a later password', async () => {
    const email = 'kolejne@poczta.test';
    for (const subject of ['Hasło zostało ustawione', 'Hasło zostało zmienione']) {
      const { token } = (await sendCode(email)).body;
      await verify(token, await readCode(email));
      expect((await setPassword(token)).status).toBe(200);
      expect((await listMails(email))[0].subject).toBe(subject);
      await advanceOneMinute();
    }
  });

  it('keeps the roles of a member who forgot the password', async () => {
    const { token } = (await sendCode('olga')).body;
    const { body } = await verify(token, await readCode('olga@obieg.test'));
    expect(await getPermissions(body.jwtToken)).toMatchObject({ hasOperatorPermission: true });
  });

  it('makes a former member a reporter', async () => {
    const id = await identity.addMember(acme.id, 'byla', ['MEMBER']);
    await identity.addMember(acme.id, 'anna', ['ORG_ADMIN']);
    const admin = await identity.signIn('anna', acme);
    const options = { organization: acme, token: admin };
    expect((await identity.request('DELETE', `/api/users/${id}`, options)).status).toBe(204);
    const { token } = (await sendCode('byla@obieg.test')).body;
    const { status, body } = await verify(token, await readCode('byla@obieg.test'));
    expect(status).toBe(200);
    expect(await getPermissions(body.jwtToken)).toMatchObject({ hasBasePermission: false });
    expect((await identity.request('GET', `/api/users/${id}`, options)).body.roles).toEqual(['REPORTER']);
  });

  it('gives a super administrator no role in the organization', async () => {
    const { token } = (await sendCode('super@obieg.test')).body;
    const { body } = await verify(token, await readCode('super@obieg.test'));
    expect(await getPermissions(body.jwtToken)).toMatchObject({ canManageOrganizations: true });
    const events = await recordedEvents(identity.db.knex, 'obieg.identity.membership.changed');
    const { user_id } = await identity.db.knex('verifications').where({ email: 'super@obieg.test' }).first();
    const roles = events
      .map(({ data }) => data as EventData<'obieg.identity.membership.changed'>)
      .filter(({ userId }) => userId === user_id)
      .map((membership) => membership.roles);
    expect(roles.flat()).toEqual([]);
  });

  it('accepts a code once, also in parallel', async () => {
    const { token } = (await sendCode('raz@poczta.test')).body;
    const code = await readCode('raz@poczta.test');
    const responses = await Promise.all([verify(token, code), verify(token, code)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await verify(token, code)).status).toBe(400);
  });

  it('invalidates a code after five wrong attempts, also in parallel', async () => {
    const { token } = (await sendCode('zgadywany@poczta.test')).body;
    const code = await readCode('zgadywany@poczta.test');
    const guesses = await Promise.all(Array.from({ length: 12 }, () => verify(token, wrongCodeFor(code))));
    expect(guesses.map(({ status }) => status)).toEqual(Array(12).fill(400));
    // The fifth attempt already tells that only a new code helps.
    expect(guesses.filter(({ body }) => body.code === 'INVALID_CODE')).toHaveLength(4);
    const refused = await verify(token, code);
    expect(refused).toMatchObject({ status: 400, body: { code: 'CODE_EXPIRED' } });
    expect(refused.body.message).toContain('Wyślij nowy kod');
  });

  it('answers alike for an address to which no code was mailed', async () => {
    const { token } = (await sendCode('nikt-taki')).body;
    const codes: string[] = [];
    for (let attempt = 1; attempt <= 6; attempt++) codes.push((await verify(token, '123456')).body.code);
    expect(codes).toEqual([...Array(4).fill('INVALID_CODE'), 'CODE_EXPIRED', 'CODE_EXPIRED']);
  });

  it('says that the time of a code is over', async () => {
    const { token } = (await sendCode('spozniony@poczta.test')).body;
    const code = await readCode('spozniony@poczta.test');
    await identity.db
      .knex('verifications')
      .where({ email: 'spozniony@poczta.test' })
      .update({
        code_expires_at: new Date(0),
      });
    expect((await verify(token, code)).body.code).toBe('CODE_EXPIRED');
    expect((await verify(token, code, globex)).body.code).toBe('INVALID_CODE');
  });

  it('rejects codes of other organizations, and older and expired codes', async () => {
    const first = (await sendCode('stary@poczta.test')).body.token;
    const firstCode = await readCode('stary@poczta.test');
    expect((await verify(first, firstCode, globex)).status).toBe(400);
    await advanceOneMinute();
    const second = (await sendCode('stary@poczta.test')).body.token;
    expect((await verify(first, firstCode)).status).toBe(400);
    await identity.db.knex.raw(`update verifications set code_expires_at = now() - interval '1 second'`);
    expect((await verify(second, await readCode('stary@poczta.test'))).status).toBe(400);
  });

  it('is required before the token can set a password', async () => {
    const { token } = (await sendCode('wczesny@poczta.test')).body;
    expect((await setPassword(token)).status).toBe(400);
  });

  it.each([
    ['x'.repeat(43), '12345'],
    ['x'.repeat(43), '1234567'],
    [['x'], '123456'],
    [undefined, '123456'],
    ['x'.repeat(43), 123_456],
  ])('rejects the token %j and the code %j with 422', async (token, code) => {
    expect((await verify(token, code)).status).toBe(422);
  });
});

describe('sweepExpired', () => {
  it('deletes expired rows only', async () => {
    const { token } = (await sendCode('stara@poczta.test')).body;
    await identity.db.knex.raw(`update verifications set expires_at = now() - interval '1 second'`);
    const validToken = (await sendCode('swieza@poczta.test')).body.token;
    await sweepExpired(identity.db);
    const remaining = await identity.db.knex('verifications').pluck('email');
    expect(remaining).toEqual(['swieza@poczta.test']);
    expect([(await getTokenInfo(token)).status, (await getTokenInfo(validToken)).status]).toEqual([400, 200]);
    expect((await sendCode('swieza@poczta.test')).status).toBe(429);
  });
});
