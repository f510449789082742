import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { withOrganization } from '@obieg/service-kit';
import jwt from 'jsonwebtoken';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Identity, password, startIdentity } from './identity-service';

let identity: Identity;
let acme: { id: number; code: string };
let globex: { id: number; code: string };
let ids: Record<'anna' | 'olga' | 'wiktor' | 'greta', number>;
let tokens: Record<'anna' | 'olga' | 'wiktor' | 'greta' | 'superAtMain', string>;
beforeAll(async () => {
  identity = await startIdentity();
  acme = await identity.addOrganization('acme');
  globex = await identity.addOrganization('globex');
  ids = {
    anna: await identity.addMember(acme.id, 'anna', ['ORG_ADMIN']),
    olga: await identity.addMember(acme.id, 'olga', ['OPERATOR']),
    wiktor: await identity.addMember(acme.id, 'wiktor', ['WORKFLOW_MANAGER']),
    greta: await identity.addMember(globex.id, 'greta', ['ORG_ADMIN']),
  };
  tokens = {
    anna: await identity.signIn('anna', acme),
    olga: await identity.signIn('olga', acme),
    wiktor: await identity.signIn('wiktor', acme),
    greta: await identity.signIn('greta', globex),
    superAtMain: await identity.signIn('super'),
  };
});
afterAll(() => identity.close());
/** As after an hour. */
beforeEach(() => identity.db.knex('verification_sends').delete());

const here = (method: string, path: string, token?: string, body?: unknown, headers = {}) =>
  identity.request(method, path, { organization: acme, token, body, headers });
const lastMailTo = async (recipient: string): Promise<string> =>
  (await identity.db.knex('mail_queue').where({ recipient }).orderBy('id', 'desc').first())?.body_text ?? '';
const invite = async (email: string, at = acme, token = tokens.anna): Promise<string> => {
  const body = { email, roles: ['MEMBER'] };
  await identity.request('POST', '/api/admin/invite-user', { organization: at, token, body });
  return /token=([\w-]+)/.exec(await lastMailTo(email))?.[1] ?? '';
};
const setPassword = (token: string, value = 'nowe-haslo', at = acme) =>
  identity.request('POST', '/api/auth/set-password', {
    organization: at,
    body: { token, password: value },
  });
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

describe('a forged token', () => {
  const forge = async (change: (parts: Forgery) => string): Promise<string> => {
    const row = await identity.db.knex('signing_keys').orderBy('created_at', 'desc').first();
    const { exp, iat, ...claims } = claimsOf(tokens.anna);
    return change({
      key: createPrivateKey(row.private_key),
      publicPem: createPublicKey({ key: row.public_key, format: 'jwk' })
        .export({ type: 'spki', format: 'pem' })
        .toString(),
      keyid: row.id,
      claims,
    });
  };
  interface Forgery {
    key: ReturnType<typeof createPrivateKey>;
    publicPem: string;
    keyid: string;
    claims: Record<string, unknown>;
  }
  const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const later = Math.floor(Date.now() / 1_000) + 3_600;
  const ask = (token: string) => here('GET', '/api/auth/me', token);

  it('would do if it were signed rightly', async () => {
    const token = await forge(({ key, keyid, claims }) =>
      jwt.sign({ ...claims, exp: later }, key, { algorithm: 'RS256', keyid }),
    );
    expect((await ask(token)).body).toMatchObject({ username: 'anna' });
  });

  it.each<[string, (parts: Forgery) => string]>([
    [
      'without a signature',
      ({ claims }) => `${encode({ alg: 'none' })}.${encode({ ...claims, exp: later })}.`,
    ],
    [
      'with the algorithm none and a made-up signature',
      ({ claims, keyid }) => `${encode({ alg: 'none', kid: keyid })}.${encode({ ...claims, exp: later })}.x`,
    ],
    [
      'signed by HS256 with the public key',
      ({ publicPem, claims, keyid }) => {
        const head = `${encode({ alg: 'HS256', kid: keyid })}.${encode({ ...claims, exp: later })}`;
        return `${head}.${createHmac('sha256', publicPem).update(head).digest('base64url')}`;
      },
    ],
    [
      'of another key id',
      ({ key, claims }) =>
        jwt.sign({ ...claims, exp: later }, key, { algorithm: 'RS256', keyid: randomUUID() }),
    ],
    ['of no key id', ({ key, claims }) => jwt.sign({ ...claims, exp: later }, key, { algorithm: 'RS256' })],
    [
      'of the right key id, signed with another key',
      ({ claims, keyid }) =>
        jwt.sign({ ...claims, exp: later }, generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey, {
          algorithm: 'RS256',
          keyid,
        }),
    ],
    [
      'that brings its own key',
      ({ claims, keyid }) => {
        const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
        const header = { alg: 'RS256' as const, kid: keyid, jwk: publicKey.export({ format: 'jwk' }) };
        return jwt.sign({ ...claims, exp: later }, privateKey, { algorithm: 'RS256', header });
      },
    ],
    ['without an end', ({ key, keyid, claims }) => jwt.sign(claims, key, { algorithm: 'RS256', keyid })],
    [
      'that has ended',
      ({ key, keyid, claims }) =>
        jwt.sign({ ...claims, exp: later - 7_200 }, key, { algorithm: 'RS256', keyid }),
    ],
    [
      'for others',
      ({ key, keyid, claims }) =>
        jwt.sign({ ...claims, exp: later, aud: 'elsewhere' }, key, { algorithm: 'RS256', keyid }),
    ],
    [
      'by others',
      ({ key, keyid, claims }) =>
        jwt.sign({ ...claims, exp: later, iss: 'elsewhere' }, key, { algorithm: 'RS256', keyid }),
    ],
    [
      'of a session that never was',
      ({ key, keyid, claims }) =>
        jwt.sign({ ...claims, exp: later, sid: randomUUID() }, key, { algorithm: 'RS256', keyid }),
    ],
    [
      "of somebody else's session",
      ({ key, keyid, claims }) =>
        jwt.sign({ ...claims, exp: later, sub: String(ids.olga) }, key, { algorithm: 'RS256', keyid }),
    ],
  ])('%s is refused', async (_, change) => {
    expect((await ask(await forge(change))).status).toBe(401);
  });
});

