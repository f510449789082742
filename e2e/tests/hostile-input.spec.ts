import { scimErrorSchemaUri } from '@obieg/contracts';
import { requestSite, type SiteRequest, type SiteResponse } from '@obieg/local';
import { fetchSession } from '../support/people';
import { expect, type Product, test } from '../support/product';

interface Operation {
  method: string;
  path: string;
}

/** All operations of the OpenAPI description except sign-out, which would end the caller's session. */
const listOperations = async (acme: string): Promise<Operation[]> => {
  const { body } = await requestSite('GET', `${acme}/api/docs/openapi.json`);
  const { paths } = body as { paths: Record<string, object> };
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
    )
    .filter(({ path }) => path !== '/api/auth/sign-out');
};

const unknownId = 999_999_999;
const buildPath = (path: string, id: string | number): string => path.replace(/\{[^}]+\}/g, String(id));
const takesBody = ({ method }: Operation): boolean => ['POST', 'PUT', 'PATCH'].includes(method);

/** Whether an error has the form of its path: a code, or that of SCIM. */
const isDescribed = (path: string, body: unknown): boolean => {
  const { code, schemas } = (body ?? {}) as { code?: unknown; schemas?: unknown };
  return path.startsWith('/scim/')
    ? Array.isArray(schemas) && schemas[0] === scimErrorSchemaUri
    : typeof code === 'string';
};

const ids = [
  '0',
  '-1',
  '9007199254740993',
  '99999999999999999999',
  'abc',
  '%00',
  "1'%20or%201=1",
  '..%2f..',
  '1',
];
const queries = [
  'limit=-1',
  'limit=1e9',
  'cursor=%00',
  'cursor=x',
  'statusTypes=X',
  'searchTerm=%00',
  'limit=1&limit=2',
  '__proto__=1',
];
const bodies: unknown[] = [
  [],
  'text',
  null,
  {
    title: 'a\u0000b',
    email: 'a\u0000b',
    name: '\ud800',
    content: '\u0000',
    token: '\u0000',
    password: '\u0000',
  },
  { title: {}, email: ['a@b.test'], name: 1, content: [], roles: 'x', workflowParameters: [] },
  { id: -1, organizationId: -1, userId: 2 ** 53, transitionId: 'x', parentGroupId: 0.5 },
  { title: 'x'.repeat(200_000), name: 'x'.repeat(200_000) },
];

const fetchTokens = async (product: Product) => {
  const acme = product.gatewayUrl('acme');
  return {
    visitor: undefined,
    reporter: (await fetchSession(acme, 'rita@acme.test')).token,
    administrator: (await fetchSession(acme, 'anna@acme.test')).token,
    otherTenant: (await fetchSession(product.gatewayUrl('globex'), 'greta@globex.test')).token,
    forged: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.',
  };
};

test('every operation refuses hostile input with a 4xx and never fails with a 5xx', async ({ product }) => {
  const acme = product.gatewayUrl('acme');
  const tokens = await fetchTokens(product);
  const failures: string[] = [];
  const call = async (method: string, path: string, request: SiteRequest): Promise<SiteResponse> => {
    const response = await requestSite(method, acme + path, request);
    const isExpected = response.status < 400 || isDescribed(path, response.body);
    if (response.status >= 500 || !isExpected) {
      const sent = JSON.stringify(request.body ?? '').slice(0, 80);
      failures.push(`${method} ${path} ${sent}: ${response.status} ${response.text.slice(0, 200)}`);
    }
    return response;
  };
  for (const operation of await listOperations(acme)) {
    const { method, path } = operation;
    const emptyBody = takesBody(operation) ? { body: {} } : {};
    for (const [caller, token] of Object.entries(tokens)) {
      const { status } = await call(method, buildPath(path, unknownId), { ...emptyBody, token });
      if (caller === 'otherTenant' || caller === 'forged')
        expect(status, `${caller}: ${method} ${path}`).toBe(401);
    }
    const token = tokens.administrator;
    if (path.includes('{'))
      for (const id of ids) await call(method, buildPath(path, id), { ...emptyBody, token: tokens.reporter });
    if (method === 'GET')
      for (const query of queries) await call(method, `${buildPath(path, unknownId)}?${query}`, { token });
    if (takesBody(operation))
      for (const body of bodies) await call(method, buildPath(path, unknownId), { body, token });
  }
  expect(failures).toEqual([]);
});
