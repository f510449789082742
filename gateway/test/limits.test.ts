import { randomUUID } from 'node:crypto';
import { limits } from '@obieg/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from './gateway';

let gateway: TestGateway;
afterEach(() => gateway.close());

const start = async (environment: Record<string, string> = {}): Promise<void> => {
  gateway = await startGateway({ environment });
};
const bearer = (userId: number, sessionId: string = randomUUID()): Record<string, string> => ({
  authorization: `Bearer ${gateway.tokens.sign({ userId, organizationId: 1, sessionId })}`,
});
const forgedBearer = (): Record<string, string> => {
  const [head, , signature] = gateway.tokens.sign({ userId: 1, organizationId: 1 }).split('.');
  const claims = {
    sub: String(Math.ceil(Math.random() * 1e9)),
    sid: randomUUID(),
    org: 1,
    exp: 9_999_999_999,
  };
  return {
    authorization: `Bearer ${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`,
  };
};
const listStatuses = async (count: number, call: () => Promise<{ status: number }>): Promise<number[]> => {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) statuses.push((await call()).status);
  return statuses;
};

describe('size limits', () => {
  it('reject a body above 256 KB with 413, with and without a content length', async () => {
    await start();
    const body = Buffer.alloc(limits.bodyBytes + 1, 'a');
    const byLength = await gateway.request('POST', '/api/tasks', { body });
    expect(byLength.status).toBe(413);
    expect(byLength.body.code).toBe('PAYLOAD_TOO_LARGE');
    expect(gateway.tasks.requests).toHaveLength(0);
    const byBytes = await gateway.request('POST', '/api/tasks', {
      body,
      headers: { 'transfer-encoding': 'chunked' },
    });
    expect(byBytes.status).toBe(413);
    expect(byBytes.body.code).toBe('PAYLOAD_TOO_LARGE');
    const fitting = await gateway.request('POST', '/api/tasks', { body: body.subarray(1) });
    expect(fitting.status).toBe(200);
  });

  it('allow an attachment of 10 MB, and reject a larger one with 413', async () => {
    await start();
    const path = '/api/tasks/123456789012/attachments';
    const fitting = await gateway.request('POST', path, {
      body: Buffer.alloc(limits.attachmentBytes + 2_000),
    });
    expect(fitting.status).toBe(200);
    for (const headers of [{}, { 'transfer-encoding': 'chunked' }] as Record<string, string>[]) {
      const body = Buffer.alloc(limits.attachmentBytes + 100_000);
      expect((await gateway.request('POST', path, { body, headers })).status).toBe(413);
    }
  });

  it('reject headers above 16 KB with a 431 problem', async () => {
    await start();
    const response = await gateway.sendRaw(
      `GET /api/tasks HTTP/1.1\r\nHost: acme.obieg.localhost\r\nX-Long: ${'a'.repeat(limits.headerBytes)}\r\n\r\n`,
    );
    expect(response).toMatch(/^HTTP\/1\.1 431 /);
    expect(response).toContain('"code":"HEADERS_TOO_LARGE"');
  });
});

