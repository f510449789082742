import { internalHeaders } from '@obieg/contracts';
import { generateApiToken } from '@obieg/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acme, startGateway, type TestGateway } from './gateway';

let gateway: TestGateway;
const known = generateApiToken();
beforeAll(async () => {
  gateway = await startGateway({ environment: { RATE_LIMIT_PROVISIONING: '5', RATE_LIMIT_WRITES: '1' } });
  const { handle } = gateway.identity;
  gateway.identity.handle = (request, response) => {
    if (request.url !== '/internal/api-token-session') return handle(request, response);
    const isKnown = request.headers[internalHeaders.apiToken] === known;
    const jwt = gateway.tokens.sign({ userId: 7, organizationId: acme.id, scopes: ['people:write'] });
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isKnown ? { jwt, userId: 7 } : {}));
  };
});
afterAll(() => gateway.close());

const call = (
  path: string,
  {
    token = known,
    method = 'GET',
    ...options
  }: { token?: string; method?: string; body?: string; host?: string } = {},
) =>
  gateway.request(method, path, {
    ...options,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
  });
const errorOf = ({ status, headers, body }: Awaited<ReturnType<typeof call>>) => [
  status,
  headers['content-type'],
  body.schemas,
  body.status,
];
const scimError = (status: number) => [
  status,
  'application/scim+json',
  ['urn:ietf:params:scim:api:messages:2.0:Error'],
  String(status),
];

describe('a SCIM call', () => {
  it('reaches svc-identity with the session of the token, up to its own limit', async () => {
    const filter = encodeURIComponent('userName eq "anna@acme.test"');
    const read = await call(`/scim/v2/Users?filter=${filter}`);
    expect([read.status, read.body.url]).toEqual([200, `/scim/v2/Users?filter=${filter}`]);
    expect(read.body.headers.authorization).not.toContain(known);
    for (const path of ['/scim/v2/Users', '/scim/v2/Groups/g1'])
      expect((await call(path, { method: 'PATCH', body: '{}' })).status).toBe(200);
    const limited = [];
    for (let number = 0; number < 4; number += 1) limited.push(await call('/scim/v2/Schemas'));
    const last = limited.at(-1);
    if (!last) throw new Error('no call');
    expect(errorOf(last)).toEqual(scimError(429));
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('gets errors of the gateway in the form of SCIM', async () => {
    expect(errorOf(await call('/scim/v2/Users', { token: generateApiToken() }))).toEqual(scimError(401));
    expect(errorOf(await call('/scim/v2/Users', { host: 'unknown.obieg.localhost' }))).toEqual(
      scimError(404),
    );
    const large = await call('/scim/v2/Users', {
      method: 'POST',
      token: 'no-token',
      body: 'x'.repeat(300 * 1024),
    });
    expect(large.headers['content-type']).toBe('application/scim+json');
  });

  it('with an ambiguous path gets an error in the form of SCIM, too', async () => {
    for (const id of ['%00', '..%2f..'])
      expect(errorOf(await call(`/scim/v2/Users/${id}`))).toEqual(scimError(400));
  });

  it('to another version is no page', async () => {
    const response = await gateway.request('GET', '/scim/v1/Users', { headers: { accept: 'text/html' } });
    expect([response.status, response.headers['content-type']]).toEqual([404, 'application/problem+json']);
  });
});
