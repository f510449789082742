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

describe('access to a route', () => {
  it('is rejected with 401 without a token', async () => {
    const response = await post({ token: undefined, body: { text: 'x' } });
    expect(response.status).toBe(401);
    expect(response.headers['content-type']).toContain('application/problem+json');
    expect(response.body).toMatchObject({
      status: 401,
      code: 'UNAUTHORIZED',
      success: false,
      requestId: response.headers['x-request-id'],
    });
  });

  it('is rejected with 403 without the permission', async () => {
    expect((await post({ token: reader, body: { text: 'x' } })).status).toBe(403);
  });

  it('is rejected with 400 without an organization', async () => {
    const response = await service.request('GET', '/api/notes/1');
    expect(response.body).toMatchObject({ status: 400, code: 'ORGANIZATION_REQUIRED' });
  });

  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { sid: '00000000-0000-4000-8000-000000000002', org: acme.id };
  const signOptions = {
    issuer: 'obieg',
    audience: 'obieg-api',
    subject: '10',
    expiresIn: 60,
    keyid: identity.keyId,
  };
  it.each([
    ['that is not a JWT', () => 'nonsense'],
    ['of another organization', () => identity.sign({ userId: 10, organizationId: globex.id })],
    ['of the main domain', () => identity.sign({ userId: 10, organizationId: null })],
    ['that has expired', () => identity.sign({ userId: 10, organizationId: acme.id, expiresIn: -10 })],
    [
      'of a revoked session',
      () => identity.sign({ userId: 10, organizationId: acme.id, sessionId: revokedSession }),
    ],
    ['of a former member', () => identity.sign({ userId: 99, organizationId: acme.id })],
    ['with the algorithm none', () => `${jwt.sign(claims, null, { ...signOptions, algorithm: 'none' })}x`],
    [
      'signed by HS256 with the public key',
      () => {
        const pem = identity.publicKey.export({ type: 'spki', format: 'pem' });
        const head = `${encode({ alg: 'HS256', typ: 'JWT', kid: identity.keyId })}.${encode({ ...claims, iss: 'obieg', aud: 'obieg-api', sub: '10', exp: 4e9 })}`;
        return `${head}.${createHmac('sha256', pem).update(head).digest('base64url')}`;
      },
    ],
    [
      'with a payload that is not JSON',
      () => `${encode({ alg: 'RS256', typ: 'JWT', kid: identity.keyId })}.bm9uc2Vuc2U.c2ln`,
    ],
    [
      'with a key id that is not a string',
      () => `${encode({ alg: 'RS256', kid: { a: 1 } })}.${encode(claims)}.c2ln`,
    ],
    ['with the header null', () => `${encode(null)}.${encode(claims)}.c2ln`],
    ['of 8000 characters', () => `a.${'a'.repeat(8_000)}.a`],
    ['signed with another key', () => createTestIdentity().sign({ userId: 10, organizationId: acme.id })],
  ])('is rejected with 401 for a token %s, also on public routes', async (_, createToken) => {
    const token = createToken();
    expect((await post({ token, body: { text: 'x' } })).status).toBe(401);
    expect((await service.request('GET', '/api/notes/1', { organization: acme, token })).status).toBe(401);
  });
});