describe('a token of one organization', () => {
  it('is refused on the address of another and on the main domain, on every call that takes one', async () => {
    for (const organization of [globex, undefined]) {
      for (const [method, path] of [
        ['GET', '/api/auth/me'],
        ['GET', '/api/permissions/check'],
        ['GET', '/api/organizations'],
        ['POST', '/api/auth/sign-out'],
        ['POST', '/api/auth/hand-over'],
        ['POST', '/api/admin/invite-user'],
        ['POST', '/api/auth/check-login-methods'],
      ] as const) {
        const body = { email: 'x@y.test', organizationId: globex.id };
        const answer = await identity.request(method, path, { organization, token: tokens.anna, body });
        expect([path, answer.status]).toEqual([path, 401]);
      }
    }
    expect((await here('GET', '/api/auth/me', tokens.anna)).status).toBe(200);
  });

  it('does nothing in another for who belongs to both', async () => {
    await invite('anna@obieg.test', globex, tokens.greta);
    const answer = await identity.request('GET', '/api/groups', { organization: globex, token: tokens.anna });
    expect(answer.status).toBe(401);
  });
});

describe('a secret', () => {
  it('of an invitation is good once, of parallel uses one, and ends all others of its account', async () => {
    const other = await invite('dwie-firmy@obieg.test', globex, tokens.greta);
    const token = await invite('dwie-firmy@obieg.test');
    const answers = await Promise.all(Array.from({ length: 4 }, () => setPassword(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    expect((await setPassword(token)).status).toBe(400);
    // Whoever finds the older mail may not choose the password again.
    expect((await setPassword(other, 'przejete-konto', globex)).status).toBe(400);
  });

  it('of an invitation is no code of a hand-over or of a verification, nor the other way round', async () => {
    const invitation = await invite('zamiana@obieg.test');
    const handOver = await identity.request('POST', '/api/auth/hand-over', {
      token: tokens.superAtMain,
      body: { organizationId: acme.id },
    });
    const code = handOver.body.address.split('#code=')[1];
    const sent = (await here('POST', '/api/email-verification/send-code', undefined, { email: 'olga' })).body;
    expect((await here('POST', '/api/auth/exchange', undefined, { code: invitation })).status).toBe(400);
    expect((await here('POST', '/api/auth/exchange', undefined, { code: sent.token })).status).toBe(400);
    expect((await setPassword(code)).status).toBe(400);
    expect((await setPassword(sent.token)).status).toBe(400);
    for (const token of [invitation, code]) {
      const body = { token, code: '123456' };
      const answer = await here('POST', '/api/email-verification/verify-with-token', undefined, body);
      expect(answer.status).toBe(400);
      expect((await here('GET', `/api/email-verification/token-info/${token}`)).status).toBe(404);
    }
    expect((await setPassword(invitation)).status).toBe(200);
  });

  it('of a session is dead after it has ended, after a password change and after removal', async () => {
    const token = await invite('krotka@obieg.test');
    const first = (await setPassword(token)).body;
    const signIn = () =>
      here('POST', '/api/auth/signin', undefined, { email: 'krotka@obieg.test', password: 'nowe-haslo' });
    const second = (await signIn()).body.token;
    await here('POST', '/api/auth/sign-out', second);
    const third = (await signIn()).body.token;
    expect((await here('GET', '/api/auth/me', second)).status).toBe(401);
    const sent = (
      await here('POST', '/api/email-verification/send-code', undefined, { email: 'krotka@obieg.test' })
    ).body;
    const code = /\b(\d{6})\b/.exec(await lastMailTo('krotka@obieg.test'))?.[1];
    const byCode = await here('POST', '/api/email-verification/verify-with-token', undefined, {
      token: sent.token,
      code,
    });
    const last = (await setPassword(sent.token)).body;
    const dead = [first.token, third, byCode.body.jwtToken];
    for (const ended of dead) expect((await here('GET', '/api/auth/me', ended)).status).toBe(401);
    expect((await here('GET', '/api/auth/me', last.token)).status).toBe(200);
    await here('DELETE', `/api/users/${last.id}`, tokens.anna);
    expect((await here('GET', '/api/auth/me', last.token)).status).toBe(401);
  });

  it('is dead when its time is over: seven days, twenty-four hours, ten minutes', async () => {
    const age = (table: string, column: string, interval: string) =>
      identity.db
        .knex(table)
        .update({ [column]: identity.db.knex.raw(`?? - interval '${interval}'`, [column]) });
    const invitation = await invite('za-pozno@obieg.test');
    await age('invitations', 'expires_at', '6 days 23 hours');
    const untouched = await invite('jeszcze@obieg.test');
    await age('invitations', 'expires_at', '2 hours');
    expect((await setPassword(invitation)).status).toBe(400);
    expect((await setPassword(untouched)).status).toBe(200);

    const send = async () => {
      await identity.db.knex('verification_sends').delete();
      const body = { email: 'wolna@poczta.test' };
      return (await here('POST', '/api/email-verification/send-code', undefined, body)).body.token as string;
    };
    const verify = async (token: string) => {
      const code = /\b(\d{6})\b/.exec(await lastMailTo('wolna@poczta.test'))?.[1];
      return here('POST', '/api/email-verification/verify-with-token', undefined, { token, code });
    };
    const late = await send();
    await age('verifications', 'code_expires_at', '10 minutes 1 second');
    expect((await verify(late)).status).toBe(400);
    const token = await send();
    expect((await verify(token)).status).toBe(200);
    await age('verifications', 'expires_at', '24 hours 1 second');
    expect((await setPassword(token)).status).toBe(400);
  });

  it('is stored nowhere as it is, once its mail has gone', async () => {
    const token = await invite('zapis@obieg.test');
    await identity.db.knex('mail_queue').delete();
    const { body } = await here('POST', '/api/email-verification/send-code', undefined, { email: 'olga' });
    await identity.db.knex('mail_queue').delete();
    const { rows } = await identity.db.knex.raw(
      `select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    const dump: string[] = [];
    for (const { table_name } of rows as { table_name: string }[])
      dump.push(
        JSON.stringify(
          await withOrganization(identity.db, acme.id, (tx) => tx(table_name).select()).catch(() => []),
        ),
      );
    const everything = dump.join('\n');
    expect(everything).toContain('zapis@obieg.test');
    for (const secret of [token, body.token, password]) expect(everything).not.toContain(secret);
  });
});

describe('mass assignment', () => {
  const extra = { id: 1, is_super_admin: true, isSuperAdmin: true, password_hash: 'x', created_at: 0 };

  it('by an invitation makes nobody more than was granted', async () => {
    const email = 'przydzial@obieg.test';
    const body = {
      email,
      roles: ['REPORTER'],
      ...extra,
      systemRoles: ['SUPER_ADMIN'],
      permissions: ['MANAGE_SUSER'],
      organization_id: globex.id,
      userOrganizationRoles: [{ organization: { name: 'x' }, role: { name: 'SUPER_ADMIN' } }],
    };
    expect((await here('POST', '/api/admin/invite-user', tokens.anna, body)).status).toBe(200);
    const row = await identity.db.knex('users').where({ email }).first();
    expect(row).toMatchObject({ is_super_admin: false, password_hash: null });
    expect(row.id).not.toBe(1);
    const shown = await identity.request('GET', `/api/users/${row.id}`, {
      organization: acme,
      token: await identity.signIn('super', acme),
    });
    expect(shown.body.userOrganizationRoles).toEqual([
      { organization: { name: 'Organizacja acme' }, role: { name: 'REPORTER' } },
    ]);
  });

  it('reaches nobody else by a password, a role, a member or an organization', async () => {
    const token = await invite('haslo@obieg.test');
    const set = await here('POST', '/api/auth/set-password', undefined, {
      token,
      password: 'nowe-haslo',
      ...extra,
      userId: ids.anna,
      email: 'anna@obieg.test',
      organizationId: globex.id,
    });
    expect(set.body).toMatchObject({ email: 'haslo@obieg.test' });
    expect(await identity.signIn('anna', acme)).toEqual(expect.any(String));
    const { id } = set.body;
    const aimed = { ...extra, userId: ids.greta, organizationId: globex.id };
    await here('PUT', `/api/users/${id}/roles`, tokens.anna, { roles: ['OPERATOR'], ...aimed });
    expect((await here('GET', `/api/users/${id}`, tokens.anna)).body.roles).toEqual(['OPERATOR']);
    const group = (await here('POST', '/api/groups', tokens.anna, { name: 'Grupa', ...aimed, createdAt: 0 }))
      .body;
    const place = `/api/groups/${group.id}/members`;
    await here('POST', place, tokens.anna, { ...aimed, userId: id, groupId: 1, joinedAt: 0 });
    await here('PUT', `${place}/${id}`, tokens.anna, { role: 'LEADER', ...aimed });
    expect((await here('GET', place, tokens.anna)).body).toEqual([
      expect.objectContaining({ userId: id, role: 'LEADER' }),
    ]);
    const made = await identity.request('POST', '/api/organizations', {
      token: tokens.superAtMain,
      body: { name: 'Firma', codeName: 'przydzial', ...extra, createdAt: 0, deletedAt: 0 },
    });
    expect(made.body.id).not.toBe(1);
    const me = await here('GET', '/api/auth/me', set.body.token);
    expect(me.status).toBe(200);
  });
});

describe('an e-mail address that is none', () => {
  const lines = ['jan@acme.test\r\nBcc: ofiara@x.test', 'jan@acme.test\nofiara@x.test', 'a@b.test,c@d.test'];
  const shapes = [['a@b.test'], { $ne: null }, { email: 'a@b.test' }, 7, true, null, undefined, '', [], {}];
  const calls = [
    ['/api/auth/check-login-methods', {}],
    ['/api/auth/signin', { password }],
    ['/api/email-verification/send-code', {}],
    ['/api/admin/invite-user', { roles: ['MEMBER'] }],
  ] as const;
  it.each(calls)('is refused by %s when it is no text', async (path, more) => {
    for (const email of shapes)
      expect([email, (await here('POST', path, tokens.anna, { ...more, email })).status]).toEqual([
        email,
        422,
      ]);
  });

  it.each(calls)('never reaches a mail or an account by %s', async (path, more) => {
    const mailed = () => identity.db.knex('mail_queue').whereNot('recipient', '').count('* as count').first();
    const users = () => identity.db.knex('users').count('* as count').first();
    const before = [await mailed(), await users()];
    for (const email of lines) {
      const { status, body } = await here('POST', path, tokens.anna, { ...more, email });
      expect(status).toBeLessThan(500);
      if (path.endsWith('check-login-methods')) expect(body.userExists).toBe(false);
      if (path.endsWith('invite-user')) expect(status).toBe(422);
    }
    expect([await mailed(), await users()]).toEqual(before);
  });
});

describe('links', () => {
  it('lead where the configuration says, whatever the request names', async () => {
    const poison = {
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'gopher',
      'x-forwarded-server': 'evil.test',
      'x-original-host': 'evil.test',
      forwarded: 'host=evil.test;proto=http',
      origin: 'https://evil.test',
      referer: 'https://evil.test/',
      host: 'evil.test',
    };
    const email = 'zatruta@obieg.test';
    await here('POST', '/api/admin/invite-user', tokens.anna, { email, roles: ['MEMBER'] }, poison);
    const mail = await identity.db.knex('mail_queue').where({ recipient: email }).first();
    expect(mail.body_text).toContain('http://acme.obieg.localhost:8080/set-password?token=');
    const { body } = await identity.request('POST', '/api/auth/hand-over', {
      token: tokens.superAtMain,
      body: { organizationId: acme.id },
      headers: poison,
    });
    expect(body.address).toMatch(/^http:\/\/acme\.obieg\.localhost:8080\/login#code=/);
    expect(JSON.stringify(mail) + body.address).not.toContain('evil');
  });
});

describe('nobody becomes more than they are', () => {
  it.each([
    ['wiktor', ['ORG_ADMIN'], 403],
    ['olga', ['OPERATOR'], 403],
    ['anna', ['SUPER_ADMIN'], 403],
    ['anna', ['MEMBER', 'SUPER_ADMIN'], 403],
    ['anna', ['MANAGE_SUSER'], 422],
    ['anna', ['org_admin'], 422],
  ] as const)('by an invitation of %s with %j', async (who, roles, status) => {
    const email = `${who}@obieg.test`;
    const answer = await here('POST', '/api/admin/invite-user', tokens[who], { email, roles });
    expect(answer.status).toBe(status);
    const permissions = (await here('GET', '/api/permissions/check', tokens[who])).body;
    expect(permissions).toMatchObject({
      canManageUsers: who === 'anna',
      canManageAllUsers: false,
      canManageOrganizations: false,
    });
  });

  it('nor does an administrator reach into another organization', async () => {
    const body = { email: 'anna@obieg.test', roles: ['ORG_ADMIN'], organizationId: globex.id };
    expect((await here('POST', '/api/admin/invite-user', tokens.anna, body)).status).toBe(403);
    const roles = { roles: ['REPORTER'] };
    expect((await here('PUT', `/api/users/${ids.greta}/roles`, tokens.anna, roles)).status).toBe(404);
  });
});

describe('known and unknown accounts', () => {
  /** What a call asks the database, without the values. */
  const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
    const statements: string[] = [];
    const note = ({ sql }: { sql: string }): void => void statements.push(sql);
    identity.db.knex.on('query', note);
    await work();
    identity.db.knex.off('query', note);
    return statements;
  };
  const signIn = (email: string) =>
    here(
      'POST',
      '/api/auth/signin',
      undefined,
      { email, password: 'guess' },
      { 'x-forwarded-for': randomUUID() },
    );
  const sendCode = (email: string) => here('POST', '/api/email-verification/send-code', undefined, { email });
  const pairs = [
    ['olga', 'nobody'],
    ['olga@obieg.test', 'nobody@obieg.test'],
    // A member of another organization, and somebody invited who has no password yet.
    ['greta', 'nobody-else'],
    ['bez-hasla@obieg.test', 'nobody-at-all@obieg.test'],
  ] as const;
  beforeAll(() => invite('bez-hasla@obieg.test'));

  it.each(pairs)('%s and %s are answered alike and cost the same work', async (known, unknown) => {
    for (const call of [signIn, sendCode]) {
      const answers: { status: number; body: Record<string, unknown>; headers: object }[] = [];
      const work: string[][] = [];
      for (const name of [known, unknown]) {
        await identity.db.knex('verification_sends').delete();
        work.push(await statementsOf(async () => answers.push(await call(name))));
      }
      const shape = answers.map(({ status, body, headers }) => ({
        status,
        headers: Object.keys(headers),
        body: { ...body, token: typeof body['token'], requestId: typeof body['requestId'] },
        tokenLength: String(body['token']).length,
      }));
      expect(shape[0]).toEqual(shape[1]);
      expect(work[0]).toEqual(work[1]);
      expect(work[0]?.length).toBeGreaterThan(4);
    }
  });

  it('take the same time to sign in, as far as hashing goes', async () => {
    const best: Record<string, number> = {};
    for (let round = 0; round < 8; round++) {
      for (const name of ['olga', 'nobody']) {
        const startedAt = performance.now();
        await signIn(name);
        best[name] = Math.min(best[name] ?? Number.POSITIVE_INFINITY, performance.now() - startedAt);
      }
    }
    // Without the hashing it would be a small part of it; the best of several rounds does not know the machine's load.
    expect((best['nobody'] ?? 0) / (best['olga'] ?? 0)).toBeGreaterThan(0.4);
  });
});
