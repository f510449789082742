import { createHmac } from 'node:crypto';
import { createConnection } from 'node:net';
import { permissionsOfRoles } from '@obieg/contracts';
import jwt from 'jsonwebtoken';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTestDatabase,
  createTestIdentity,
  startTestService,
  type TestDatabase,
  type TestService,
} from '../src/testing/index';
import { createNotesApp, notesMigrations } from './notes-service';

const acme = { id: 1, code: 'acme' };
const globex = { id: 2, code: 'globex' };
const identity = createTestIdentity();
const revokedSession = '00000000-0000-4000-8000-000000000001';
let database: TestDatabase;
let service: TestService;
const operator = identity.sign({ userId: 10, organizationId: acme.id });
const reader = identity.sign({ userId: 11, organizationId: acme.id });

beforeAll(async () => {
  database = await createTestDatabase(notesMigrations);
  const app = createNotesApp(
    database,
    identity,
    async (userId) =>
      userId === 99
        ? undefined
        : { permissions: permissionsOfRoles(userId === 10 ? ['OPERATOR'] : ['MEMBER']), isSuperAdmin: false },
    (sessionId) => sessionId === revokedSession,
  );
  service = await startTestService(app);
});
afterAll(async () => {
  await service.close();
  await database.close();
});

const post = (options: object) =>
  service.request('POST', '/api/notes', { organization: acme, token: operator, ...options });

describe('access', () => {
  it('rejects anonymous', async () => {
    const answer = await post({ token: undefined, body: { text: 'x' } });
    expect(answer.status).toBe(401);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.body).toMatchObject({
      status: 401,
      code: 'UNAUTHORIZED',
      success: false,
      requestId: answer.headers['x-request-id'],
    });
  });

  it('rejects missing permission', async () => {
    expect((await post({ token: reader, body: { text: 'x' } })).status).toBe(403);
  });

  it('requires an organization', async () => {
    const answer = await service.request('GET', '/api/notes/1');
    expect(answer.body).toMatchObject({ status: 400, code: 'ORGANIZATION_REQUIRED' });
  });

  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { sid: '00000000-0000-4000-8000-000000000002', org: acme.id };
  const signed = {
    issuer: 'obieg',
    audience: 'obieg-api',
    subject: '10',
    expiresIn: 60,
    keyid: identity.keyId,
  };
  it.each([
    ['no token at all', () => 'nonsense'],
    ['another organization', () => identity.sign({ userId: 10, organizationId: globex.id })],
    ['the main domain', () => identity.sign({ userId: 10, organizationId: null })],
    ['the past', () => identity.sign({ userId: 10, organizationId: acme.id, expiresIn: -10 })],
    [
      'a revoked session',
      () => identity.sign({ userId: 10, organizationId: acme.id, sessionId: revokedSession }),
    ],
    ['a former member', () => identity.sign({ userId: 99, organizationId: acme.id })],
    ['algorithm none', () => `${jwt.sign(claims, null, { ...signed, algorithm: 'none' })}x`],
    [
      'HS256 with the public key',
      () => {
        const pem = identity.publicKey.export({ type: 'spki', format: 'pem' });
        const head = `${encode({ alg: 'HS256', typ: 'JWT', kid: identity.keyId })}.${encode({ ...claims, iss: 'obieg', aud: 'obieg-api', sub: '10', exp: 4e9 })}`;
        return `${head}.${createHmac('sha256', pem).update(head).digest('base64url')}`;
      },
    ],
    [
      'a payload that is no JSON',
      () => `${encode({ alg: 'RS256', typ: 'JWT', kid: identity.keyId })}.bm9uc2Vuc2U.c2ln`,
    ],
    ['a key id that is no text', () => `${encode({ alg: 'RS256', kid: { a: 1 } })}.${encode(claims)}.c2ln`],
    ['a header that is null', () => `${encode(null)}.${encode(claims)}.c2ln`],
    ['an enormous length', () => `a.${'a'.repeat(8_000)}.a`],
    ['another key', () => createTestIdentity().sign({ userId: 10, organizationId: acme.id })],
  ])('refuses a token of %s, also on public routes', async (_, make) => {
    const token = make();
    expect((await post({ token, body: { text: 'x' } })).status).toBe(401);
    expect((await service.request('GET', '/api/notes/1', { organization: acme, token })).status).toBe(401);
  });
});