describe('the input of a route', () => {
  it.each([
    ['malformed JSON', { rawBody: '{"text":' }, 400],
    ['deeply nested JSON', { rawBody: `{"text":${'['.repeat(100_000)}${']'.repeat(100_000)}}` }, 400],
    ['a NUL character', { rawBody: '{"text":"a\\u0000b"}' }, 400],
    ['a lone surrogate', { rawBody: '{"text":"\\ud800"}' }, 400],
    ['invalid UTF-8', { rawBody: Buffer.from([0x22, 0xff, 0x22]) }, 400],
    ['a wrong type', { body: { text: { toString: 1 } } }, 422],
    ['no body', {}, 422],
    ['an array', { body: [] }, 422],
    ['a blank text', { body: { text: '  ' } }, 422],
    ['a huge body', { body: { text: 'x'.repeat(300_000) } }, 413],
    [
      'a form body',
      { rawBody: 'text=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415,
    ],
  ])('is rejected: %s', async (_, options, status) => {
    const response = await post(options);
    expect(response.status).toBe(status);
    expect(response.body.status).toBe(status);
  });

  it('is rejected with a message for each invalid field', async () => {
    expect((await post({ body: {} })).body.errors).toEqual([{ field: 'text', message: expect.any(String) }]);
  });

  it.each(['0', '-1', '9007199254740993', 'abc', '1e3', '%00'])('gets 404 for the id %s', async (id) => {
    expect((await service.request('GET', `/api/notes/${id}`, { organization: acme })).status).toBe(404);
  });

  it('is rejected with 400 for repeated, unknown and invalid query parameters', async () => {
    for (const query of ['mark=yes&mark=yes', 'mark=no', 'x=%00']) {
      expect((await service.request('GET', `/api/notes/1?${query}`, { organization: acme })).status).toBe(
        400,
      );
    }
  });

  it('gets a 404 or 405 problem for an unknown path or method', async () => {
    expect((await service.request('GET', '/api/nothing')).body.code).toBe('NOT_FOUND');
    const unknownMethod = await service.request('PUT', '/api/notes/1', { organization: acme });
    expect([unknownMethod.status, unknownMethod.body.code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
    expect(unknownMethod.headers['allow']).toContain('GET');
    expect((await service.request('GET', '/api/notes/%E0%A4%A', { organization: acme })).status).toBeLessThan(
      500,
    );
  });

  it.each(['/api/notes/', '/api/Notes', '/API/notes', '/api/%6eotes'])(
    'gets 404 for the path %s, which is not the exact spelling',
    async (path) => {
      const response = await service.request('POST', path, {
        organization: acme,
        token: operator,
        body: { text: 'x' },
      });
      expect([response.status, response.body.code]).toEqual([404, 'NOT_FOUND']);
    },
  );

  it('gets 400 for two Host headers', async () => {
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

describe('the output of a route', () => {
  it('contains only the fields of the response schema', async () => {
    const { status, body } = await post({ body: { text: 'Zażółć', organization_id: 2, id: 77 } });
    expect(status).toBe(201);
    const shown = await service.request('GET', `/api/notes/${body.id}`, { organization: acme });
    expect(shown.body).toEqual({ id: body.id, text: 'Zażółć' });
    expect(
      (await service.request('DELETE', `/api/notes/${body.id}`, { organization: acme, token: reader }))
        .status,
    ).toBe(204);
  });

  it('is 409 when a mapped database constraint is violated', async () => {
    await post({ body: { text: 'twice' } });
    expect(await post({ body: { text: 'twice' } })).toMatchObject({
      status: 409,
      body: { code: 'NAME_TAKEN' },
    });
  });

  it('is 404 for data of other tenants', async () => {
    const { body } = await post({ body: { text: 'ours' } });
    expect((await service.request('GET', `/api/notes/${body.id}`, { organization: globex })).status).toBe(
      404,
    );
  });
});

describe('GET /openapi.json', () => {
  it('returns OpenAPI 3.1 with the responses of each route', async () => {
    const { body } = await service.request('GET', '/openapi.json');
    expect(body.openapi).toBe('3.1.0');
    expect(Object.keys(body.paths['/api/notes'].post.responses)).toEqual(
      expect.arrayContaining(['201', '401', '403', '422']),
    );
  });

  it('documents 403 for exactly the routes that need a token', async () => {
    const { body } = await service.request('GET', '/openapi.json');
    const operations = Object.entries(
      body.paths as Record<string, Record<string, { responses: object; security: object[] }>>,
    )
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, ...operation })),
      )
      .map(({ name, responses, security }) => [name, security.length === 1, '403' in responses]);
    expect(operations).toHaveLength(3);
    for (const [name, needsToken, has403] of operations) expect([name, has403]).toEqual([name, needsToken]);
  });
});

describe('GET /metrics', () => {
  it('labels requests by route, not by path', async () => {
    const { body } = await service.request('GET', '/metrics');
    expect(body).toContain('route="/api/notes/:id"');
    expect(body).not.toContain('route="/api/notes/1"');
  });
});
