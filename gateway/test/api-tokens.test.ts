import { internalHeaders } from '@obieg/contracts';
import { generateApiToken } from '@obieg/service-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { acme, startGateway, type TestGateway } from './gateway';

const path = '/internal/api-token-session';
const sessionId = '00000000-0000-4000-8000-00000000000a';

let gateway: TestGateway;
let exchanges: (string | undefined)[];
let isAway: boolean;
const known = generateApiToken();
beforeAll(async () => {
  gateway = await startGateway();
  const { handle } = gateway.identity;
  gateway.identity.handle = (request, response) => {
    if (request.url !== path) return handle(request, response);
    const token = request.headers[internalHeaders.apiToken] as string | undefined;
    exchanges.push(token);
    const isKnown = token === known && request.headers[internalHeaders.organizationId] === String(acme.id);
    const jwt = gateway.tokens.sign({
      userId: 7,
      organizationId: acme.id,
      sessionId,
      scopes: ['tasks:read'],
    });
    const status = isAway ? 503 : isKnown ? 200 : 401;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isKnown ? { jwt, userId: 7 } : {}));
  };
});
beforeEach(() => {
  exchanges = [];
  isAway = false;
});
afterAll(() => gateway.close());

const call = (
  token: string,
  options: { path?: string; host?: string; headers?: Record<string, string> } = {},
) =>
  gateway.request('GET', options.path ?? '/api/tasks', {
    ...(options.host ? { host: options.host } : {}),
    headers: { authorization: `Bearer ${token}`, ...options.headers },
  });

describe('a call with an API token', () => {
  it('reaches the service with a session in the place of the token', async () => {
    const { status, body } = await call(known);
    expect(status).toBe(200);
    expect(body.headers.authorization).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/);
    expect(JSON.stringify(body)).not.toContain(known);
  });

  it('asks svc-identity again after four seconds', async () => {
    let now = performance.now() + 60_000;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    await call(known);
    await call(known);
    expect(exchanges).toEqual([known]);
    now += 4_100;
    // The cache reads the clock once per millisecond.
    await new Promise((resolve) => setTimeout(resolve, 5));
    await call(known);
    expect(exchanges).toEqual([known, known]);
    clock.mockRestore();
  });

  it('gets 401 for an unknown token, and 401 without a question if its checksum is wrong', async () => {
    const unknown = generateApiToken();
    expect((await call(unknown)).status).toBe(401);
    expect(exchanges).toEqual([unknown]);
    expect((await call(`${unknown.slice(0, -1)}${unknown.endsWith('a') ? 'b' : 'a'}`)).status).toBe(401);
    expect(exchanges).toEqual([unknown]);
  });

  it('gets 401 on the main domain and for what a client says about its organization', async () => {
    expect((await call(known, { host: 'obieg.localhost' })).status).toBe(401);
    expect(exchanges).toEqual([]);
    const headers = { [internalHeaders.apiToken]: known, [internalHeaders.organizationId]: '1' };
    const { body } = await call(known, { headers });
    expect(body.headers[internalHeaders.apiToken]).toBeUndefined();
  });

  it('gets 401 after its session was revoked', async () => {
    gateway.revoked.add(sessionId);
    expect((await call(known)).status).toBe(401);
    gateway.revoked.clear();
    expect((await call(known)).status).toBe(200);
  });

  it('gets 503 while svc-identity is away, and works again afterwards', async () => {
    isAway = true;
    expect((await call(generateApiToken())).status).toBe(503);
    isAway = false;
    expect((await call(known)).status).toBe(200);
  });

  it('gets 403 from the calls of the gateway itself', async () => {
    expect((await call(known, { path: '/api/delivery/remotes' })).status).toBe(403);
  });
});
