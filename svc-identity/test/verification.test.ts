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

/** Resets the limits, as after an hour. */
beforeEach(() => identity.db.knex('verification_sends').delete());
const forgetLastMinute = () =>
  identity.db.knex.raw(`update verification_sends set sent_at = sent_at - interval '61 seconds'`);

/** Like `set-password` for an invalid link. */
const badToken = {
  status: 400,
  body: { code: 'INVALID_TOKEN', message: 'Nieprawidłowy lub wygasły token' },
};

/** Null for the main domain. */
const on = (organization: typeof acme | null) => (organization ? { organization } : {});

const send = (email: unknown, organization: typeof acme | null = acme) =>
  identity.request('POST', '/api/email-verification/send-code', { ...on(organization), body: { email } });
const info = (token: string, organization: typeof acme | null = acme) =>
  identity.request('GET', `/api/email-verification/token-info/${token}`, on(organization));
const verify = (token: unknown, code: unknown, organization: typeof acme | null = acme) =>
  identity.request('POST', '/api/email-verification/verify-with-token', {
    ...on(organization),
    body: { token, code },
  });
const setPassword = (token: string, password = 'nowe-haslo', organization: typeof acme | null = acme) =>
  identity.request('POST', '/api/auth/set-password', { ...on(organization), body: { token, password } });
const mailsTo = (recipient: string) =>
  identity.db.knex('mail_queue').where({ recipient }).orderBy('id', 'desc');
const codeFor = async (recipient: string): Promise<string> =>
  /\b(\d{6})\b/.exec((await mailsTo(recipient).first()).body_text)?.[1] ?? '';
const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const permissionsWith = async (token: string) =>
  (await identity.request('GET', '/api/permissions/check', { organization: acme, token })).body;

describe('POST /api/email-verification/send-code', () => {
  it('gives the same response with and without an account, and mails only accounts', async () => {
    const [known, unknown] = [await send('olga'), await send('nobody')];
    for (const { status, body } of [known, unknown]) {
      expect(status).toBe(200);
      expect(body).toEqual({
        success: true,
        token: expect.stringMatching(/^[\w-]{43}$/),
        message: expect.any(String),
      });
    }
    expect(await codeFor('olga@obieg.test')).toMatch(/^\d{6}$/);
    expect(await mailsTo('nobody')).toEqual([]);
    expect((await info(unknown.body.token)).status).toBe(200);
  });

  it('never reveals the address behind a username', async () => {
    const [known, unknown] = [await send('olga'), await send('nobody-either')];
    for (const { body } of [known, unknown])
      expect((await info(body.token)).body).toEqual({ success: true, email: '***', canResend: false });
    const mailsBefore = (await mailsTo('olga@obieg.test')).length;
    const code = await codeFor('olga@obieg.test');
    const byAddress = await send('olga@obieg.test');
    expect(byAddress.status).toBe(200);
    expect(await mailsTo('olga@obieg.test')).toHaveLength(mailsBefore);
    expect((await verify(byAddress.body.token, code)).status).toBe(400);
    expect((await verify(known.body.token, code)).status).toBe(200);
  });

  it('limits an address to five codes an hour across names', async () => {
    const mailsBefore = (await mailsTo('olga@obieg.test')).length;
    for (let count = 0; count < 8; count++) {
      expect((await send(count % 2 ? 'olga' : 'olga@obieg.test')).status).toBe(200);
      await forgetLastMinute();
    }
    expect(await mailsTo('olga@obieg.test')).toHaveLength(mailsBefore + 5);
  });

  it('stores neither code nor token in plain text', async () => {
    const { token } = (await send('tajne@poczta.test')).body;
    const row = await identity.db.knex('verifications').where({ email: 'tajne@poczta.test' }).first();
    expect(JSON.stringify(row)).not.toContain(token);
    expect(row.token_hash).toHaveLength(32);
    expect(row.code_hash).toHaveLength(32);
  });

  it('mails no stranger on the main domain and no member of another organization', async () => {
    await send('stranger@poczta.test', null);
    expect(await mailsTo('stranger@poczta.test')).toEqual([]);
    expect(
      (
        await identity.request('POST', '/api/auth/check-login-methods', {
          organization: globex,
          body: { email: 'olga' },
        })
      ).body.userExists,
    ).toBe(false);
  });

  it('allows one code a minute and five an hour, also in parallel; asking again resets nothing', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => send('budget@poczta.test')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(429)]);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    for (let count = 2; count <= 5; count++) {
      await forgetLastMinute();
      expect((await send('budget@poczta.test', count % 2 ? acme : globex)).status).toBe(200);
    }
    await forgetLastMinute();
    expect((await send('BUDGET@poczta.test')).status).toBe(429);
  });

  it('limits a client to 120 codes an hour across names', async () => {
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
    // Few at a time: calls that wait too long for a database connection get 503 on a busy machine.
    for (let start = 0; start < names.length; start += 8) {
      const batch = names.slice(start, start + 8);
      const responses = await Promise.all(
        batch.map((name, index) => from(`2001:db8:5:6::${start + index}`, name)),
      );
      statuses.push(...responses.map(({ status }) => status));
    }
    expect(statuses.sort()).toEqual([...Array(120).fill(200), 429, 429]);
    const refused = await from('2001:db8:5:6::1', 'olga');
    expect([refused.status, refused.body.message]).toEqual([
      429,
      'Zbyt wiele prób. Spróbuj ponownie za chwilę.',
    ]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
    expect((await from('2001:db8:5:7::1', 'olga')).status).toBe(200);
  });

  it.each([[undefined], [['a@b.test']], [{}], [''], [`${'a'.repeat(300)}@b.test`]])(
    'rejects %j',
    async (email) => {
      expect((await send(email)).status).toBe(422);
    },
  );

  it('resends by the token of an earlier code, which it invalidates, within the same limit', async () => {
    const resend = (token: unknown, organization: typeof acme | null = acme) =>
      identity.request('POST', '/api/email-verification/send-code', {
        ...on(organization),
        body: { token },
      });
    const { body: first } = await send('druga.karta@poczta.test');
    expect((await resend(first.token)).status).toBe(429);
    await forgetLastMinute();
    expect(await resend(first.token, globex)).toMatchObject(badToken);
    expect(await resend(first.token, null)).toMatchObject(badToken);
    const { status, body: second } = await resend(first.token);
    expect(status).toBe(200);
    expect(await info(first.token)).toMatchObject(badToken);
    await forgetLastMinute();
    expect(await resend(first.token)).toMatchObject(badToken);
    const verified = await verify(second.token, await codeFor('druga.karta@poczta.test'));
    expect(verified.status).toBe(200);
    expect(await resend(second.token)).toMatchObject(badToken);
    for (const bad of ['', 'x', '../..', 'x'.repeat(1_000)])
      expect(await resend(bad)).toMatchObject(badToken);
    for (const noText of [7, null, ['a'], undefined]) expect((await resend(noText)).status).toBe(422);
  });

  it('has a named schema in OpenAPI', async () => {
    const { body } = await identity.request('GET', '/openapi.json');
    const { requestBody } = body.paths['/api/email-verification/send-code'].post;
    expect(requestBody.content['application/json'].schema).toEqual({ $ref: '#/components/schemas/SendCode' });
  });

  it('cannot inject a line into a mail', async () => {
    expect((await send('a@b.test\r\nBcc: c@d.test')).status).toBe(200);
    expect(await identity.db.knex('mail_queue').whereLike('recipient', '%d.test%')).toEqual([]);
  });
});

