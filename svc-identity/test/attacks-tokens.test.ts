import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AttacksWorld, startAttacksWorld } from './attacks-world';

let world: AttacksWorld;
beforeAll(async () => {
  world = await startAttacksWorld();
});
afterAll(() => world.identity.close());
beforeEach(() => world.resetSendLimits());

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

describe('a forged token', () => {
  const forge = async (change: (parts: Forgery) => string): Promise<string> => {
    const row = await world.identity.db.knex('signing_keys').orderBy('created_at', 'desc').first();
    const { exp, iat, ...claims } = claimsOf(world.tokens.anna);
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
  const ask = (token: string) => world.here('GET', '/api/auth/me', token);

  it('is accepted if signed correctly', async () => {
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
        jwt.sign({ ...claims, exp: later, sub: String(world.ids.olga) }, key, { algorithm: 'RS256', keyid }),
    ],
  ])('%s is refused', async (_, change) => {
    expect((await ask(await forge(change))).status).toBe(401);
  });
});

describe('a token of one organization', () => {
  it('is refused by every call of another organization and of the main domain', async () => {
    for (const organization of [world.globex, undefined]) {
      for (const [method, path] of [
        ['GET', '/api/auth/me'],
        ['GET', '/api/permissions/check'],
        ['GET', '/api/organizations'],
        ['POST', '/api/auth/sign-out'],
        ['POST', '/api/auth/hand-over'],
        ['POST', '/api/admin/invite-user'],
        ['POST', '/api/auth/check-login-methods'],
      ] as const) {
        const body = { email: 'x@y.test', organizationId: world.globex.id };
        const answer = await world.identity.request(method, path, {
          organization,
          token: world.tokens.anna,
          body,
        });
        expect([path, answer.status]).toEqual([path, 401]);
      }
    }
    expect((await world.here('GET', '/api/auth/me', world.tokens.anna)).status).toBe(200);
  });

  it('has no effect in another organization of the same user', async () => {
    await world.invite('anna@obieg.test', world.globex, world.tokens.greta);
    const answer = await world.identity.request('GET', '/api/groups', {
      organization: world.globex,
      token: world.tokens.anna,
    });
    expect(answer.status).toBe(401);
  });
});
