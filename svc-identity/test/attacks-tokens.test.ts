import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AttackFixture, startAttackFixture } from './attack-fixture';

let fixture: AttackFixture;
beforeAll(async () => {
  fixture = await startAttackFixture();
});
afterAll(() => fixture.identity.close());
beforeEach(() => fixture.resetSendLimits());

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

describe('a token', () => {
  const forge = async (change: (parts: Forgery) => string): Promise<string> => {
    const row = await fixture.identity.db.knex('signing_keys').orderBy('created_at', 'desc').first();
    const { exp, iat, ...claims } = claimsOf(fixture.tokens.anna);
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
  const getMe = (token: string) => fixture.callAcme('GET', '/api/auth/me', token);

  it('is accepted with a valid signature', async () => {
    const token = await forge(({ key, keyid, claims }) =>
      jwt.sign({ ...claims, exp: later }, key, { algorithm: 'RS256', keyid }),
    );
    expect((await getMe(token)).body).toMatchObject({ username: 'anna' });
  });

  it.each<[string, (parts: Forgery) => string]>([
    [
      'without a signature',
      ({ claims }) => `${encode({ alg: 'none' })}.${encode({ ...claims, exp: later })}.`,
    ],
    [
      'with the algorithm none and a fake signature',
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
      'with an unknown key id',
      ({ key, claims }) =>
        jwt.sign({ ...claims, exp: later }, key, { algorithm: 'RS256', keyid: randomUUID() }),
    ],
    [
      'without a key id',
      ({ key, claims }) => jwt.sign({ ...claims, exp: later }, key, { algorithm: 'RS256' }),
    ],
    [
      'with the right key id, signed with another key',
      ({ claims, keyid }) =>
        jwt.sign({ ...claims, exp: later }, generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey, {
          algorithm: 'RS256',
          keyid,
        }),
    ],
    [
      'with its own key in the header',
      ({ claims, keyid }) => {
        const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
        const header = { alg: 'RS256' as const, kid: keyid, jwk: publicKey.export({ format: 'jwk' }) };
        return jwt.sign({ ...claims, exp: later }, privateKey, { algorithm: 'RS256', header });
      },
    ],
    [
      'without an expiry time',
      ({ key, keyid, claims }) => jwt.sign(claims, key, { algorithm: 'RS256', keyid }),
    ],
    [
      'that has expired',
      ({ key, keyid, claims }) =>
        jwt.sign({ ...claims, exp: later - 7_200 }, key, { algorithm: 'RS256', keyid }),
    ],
    [
      'for another audience',
      ({ key, keyid, claims }) =>
        jwt.sign({ ...claims, exp: later, aud: 'elsewhere' }, key, { algorithm: 'RS256', keyid }),
    ],
    [
      'of another issuer',
      ({ key, keyid, claims }) =>
        jwt.sign({ ...claims, exp: later, iss: 'elsewhere' }, key, { algorithm: 'RS256', keyid }),
    ],
    [
      'of an unknown session',
      ({ key, keyid, claims }) =>
        jwt.sign({ ...claims, exp: later, sid: randomUUID() }, key, { algorithm: 'RS256', keyid }),
    ],
    [
      "of another user's session",
      ({ key, keyid, claims }) =>
        jwt.sign({ ...claims, exp: later, sub: String(fixture.ids.olga) }, key, {
          algorithm: 'RS256',
          keyid,
        }),
    ],
  ])('is rejected: %s', async (_, change) => {
    expect((await getMe(await forge(change))).status).toBe(401);
  });
});

describe('a token of one organization', () => {
  it('is rejected by each endpoint of another organization and of the main domain', async () => {
    for (const organization of [fixture.globex, undefined]) {
      for (const [method, path] of [
        ['GET', '/api/auth/me'],
        ['GET', '/api/permissions/check'],
        ['GET', '/api/organizations'],
        ['POST', '/api/auth/sign-out'],
        ['POST', '/api/auth/hand-over'],
        ['POST', '/api/admin/invite-user'],
        ['POST', '/api/auth/check-login-methods'],
      ] as const) {
        const body = { email: 'x@y.test', organizationId: fixture.globex.id };
        const response = await fixture.identity.request(method, path, {
          organization,
          token: fixture.tokens.anna,
          body,
        });
        expect([path, response.status]).toEqual([path, 401]);
      }
    }
    expect((await fixture.callAcme('GET', '/api/auth/me', fixture.tokens.anna)).status).toBe(200);
  });

  it('is rejected in another organization of the same user', async () => {
    await fixture.invite('anna@obieg.test', fixture.globex, fixture.tokens.greta);
    const response = await fixture.identity.request('GET', '/api/groups', {
      organization: fixture.globex,
      token: fixture.tokens.anna,
    });
    expect(response.status).toBe(401);
  });
});
