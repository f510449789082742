import {
  describePermissions,
  permissionsOfRoles,
  problemSchema,
  remoteDeliverySchema,
} from '@obieg/contracts';
import { createKeyPair, type ObjectStore, readPointer, releaseVersion } from '@obieg/delivery';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acme, startGateway, type TestGateway } from './gateway';
import { createTeamKeys, openPage, publish, release, shell, tasks } from './releases';

let gateway: TestGateway;
const keys = createTeamKeys('shell', 'mf-tasks', 'mf-admin', 'mf-rival');
const administrator = 1;
const orgAdmin = 2;
const formerMember = 3;

/** Answers as svc-identity does for three users. Other requests are echoed. */
const answerAsIdentity = (to: TestGateway): void => {
  const next = to.identity.handle;
  to.identity.handle = (request, response) => {
    const token = /^Bearer [^.]+\.([^.]+)/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const isKnown = request.url === '/api/permissions/check' || request.url === '/api/auth/me';
    if (!isKnown) return next(request, response);
    const { sub } = JSON.parse(Buffer.from(token, 'base64url').toString()) as { sub: string };
    const role = { 1: 'SUPER_ADMIN', 2: 'ORG_ADMIN' } as const;
    const found = role[Number(sub) as 1 | 2];
    const body =
      request.url === '/api/auth/me'
        ? { id: Number(sub), username: 'anna', email: 'anna@example.com' }
        : describePermissions(permissionsOfRoles(found ? [found] : []));
    response.writeHead(found ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
};

const start = async (environment: Record<string, string> = {}): Promise<void> => {
  gateway = await startGateway({ environment: { REMOTE_KEYS: keys.remoteKeys, ...environment } });
  answerAsIdentity(gateway);
  await release(gateway, shell('s1'), keys);
  await release(gateway, tasks('v1'), keys);
  await publish(gateway.store, tasks('v2'), keys.privateKey);
};
beforeEach(() => start());
afterEach(() => gateway.close());

interface CallOptions {
  userId?: number;
  headers?: Record<string, string>;
  body?: unknown;
  organizationId?: number | null;
  host?: string;
}

const call = (
  method: string,
  path: string,
  { userId = administrator, headers = {}, body, organizationId = acme.id, host }: CallOptions = {},
) => {
  const token = gateway.tokens.sign({ userId, organizationId });
  return gateway.request(method, `/api/delivery/remotes${path}`, {
    ...(host === undefined ? {} : { host }),
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
};
const releaseTasks = (body: unknown, headers: Record<string, string> = {}) =>
  call('POST', '/mf-tasks/release', { body, headers });
const readRelease = async (id = 'mf-tasks') => (await readPointer(gateway.store, id))?.pointer;

const writes = ['/mf-tasks/release', '/mf-tasks/promote', '/mf-tasks/rollback'];

describe('/api/delivery', () => {
  it.each([['GET', ''], ['GET', '/mf-tasks/history'], ...writes.map((path) => ['POST', path])])(
    'refuses %s %s to visitors, members without the permission and former members',
    async (method, path) => {
      const body = method === 'POST' ? { version: 'v2' } : undefined;
      const visitor = await gateway.request(method ?? '', `/api/delivery/remotes${path}`);
      expect(visitor.status).toBe(401);
      expect(problemSchema.parse(visitor.body).code).toBe('UNAUTHORIZED');
      expect(visitor.headers['www-authenticate']).toBe('Bearer');
      const member = await call(method ?? '', path ?? '', { userId: orgAdmin, body });
      expect(member.status).toBe(403);
      expect(member.headers['content-type']).toContain('application/problem+json');
      expect((await call(method ?? '', path ?? '', { userId: formerMember, body })).status).toBe(401);
      // A token of another address, and internal headers of a client that pretend to be that address.
      const forged = { 'x-obieg-organization-id': '7', 'x-obieg-organization-code': 'other' };
      expect(
        (await call(method ?? '', path ?? '', { organizationId: 7, headers: forged, body })).status,
      ).toBe(401);
      expect((await readRelease())?.revision).toBe(1);
    },
  );

  it('asks svc-identity with the headers of the gateway only', async () => {
    await call('GET', '', { headers: { 'x-obieg-organization-id': '7', 'x-forwarded-for': '203.0.113.9' } });
    const asked = gateway.identity.requests.find(({ url }) => url === '/api/permissions/check');
    expect(asked?.headers).toMatchObject({
      'x-obieg-site': 'organization',
      'x-obieg-organization-id': '1',
      'x-forwarded-for': '127.0.0.1',
    });
  });

  it('refuses everything while svc-identity is unavailable', async () => {
    await gateway.identity.close();
    expect((await call('GET', '', { host: 'obieg.localhost', organizationId: null })).status).toBe(503);
    expect(
      (
        await call('POST', '/mf-tasks/release', {
          host: 'obieg.localhost',
          organizationId: null,
          body: { version: 'v2' },
        })
      ).status,
    ).toBe(503);
    expect((await readRelease())?.stable).toBe('v1');
  });

  it('returns 404 for unknown remotes and paths, 405 for other methods', async () => {
    expect((await call('POST', '/mf-unknown/promote')).status).toBe(404);
    expect((await call('GET', '/__proto__/history')).status).toBe(404);
    expect((await call('GET', '/..%2f/history')).status).toBe(400);
    expect((await call('GET', '/mf-tasks')).status).toBe(404);
    expect((await call('GET', '/mf-tasks/release')).status).toBe(405);
    expect((await call('DELETE', '')).headers.allow).toBe('GET');
  });
});

describe('GET /api/delivery/remotes', () => {
  it('describes each remote and the shell', async () => {
    await publish(gateway.store, { id: 'mf-admin', version: 'a1' }, keys.privateKey);
    await publish(gateway.store, tasks('unsigned'));
    await releaseTasks({ version: 'v2', percent: 0, organizations: ['acme'] });
    const send = async (host: string, version: string, event: string) =>
      gateway.request('POST', '/api/delivery/reports', {
        host,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ remote: 'mf-tasks', version, event, ticket: await openPage(gateway, host) }),
      });
    for (const event of ['loaded', 'loaded', 'load-failed']) await send('obieg.localhost', 'v1', event);
    await send('acme.obieg.localhost', 'v2', 'loaded');
    const { status, body, headers } = await call('GET', '');
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    const remotes = remoteDeliverySchema.array().parse(body.remotes);
    expect(remotes.map(({ id, revision }) => [id, revision])).toEqual([
      ['mf-admin', 0],
      ['mf-tasks', 2],
      ['shell', 1],
    ]);
    const described = remotes[1];
    expect(described).toMatchObject({
      stable: { version: 'v1', commit: null },
      canary: { version: 'v2', percent: 0, organizations: ['acme'] },
      lastChange: { by: 'anna@example.com', action: 'release', version: 'v2' },
      problem: null,
    });
    expect(described?.versions.map(({ version }) => version).sort()).toEqual(['v1', 'v2']);
    expect(described?.reports).toHaveLength(12);
    const sum = (kind: 'stable' | 'canary', count: 'loads' | 'failures') =>
      described?.reports.reduce((total, entry) => total + entry[kind][count], 0);
    expect([sum('stable', 'loads'), sum('stable', 'failures'), sum('canary', 'loads')]).toEqual([3, 1, 1]);
  });

  it('works on the main domain', async () => {
    expect((await call('GET', '', { host: 'obieg.localhost', organizationId: null })).status).toBe(200);
  });
});

describe('POST /api/delivery/remotes/{id}/release', () => {
  it('releases a version, which the next page gets, with the caller in the history', async () => {
    const { status, body } = await releaseTasks({ version: 'v2' });
    expect(status).toBe(200);
    expect(remoteDeliverySchema.parse(body)).toMatchObject({ revision: 2, stable: { version: 'v2' } });
    expect((await gateway.request('GET', '/remotes.json')).body.remotes[0].version).toBe('v2');
    const { body: history } = await call('GET', '/mf-tasks/history');
    expect(history.history[0]).toMatchObject({ by: 'anna@example.com', action: 'release', version: 'v2' });
  });

  it('is promoted and rolled back', async () => {
    await releaseTasks({ version: 'v2', organizations: ['acme'] });
    expect((await call('POST', '/mf-tasks/promote')).body).toMatchObject({
      stable: { version: 'v2' },
      canary: null,
    });
    expect((await call('POST', '/mf-tasks/rollback', { body: {} })).body.stable.version).toBe('v1');
    const again = await call('POST', '/mf-tasks/rollback', { body: { version: 'v2' } });
    expect(again.body.stable.version).toBe('v2');
  });

  it.each([
    ['an unknown version', 'release', { version: 'v9' }, 409, 'UNKNOWN_VERSION'],
    ['a path as version', 'release', { version: '../v1' }, 422, 'VALIDATION_FAILED'],
    ['no version', 'release', {}, 422, 'VALIDATION_FAILED'],
    ['101 percent', 'release', { version: 'v2', percent: 101 }, 422, 'VALIDATION_FAILED'],
    ['an empty canary', 'release', { version: 'v2', percent: 0 }, 409, 'EMPTY_CANARY'],
    ['the stable version as canary', 'release', { version: 'v1', percent: 10 }, 409, 'VERSION_RELEASED'],
    [
      '1,001 organizations',
      'release',
      { version: 'v2', organizations: Array(1_001).fill('a') },
      422,
      'VALIDATION_FAILED',
    ],
    [
      'a body of 300 KB',
      'release',
      { version: 'v2', organizations: ['x'.repeat(300_000)] },
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    ['no canary', 'promote', undefined, 409, 'NOTHING_TO_PROMOTE'],
    ['no previous version', 'rollback', {}, 409, 'NO_PREVIOUS_VERSION'],
    ['a number as version', 'rollback', { version: 7 }, 422, 'VALIDATION_FAILED'],
  ])('refuses %s', async (_name, action, body, status, code) => {
    const answer = await call('POST', `/mf-tasks/${action}`, { body });
    expect([answer.status, problemSchema.parse(answer.body).code]).toEqual([status, code]);
    expect((await readRelease())?.revision).toBe(1);
  });

  it('refuses code names that no organization has', async () => {
    const { status, body } = await releaseTasks({ version: 'v2', organizations: ['main', 'nosuch', 'acme'] });
    expect([status, body.code]).toEqual([422, 'VALIDATION_FAILED']);
    expect(body.errors).toEqual([
      { field: 'organizations', message: 'No organization has the code name nosuch.' },
    ]);
    expect((await readRelease())?.canary).toBeNull();
  });

  it('keeps a code name of a canary whose organization was deleted since', async () => {
    const canary = { version: 'v2', organizations: ['gone'] };
    await releaseVersion(gateway.store, 'mf-tasks', { ...canary, by: 'team', at: new Date() });
    await gateway.delivery.releases.refresh();
    expect((await releaseTasks({ ...canary, percent: 10 })).status).toBe(200);
  });

  it('refuses a route of another remote and a version that the keys do not sign', async () => {
    await publish(gateway.store, { id: 'mf-rival', version: 'r1', routes: ['/tasks'] }, keys.privateKey);
    const taken = await call('POST', '/mf-rival/release', { body: { version: 'r1' } });
    expect([taken.status, taken.body.code]).toEqual([409, 'ROUTE_TAKEN']);
    await publish(gateway.store, tasks('v3'), createKeyPair().privateKey);
    const unsigned = await releaseTasks({ version: 'v3' });
    expect([unsigned.status, unsigned.body.code]).toEqual([409, 'VERSION_REFUSED']);
    expect(await readRelease('mf-rival')).toBeUndefined();
  });

  it('changes only the revision of If-Match, so that a repeated request is refused', async () => {
    expect((await releaseTasks({ version: 'v2' }, { 'if-match': '"7"' })).status).toBe(412);
    expect((await releaseTasks({ version: 'v2' }, { 'if-match': 'x' })).status).toBe(412);
    expect((await releaseTasks({ version: 'v2' }, { 'if-match': '"1"' })).status).toBe(200);
    const repeated = await releaseTasks({ version: 'v1' }, { 'if-match': '"1"' });
    expect([repeated.status, repeated.body.code]).toEqual([412, 'PRECONDITION_FAILED']);
    await publish(gateway.store, { id: 'mf-admin', version: 'a1' }, keys.privateKey);
    const first = await call('POST', '/mf-admin/release', {
      body: { version: 'a1' },
      headers: { 'if-match': '"0"' },
    });
    expect(first.status).toBe(200);
  });

  it('lets one of concurrent callers win and tells the others', async () => {
    await publish(gateway.store, tasks('v3'), keys.privateKey);
    const answers = await Promise.all(
      ['v2', 'v3', 'v2', 'v3'].map((version) => releaseTasks({ version }, { 'if-match': '"1"' })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 412, 412, 412]);
    expect((await readRelease())?.revision).toBe(2);
  });

  it('is limited like other writes', async () => {
    await gateway.close();
    await start({ RATE_LIMIT_WRITES: '2' });
    expect((await releaseTasks({ version: 'v2' })).status).toBe(200);
    expect((await releaseTasks({ version: 'v1' })).status).toBe(200);
    expect((await releaseTasks({ version: 'v2' })).status).toBe(429);
    expect((await call('GET', '')).status).toBe(200);
  });
});

describe('/api/docs/openapi.json', () => {
  it('describes the routes of the gateway', async () => {
    const { body } = await gateway.request('GET', '/api/docs/openapi.json');
    expect(Object.keys(body.paths)).toEqual([
      '/api/delivery/remotes',
      '/api/delivery/remotes/{id}/history',
      '/api/delivery/remotes/{id}/release',
      '/api/delivery/remotes/{id}/promote',
      '/api/delivery/remotes/{id}/rollback',
      '/api/delivery/reports',
    ]);
    expect(Object.keys(body.paths['/api/delivery/remotes/{id}/release'].post.responses)).toEqual(
      expect.arrayContaining(['200', '401', '403', '409', '412', '413', '422']),
    );
  });
});

/** Delays writes of pointers until `writers` callers have made their checks. */
const meetBeforeWriting = (store: ObjectStore, writers: number): ObjectStore => {
  let waiting = 0;
  let proceed: () => void = () => undefined;
  const everyoneWaits = new Promise<void>((resolve) => {
    proceed = resolve;
  });
  const meet = async (): Promise<void> => {
    waiting += 1;
    if (waiting === writers) proceed();
    await everyoneWaits;
  };
  return {
    ...store,
    create: async (key, content) => {
      await meet();
      return store.create(key, content);
    },
    replace: async (key, content, tag) => {
      await meet();
      return store.replace(key, content, tag);
    },
  };
};

describe('two remotes that are released with one route at the same moment', () => {
  it('leave it to the earlier release, which log, metrics and the delivery page state', async () => {
    const [first, second] = ['2026-11-27T10:00:00.000Z', '2026-11-27T10:00:00.001Z'];
    const claim = async (id: string, version: string) =>
      publish(gateway.store, { id, version, routes: ['/reports'] }, keys.privateKey);
    await claim('mf-admin', 'a1');
    await claim('mf-rival', 'r1');
    const racing = meetBeforeWriting(gateway.store, 2);
    await Promise.all([
      releaseVersion(racing, 'mf-admin', { version: 'a1', by: 'one@team', at: new Date(second) }),
      releaseVersion(racing, 'mf-rival', { version: 'r1', by: 'other@team', at: new Date(first) }),
    ]);
    await gateway.delivery.releases.refresh();
    const { body: registry } = await gateway.request('GET', '/remotes.json');
    expect(registry.remotes.map(({ id }: { id: string }) => id)).toEqual(['mf-rival', 'mf-tasks']);

    const problem = 'a1 claims the route /reports, which mf-rival already has. It is not served.';
    const { body } = await call('GET', '');
    const problems = remoteDeliverySchema
      .array()
      .parse(body.remotes)
      .map(({ id, stable, problem: found }) => [id, stable?.version ?? null, found]);
    expect(problems).toEqual([
      ['mf-admin', null, problem],
      ['mf-rival', 'r1', null],
      ['mf-tasks', 'v1', null],
      ['shell', 's1', null],
    ]);
    const refusals = gateway.lines
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'release refused');
    expect(refusals).toMatchObject([{ remote: 'mf-admin', reason: problem }]);
    const { text } = await gateway.request('GET', '/metrics');
    expect(text).toMatch(/obieg_remote_release_problem\{remote="mf-admin"[^}]*\} 1/);
    expect(text).toMatch(/obieg_remote_release_problem\{remote="mf-rival"[^}]*\} 0/);
    expect(text).toMatch(/obieg_remote_releases_refused_total\{remote="mf-admin"[^}]*\} 1/);
  });
});