describe('input', () => {
  it.each([
    ['malformed JSON', { rawBody: '{"text":' }, 400],
    ['deep JSON', { rawBody: `{"text":${'['.repeat(100_000)}${']'.repeat(100_000)}}` }, 400],
    ['NUL', { rawBody: '{"text":"a\\u0000b"}' }, 400],
    ['a lone surrogate', { rawBody: '{"text":"\\ud800"}' }, 400],
    ['bytes that are no UTF-8', { rawBody: Buffer.from([0x22, 0xff, 0x22]) }, 400],
    ['a wrong type', { body: { text: { toString: 1 } } }, 422],
    ['no body', {}, 422],
    ['a list', { body: [] }, 422],
    ['a blank text', { body: { text: '  ' } }, 422],
    ['a huge body', { body: { text: 'x'.repeat(300_000) } }, 413],
    ['a form', { rawBody: 'text=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415],
  ])('refuses %s', async (_, options, status) => {
    const answer = await post(options);
    expect(answer.status).toBe(status);
    expect(answer.body.status).toBe(status);
  });

  it('names each invalid field', async () => {
    expect((await post({ body: {} })).body.errors).toEqual([{ field: 'text', message: expect.any(String) }]);
  });

  it.each(['0', '-1', '9007199254740993', 'abc', '1e3', '%00'])('answers 404 for the id %s', async (id) => {
    expect((await service.request('GET', `/api/notes/${id}`, { organization: acme })).status).toBe(404);
  });

  it('refuses repeated, unknown and invalid query parameters', async () => {
    for (const query of ['mark=yes&mark=yes', 'mark=no', 'x=%00']) {
      expect((await service.request('GET', `/api/notes/1?${query}`, { organization: acme })).status).toBe(
        400,
      );
    }
  });

  it('answers 404 and 405 as problems', async () => {
    expect((await service.request('GET', '/api/nothing')).body.code).toBe('NOT_FOUND');
    const notOffered = await service.request('PUT', '/api/notes/1', { organization: acme });
    expect([notOffered.status, notOffered.body.code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
    expect(notOffered.headers['allow']).toContain('GET');
    expect((await service.request('GET', '/api/notes/%E0%A4%A', { organization: acme })).status).toBeLessThan(
      500,
    );
  });

  it.each(['/api/notes/', '/api/Notes', '/API/notes', '/api/%6eotes'])(
    'accepts one spelling of each path, not %s',
    async (path) => {
      const answer = await service.request('POST', path, {
        organization: acme,
        token: operator,
        body: { text: 'x' },
      });
      expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND']);
    },
  );

  it('refuses two Host headers', async () => {
    const text = await new Promise<string>((resolve, reject) => {
      const socket = createConnection(service.port, '127.0.0.1');
      let received = '';
      socket.on('data', (chunk) => {
        received += chunk.toString();
      });
      socket.on('end', () => resolve(received));
      socket.on('error', reject);
      socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n');
    });
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('output', () => {
  it('returns the response without fields that the schema lacks', async () => {
    const { status, body } = await post({ body: { text: 'Zażółć', organization_id: 2, id: 77 } });
    expect(status).toBe(201);
    const shown = await service.request('GET', `/api/notes/${body.id}`, { organization: acme });
    expect(shown.body).toEqual({ id: body.id, text: 'Zażółć' });
    expect(
      (await service.request('DELETE', `/api/notes/${body.id}`, { organization: acme, token: reader }))
        .status,
    ).toBe(204);
  });

  it('maps a violated constraint by its name', async () => {
    await post({ body: { text: 'twice' } });
    expect(await post({ body: { text: 'twice' } })).toMatchObject({
      status: 409,
      body: { code: 'NAME_TAKEN' },
    });
  });

  it('hides other tenants', async () => {
    const { body } = await post({ body: { text: 'ours' } });
    expect((await service.request('GET', `/api/notes/${body.id}`, { organization: globex })).status).toBe(
      404,
    );
  });

  it('generates OpenAPI 3.1', async () => {
    const { body } = await service.request('GET', '/openapi.json');
    expect(body.openapi).toBe('3.1.0');
    expect(Object.keys(body.paths['/api/notes'].post.responses)).toEqual(
      expect.arrayContaining(['201', '401', '403', '422']),
    );
  });

  it('documents the refusals of authenticated routes', async () => {
    const { body } = await service.request('GET', '/openapi.json');
    const isRefusing = Object.entries(
      body.paths as Record<string, Record<string, { responses: object; security: object[] }>>,
    )
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, ...operation })),
      )
      .map(({ name, responses, security }) => [name, security.length === 1, '403' in responses]);
    expect(isRefusing).toHaveLength(3);
    for (const [name, needsToken, refuses] of isRefusing) expect([name, refuses]).toEqual([name, needsToken]);
  });

  it('labels metrics by route, not by address', async () => {
    const { body } = await service.request('GET', '/metrics');
    expect(body).toContain('route="/api/notes/:id"');
    expect(body).not.toContain('route="/api/notes/1"');
  });
});