describe('GET /api/email-verification/token-info/{token}', () => {
  it('masks the address until it is verified and returns canResend', async () => {
    const { token } = (await send('jan@poczta.test')).body;
    expect((await info(token)).body).toEqual({ success: true, email: 'j***@poczta.test', canResend: false });
    await forgetLastMinute();
    expect((await info(token)).body.canResend).toBe(true);
    await verify(token, await codeFor('jan@poczta.test'));
    expect((await info(token)).body).toEqual({ success: true, email: 'jan@poczta.test', canResend: false });
  });

  it('returns canResend=false to a client that has reached its limit', async () => {
    const [client, another] = ['203.0.113.9', '203.0.113.10'];
    const from = (ip: string) => ({ organization: acme, headers: { 'x-forwarded-for': ip } });
    const { token } = (await send('biuro@poczta.test')).body;
    const canResend = async (ip: string) =>
      (await identity.request('GET', `/api/email-verification/token-info/${token}`, from(ip))).body.canResend;
    await forgetLastMinute();
    const others = Array.from({ length: 119 }, (_, index) => ({ asked_for: `osoba${index}`, client }));
    await identity.db.knex('verification_sends').insert(others);
    expect(await canResend(client)).toBe(true);
    await identity.db.knex('verification_sends').insert({ asked_for: 'ostatnia', client });
    expect([await canResend(client), await canResend(another)]).toEqual([false, true]);
    const path = '/api/email-verification/send-code';
    expect((await identity.request('POST', path, { ...from(client), body: { token } })).status).toBe(429);
    expect((await identity.request('POST', path, { ...from(another), body: { token } })).status).toBe(200);
  });

  it('gives tokens of other addresses, unknown, expired and malformed ones the same response', async () => {
    const { token } = (await send('ewa@poczta.test')).body;
    expect(await info(token, globex)).toMatchObject(badToken);
    expect(await info(token, null)).toMatchObject(badToken);
    for (const text of ['x'.repeat(43), 'x', 'ż', 'a/b', 'a b', '%', '\u0000', '7'.repeat(1_000)])
      expect(await info(encodeURIComponent(text))).toMatchObject(badToken);
    await identity.db.knex.raw(`update verifications set expires_at = now() - interval '1 second'`);
    expect(await info(token)).toMatchObject(badToken);
    const { body } = await identity.request('GET', `/api/email-verification/token-info/${token}`, {
      organization: acme,
      headers: { 'accept-language': 'en' },
    });
    expect(body.message).toBe('The token is not valid or has expired');
  });
});