describe('rate limits', () => {
  it('count visitors by address, with Retry-After', async () => {
    await start({ RATE_LIMIT_ANONYMOUS_READS: '3' });
    expect(await listStatuses(3, () => gateway.request('GET', '/api/tasks/1'))).toEqual([200, 200, 200]);
    const { status, body, headers } = await gateway.request('GET', '/api/workflow-parameters/public', {
      headers: { 'accept-language': 'pl' },
    });
    expect(status).toBe(429);
    expect(body).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      detail: 'Zbyt wiele żądań. Odczekaj chwilę.',
    });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(gateway.workflow.requests).toHaveLength(0);
  });

  it('count signed-in users separately', async () => {
    await start({ RATE_LIMIT_SIGNED_IN_READS: '2', RATE_LIMIT_ANONYMOUS_READS: '1' });
    const anna = bearer(7);
    const olga = bearer(8);
    expect(await listStatuses(3, () => gateway.request('GET', '/api/tasks', { headers: anna }))).toEqual([
      200, 200, 429,
    ]);
    expect((await gateway.request('GET', '/api/tasks', { headers: olga })).status).toBe(200);
    expect((await gateway.request('GET', '/api/tasks', { headers: bearer(7) })).status).toBe(429);
    expect((await gateway.request('GET', '/api/tasks')).status).toBe(200);
  });

  it('ignore the content of a forged token', async () => {
    await start({ RATE_LIMIT_ANONYMOUS_READS: '2', RATE_LIMIT_SIGNED_IN_READS: '100' });
    const statuses = await listStatuses(3, () =>
      gateway.request('GET', '/api/tasks', { headers: forgedBearer() }),
    );
    expect(statuses).toEqual([401, 401, 429]);
    expect(gateway.tasks.requests).toHaveLength(0);
  });

  it('are not applied to a request that is invalid because Connection names Authorization', async () => {
    await start({ RATE_LIMIT_ANONYMOUS_SUBMISSIONS: '1' });
    const headers = { ...bearer(7), connection: 'authorization, close' };
    const submit = () => gateway.request('POST', '/api/tasks', { headers });
    expect(await listStatuses(3, submit)).toEqual([400, 400, 400]);
    expect(gateway.tasks.requests).toHaveLength(0);
  });

  it('count submissions, account lookups, uploads and searches separately', async () => {
    await start({
      RATE_LIMIT_ANONYMOUS_SUBMISSIONS: '1',
      RATE_LIMIT_LOGIN_CHECKS: '2',
      RATE_LIMIT_UPLOADS: '1',
      RATE_LIMIT_SEARCHES: '1',
    });
    const headers = bearer(7);
    const call = (method: string, path: string, isSignedIn: boolean) => () =>
      gateway.request(method, path, isSignedIn ? { headers } : {});
    expect(await listStatuses(2, call('POST', '/api/tasks', false))).toEqual([200, 429]);
    expect(await listStatuses(2, call('POST', '/api/tasks', true))).toEqual([200, 200]);
    expect(await listStatuses(1, call('POST', '/api/auth/check-login-methods', false))).toEqual([200]);
    expect(await listStatuses(2, call('POST', '/api/auth/check-login-methods', true))).toEqual([200, 429]);
    // A begun sign-in lets svc-identity call the provider, so it counts with them.
    const begin = '/api/auth/identity-providers/7/authorization';
    expect(await listStatuses(1, call('POST', begin, false))).toEqual([429]);
    expect(await listStatuses(1, call('POST', begin, true))).toEqual([429]);
    expect(await listStatuses(2, call('POST', '/api/tasks/1/attachments', true))).toEqual([200, 429]);
    expect(await listStatuses(2, call('POST', '/api/tasks/new/attachments', false))).toEqual([200, 429]);
    expect(await listStatuses(2, call('GET', '/api/users/search', true))).toEqual([200, 429]);
    expect(await listStatuses(1, call('GET', '/api/security-log/export', true))).toEqual([429]);
    expect(await listStatuses(1, call('GET', '/api/users', true))).toEqual([200]);
  });

  it('count imports of a workflow and their dry runs together, for all members of an organization', async () => {
    await start({ RATE_LIMIT_WORKFLOW_IMPORTS: '3', RATE_LIMIT_WRITES: '1' });
    const postAs = (userId: number, organizationId: number, path: string) =>
      gateway.request('POST', `/api/${path}`, {
        headers: { authorization: `Bearer ${gateway.tokens.sign({ userId, organizationId })}` },
      });
    const importAs = (userId: number, organizationId: number, query = '') =>
      postAs(userId, organizationId, `workflow-configuration/import${query}`);
    expect(await listStatuses(2, () => importAs(7, 1, '?dryRun=true'))).toEqual([200, 200]);
    expect(await listStatuses(2, () => importAs(8, 1))).toEqual([200, 429]);
    expect((await importAs(9, 1, '?dryRun=true')).status).toBe(429);
    expect((await postAs(9, 1, 'workflow-revisions/5/restore')).status).toBe(429);
    expect((await postAs(9, 1, 'tasks/workflow-impact')).status).toBe(429);
    expect((await importAs(9, 2)).status).toBe(200);
    expect((await gateway.request('POST', '/api/tasks', { headers: bearer(7) })).status).toBe(200);
  });

  it.each([
    '/api/tasks?limit=50&search=drukarka',
    '/api/tasks/board?search=drukarka',
    '/api/tasks?%73earch=drukarka',
    '/api/tasks?sortBy=title&answers=%7B%227%22%3A%22tak%22%7D',
    '/api/tasks/board?answers=%7B%227%22%3A%22tak%22%7D',
    '/api/tasks/123456789012/assignees?searchTerm=ola',
    '/api/users?search=ola',
  ])('count %s as a search', async (path) => {
    await start({ RATE_LIMIT_SEARCHES: '1' });
    const headers = bearer(7);
    expect(await listStatuses(2, () => gateway.request('GET', path, { headers }))).toEqual([200, 429]);
    const others = [
      '/api/tasks',
      '/api/tasks?search=',
      '/api/tasks?search=%20',
      '/api/tasks/board',
      '/api/tasks?answers=',
      '/api/users?answers=%7B%7D',
      '/api/tasks/1/assignees',
    ];
    for (const other of others) expect((await gateway.request('GET', other, { headers })).status).toBe(200);
  });

  /** Makes svc-tasks return 404 for task ids that start with 99999999999. */
  const simulateMisses = (): void => {
    const echo = gateway.tasks.handle;
    gateway.tasks.handle = (request, response) => {
      if (decodeURIComponent(request.url ?? '').includes('/99999999999')) response.writeHead(404).end();
      else echo(request, response);
    };
  };

  it.each([
    ['in percent encoding', 'GET', (last: number) => `/api/tasks/%39%39999999999${last}`],
    ['by comments', 'POST', (last: number) => `/api/tasks/99999999999${last}/comment`],
    ['by streams', 'GET', (last: number) => `/api/tasks/99999999999${last}/live`],
    ['by deletions', 'DELETE', (last: number) => `/api/tasks/99999999999${last}`],
  ])('stop guesses of task numbers %s', async (_how, method, pathOf) => {
    await start({ RATE_LIMIT_TASK_MISSES: '2' });
    simulateMisses();
    const headers = bearer(7);
    let last = 0;
    expect(await listStatuses(3, () => gateway.request(method, pathOf(last++), { headers }))).toEqual([
      404, 404, 429,
    ]);
    for (const path of [
      '/api/tasks',
      '/api/tasks/live',
      '/api/tasks/bulk/progress',
      '/api/tasks/status-counts',
    ])
      expect((await gateway.request('GET', path, { headers })).status).toBe(200);
    const pendingFile = await gateway.request('DELETE', '/api/tasks/new/attachments/1', { headers });
    expect(pendingFile.status).toBe(200);
  });

  it('stop guesses of keys of calendar feeds, apart from those of task numbers', async () => {
    await start({ RATE_LIMIT_TASK_MISSES: '2' });
    const echo = gateway.tasks.handle;
    gateway.tasks.handle = (request, response) => {
      if (request.url?.startsWith('/api/calendar/wrong')) response.writeHead(404).end();
      else echo(request, response);
    };
    const read = (file: string) => gateway.request('GET', `/api/calendar/${file}.ics`);
    expect(await listStatuses(1, () => read('known'))).toEqual([200]);
    // A program that keeps reading one revoked feed guesses nothing.
    expect(await listStatuses(3, () => read('wrong'))).toEqual([404, 404, 404]);
    let last = 0;
    expect(await listStatuses(2, () => read(`wrong${last++}`))).toEqual([404, 429]);
    expect(await listStatuses(1, () => read('known'))).toEqual([200]);
    expect((await gateway.request('GET', '/api/tasks/123456789012')).status).toBe(200);
  });

  it('count the calls of a calendar feed from all addresses', async () => {
    await start({ RATE_LIMIT_CALENDAR_FEEDS: '2', TRUSTED_PROXIES: '127.0.0.1' });
    let address = 0;
    const read = (file: string) => {
      address += 1;
      return gateway.request('GET', `/api/calendar/${file}.ics`, {
        headers: { 'x-forwarded-for': `203.0.113.${address}` },
      });
    };
    expect(await listStatuses(3, () => read('one'))).toEqual([200, 200, 429]);
    // Another spelling is the same feed.
    expect((await read('%6Fne')).status).toBe(429);
    expect(await listStatuses(1, () => read('two'))).toEqual([200]);
  });

  it('stop guesses of task numbers', async () => {
    await start({ RATE_LIMIT_TASK_MISSES: '3' });
    simulateMisses();
    let last = 0;
    const miss = () => gateway.request('GET', `/api/tasks/99999999999${last++}`);
    expect(await listStatuses(4, miss)).toEqual([404, 404, 404, 429]);
    expect((await gateway.request('GET', '/api/tasks/123456789012/comments')).status).toBe(429);
    expect((await gateway.request('GET', '/api/tasks')).status).toBe(200);
  });

  it('allow numbers that were found before, after too many guesses', async () => {
    await start({ RATE_LIMIT_TASK_MISSES: '3' });
    simulateMisses();
    const own = () => gateway.request('GET', '/api/tasks/123456789012');
    let last = 0;
    const miss = () => gateway.request('GET', `/api/tasks/99999999999${last++}`);
    expect(await listStatuses(1, own)).toEqual([200]);
    expect(await listStatuses(4, miss)).toEqual([404, 404, 404, 429]);
    expect(await listStatuses(2, own)).toEqual([200, 200]);
    expect((await gateway.request('GET', '/api/tasks/123456789012/comments')).status).toBe(200);
    expect(await listStatuses(1, miss)).toEqual([429]);
    expect((await gateway.request('GET', '/api/tasks/210987654321')).status).toBe(429);
    expect((await gateway.request('GET', '/api/tasks/123456789012', { headers: bearer(7) })).status).toBe(
      200,
    );
  });

  const requestConcurrently = async (pathOf: (index: number) => string, count: number): Promise<number[]> => {
    const responses = Array.from({ length: count }, (_, index) => gateway.request('GET', pathOf(index)));
    return (await Promise.all(responses)).map(({ status }) => status).sort();
  };

  it('stop concurrent guesses', async () => {
    await start({ RATE_LIMIT_TASK_MISSES: '3' });
    simulateMisses();
    const statuses = await requestConcurrently((index) => `/api/tasks/99999999999${index}${index}`, 40);
    expect(statuses).toEqual([...Array(3).fill(404), ...Array(37).fill(429)]);
    expect(gateway.tasks.requests).toHaveLength(3);
  });

  it('do not stop many correct numbers in concurrent requests', async () => {
    await start({ RATE_LIMIT_TASK_MISSES: '2' });
    simulateMisses();
    expect(await listStatuses(1, () => gateway.request('GET', '/api/tasks/999999999991'))).toEqual([404]);
    expect(await requestConcurrently((index) => `/api/tasks/1234567890${index}`, 40)).toEqual(
      Array(40).fill(200),
    );
  });

  it('do not wait for a response that has started', async () => {
    await start({ RATE_LIMIT_TASK_MISSES: '1' });
    const echo = gateway.tasks.handle;
    let finish = () => {};
    const started = new Promise<void>((resolve) => {
      gateway.tasks.handle = (request, response) => {
        gateway.tasks.handle = echo;
        request.resume();
        response.writeHead(200).write('{');
        finish = () => response.end('}');
        resolve();
      };
    });
    const running = gateway.request('GET', '/api/tasks/123456789012');
    await started;
    expect((await gateway.request('GET', '/api/tasks/210987654321')).status).toBe(200);
    finish();
    expect((await running).status).toBe(200);
  });

  it('count a number once, even if a page requests its parts separately', async () => {
    await start({ RATE_LIMIT_TASK_MISSES: '2' });
    simulateMisses();
    const [missing, other] = ['/api/tasks/999999999991', '/api/tasks/999999999992'];
    const parts = ['', '/comments', '/transitions', '/status-history', ''];
    for (const part of parts) expect((await gateway.request('GET', missing + part)).status).toBe(404);
    expect((await gateway.request('GET', '/api/tasks/123456789012')).status).toBe(200);
    expect(await listStatuses(2, () => gateway.request('GET', other))).toEqual([404, 429]);
  });

  it('do not stop a user whose assignments hide the tasks', async () => {
    await start({ RATE_LIMIT_TASK_MISSES: '2' });
    const echo = gateway.tasks.handle;
    for (const number of ['123456789012', '210987654321', '345678901234', '432109876543']) {
      gateway.tasks.handle = echo;
      expect((await gateway.request('POST', `/api/tasks/${number}/assign`)).status).toBe(200);
      gateway.tasks.handle = (_request, response) => void response.writeHead(404).end();
      expect((await gateway.request('GET', `/api/tasks/${number}`)).status).toBe(404);
    }
  });

  it('do not count OPTIONS as a found number', async () => {
    await start({ RATE_LIMIT_TASK_MISSES: '2' });
    const echo = gateway.tasks.handle;
    gateway.tasks.handle = (request, response) => {
      if (request.method === 'OPTIONS') echo(request, response);
      else response.writeHead(404).end();
    };
    for (const [index, expected] of [404, 404, 429].entries()) {
      const path = `/api/tasks/99999999999${index}`;
      expect((await gateway.request('OPTIONS', path)).status).toBe(200);
      expect((await gateway.request('GET', path)).status).toBe(expected);
    }
  });

  it('are multiplied by RATE_LIMIT_SCALE', async () => {
    await start({ RATE_LIMIT_ANONYMOUS_READS: '2', RATE_LIMIT_SCALE: '2' });
    expect(await listStatuses(5, () => gateway.request('GET', '/api/tasks'))).toEqual([
      200, 200, 200, 200, 429,
    ]);
  });
});

describe('revoked sessions', () => {
  it('are rejected by the gateway with 401', async () => {
    await start();
    const sessionId = randomUUID();
    const headers = bearer(7, sessionId);
    expect((await gateway.request('GET', '/api/tasks', { headers })).status).toBe(200);
    gateway.revoked.add(sessionId);
    const rejected = await gateway.request('GET', '/api/tasks', { headers });
    expect(rejected.status).toBe(401);
    expect(rejected.body.code).toBe('UNAUTHORIZED');
    expect(rejected.headers['www-authenticate']).toBe('Bearer');
    expect(gateway.tasks.requests).toHaveLength(1);
  });
});