describe('POST /api/email-verification/verify-with-token', () => {
  it('makes a stranger a reporter, signs them in, and lets them set a password once', async () => {
    const { token } = (await send('nowa@poczta.test')).body;
    const { status, body } = await verify(token, await codeFor('nowa@poczta.test'));
    expect([status, body.success]).toEqual([200, true]);
    expect(await permissionsWith(body.jwtToken)).toMatchObject({ hasBasePermission: false });
    const events = await recordedEvents(identity.db.knex, 'obieg.identity.membership.changed');
    expect(events.at(-1)).toMatchObject({
      data: { organizationId: acme.id, roles: ['REPORTER'], isEmailVerified: true },
    });
    expect((await setPassword(token, 'nowe-haslo', globex)).status).toBe(400);
    expect((await setPassword(token)).status).toBe(200);
    expect((await setPassword(token)).status).toBe(400);
    const again = await identity.request('POST', '/api/auth/signin', {
      organization: acme,
      body: { email: 'nowa@poczta.test', password: 'nowe-haslo' },
    });
    expect(again.status).toBe(200);
  });

  it('notifies the owner and invalidates every other token', async () => {
    const first = (await send('listy@poczta.test')).body.token;
    await verify(first, await codeFor('listy@poczta.test'));
    await forgetLastMinute();
    const second = (await send('listy@poczta.test')).body.token;
    const { jwtToken } = (await verify(second, await codeFor('listy@poczta.test'))).body;
    expect((await setPassword(second)).status).toBe(200);
    expect((await setPassword(first)).status).toBe(400);
    const subjects = (await mailsTo('listy@poczta.test')).map(({ subject }) => subject);
    expect(subjects[0]).toBe('Hasło zostało zmienione');
    expect(subjects.filter((subject) => subject === 'Logowanie kodem')).toHaveLength(2);
    const ended = (await identity.request('GET', '/internal/revoked-sessions')).body.sessions;
    const { sid } = JSON.parse(Buffer.from(jwtToken.split('.')[1], 'base64url').toString());
    expect(ended).toContainEqual({ sessionId: sid, expiresAt: expect.any(String) });
  });

  it('keeps the roles of a member who forgot the password', async () => {
    const { token } = (await send('olga')).body;
    const { body } = await verify(token, await codeFor('olga@obieg.test'));
    expect(await permissionsWith(body.jwtToken)).toMatchObject({ hasOperatorPermission: true });
  });

  it('accepts a code once, also in parallel', async () => {
    const { token } = (await send('raz@poczta.test')).body;
    const code = await codeFor('raz@poczta.test');
    const answers = await Promise.all([verify(token, code), verify(token, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await verify(token, code)).status).toBe(400);
  });

  it('invalidates a code after five wrong attempts, also in parallel', async () => {
    const { token } = (await send('zgadywany@poczta.test')).body;
    const code = await codeFor('zgadywany@poczta.test');
    const guesses = await Promise.all(Array.from({ length: 12 }, () => verify(token, otherThan(code))));
    for (const { status, body } of guesses) expect([status, body.code]).toEqual([400, 'INVALID_CODE']);
    expect((await verify(token, code)).status).toBe(400);
  });

  it('refuses codes of other organizations, older and expired ones', async () => {
    const first = (await send('stary@poczta.test')).body.token;
    const firstCode = await codeFor('stary@poczta.test');
    expect((await verify(first, firstCode, globex)).status).toBe(400);
    await forgetLastMinute();
    const second = (await send('stary@poczta.test')).body.token;
    expect((await verify(first, firstCode)).status).toBe(400);
    await identity.db.knex.raw(`update verifications set code_expires_at = now() - interval '1 second'`);
    expect((await verify(second, await codeFor('stary@poczta.test'))).status).toBe(400);
  });

  it('does not make a token valid for a password before its code', async () => {
    const { token } = (await send('wczesny@poczta.test')).body;
    expect((await setPassword(token)).status).toBe(400);
  });

  it.each([
    ['x'.repeat(43), '12345'],
    ['x'.repeat(43), '1234567'],
    [['x'], '123456'],
    [undefined, '123456'],
    ['x'.repeat(43), 123_456],
  ])('rejects %j with %j', async (token, code) => {
    expect((await verify(token, code)).status).toBe(422);
  });
});

describe('sweepExpired', () => {
  it('deletes expired rows only', async () => {
    const { token } = (await send('stara@poczta.test')).body;
    await identity.db.knex.raw(`update verifications set expires_at = now() - interval '1 second'`);
    const live = (await send('swieza@poczta.test')).body.token;
    await sweepExpired(identity.db);
    const kept = await identity.db.knex('verifications').pluck('email');
    expect(kept).toEqual(['swieza@poczta.test']);
    expect([(await info(token)).status, (await info(live)).status]).toEqual([400, 200]);
    expect((await send('swieza@poczta.test')).status).toBe(429);
  });
});
