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
const statuses = async (count: number, call: () => Promise<{ status: number }>): Promise<number[]> => {
  const found: number[] = [];
  for (let index = 0; index < count; index += 1) found.push((await call()).status);
  return found;
};

describe('size limits', () => {
  it('refuse a body above 256 KB, by its length and by its bytes', async () => {
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

  it('allow an attachment of 10 MB and no more', async () => {
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

  it('refuse headers above 16 KB with a problem', async () => {
    await start();
    const answer = await gateway.sendRaw(
      `GET /api/tasks HTTP/1.1\r\nHost: acme.obieg.localhost\r\nX-Long: ${'a'.repeat(limits.headerBytes)}\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(answer).toContain('"code":"HEADERS_TOO_LARGE"');
  });
});

describe('rate limits', () => {
  it('count visitors by address, with Retry-After', async () => {
    await start({ RATE_LIMIT_ANONYMOUS_READS: '3' });
    expect(await statuses(3, () => gateway.request('GET', '/api/tasks/1'))).toEqual([200, 200, 200]);
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

  it('count users separately', async () => {
    await start({ RATE_LIMIT_SIGNED_IN_READS: '2', RATE_LIMIT_ANONYMOUS_READS: '1' });
    const anna = bearer(7);
    const olga = bearer(8);
    expect(await statuses(3, () => gateway.request('GET', '/api/tasks', { headers: anna }))).toEqual([
      200, 200, 429,
    ]);
    expect((await gateway.request('GET', '/api/tasks', { headers: olga })).status).toBe(200);
    expect((await gateway.request('GET', '/api/tasks', { headers: bearer(7) })).status).toBe(429);
    expect((await gateway.request('GET', '/api/tasks')).status).toBe(200);
  });

  it('ignore the content of a forged token', async () => {
    await start({ RATE_LIMIT_ANONYMOUS_READS: '2', RATE_LIMIT_SIGNED_IN_READS: '100' });
    const found = await statuses(3, () => gateway.request('GET', '/api/tasks', { headers: forgedBearer() }));
    expect(found).toEqual([401, 401, 429]);
    expect(gateway.tasks.requests).toHaveLength(0);
  });

  it('count a caller as a user only if the service would', async () => {
    await start({ RATE_LIMIT_ANONYMOUS_SUBMISSIONS: '1' });
    const headers = { ...bearer(7), connection: 'authorization, close' };
    const submit = () => gateway.request('POST', '/api/tasks', { headers });
    expect(await statuses(3, submit)).toEqual([400, 400, 400]);
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
    expect(await statuses(2, call('POST', '/api/tasks', false))).toEqual([200, 429]);
    expect(await statuses(2, call('POST', '/api/tasks', true))).toEqual([200, 200]);
    expect(await statuses(1, call('POST', '/api/auth/check-login-methods', false))).toEqual([200]);
    expect(await statuses(2, call('POST', '/api/auth/check-login-methods', true))).toEqual([200, 429]);
    expect(await statuses(2, call('POST', '/api/tasks/1/attachments', true))).toEqual([200, 429]);
    expect(await statuses(2, call('GET', '/api/users/search', true))).toEqual([200, 429]);
    expect(await statuses(1, call('GET', '/api/users', true))).toEqual([200]);
  });

  it.each([
    '/api/tasks?limit=50&search=drukarka',
    '/api/tasks?%73earch=drukarka',
    '/api/tasks/123456789012/assignees?searchTerm=ola',
    '/api/users?search=ola',
  ])('count %s as a search', async (path) => {
    await start({ RATE_LIMIT_SEARCHES: '1' });
    const headers = bearer(7);
    expect(await statuses(2, () => gateway.request('GET', path, { headers }))).toEqual([200, 429]);
    const others = ['/api/tasks', '/api/tasks?search=', '/api/tasks?search=%20', '/api/tasks/1/assignees'];
    for (const other of others) expect((await gateway.request('GET', other, { headers })).status).toBe(200);
  });

  const answerMisses = (): void => {
    const echo = gateway.tasks.answer;
    gateway.tasks.answer = (request, response) => {
      if (decodeURIComponent(request.url ?? '').includes('/99999999999')) response.writeHead(404).end();
      else echo(request, response);
    };
  };

  it.each([
    ['written with codes', 'GET', (last: number) => `/api/tasks/%39%39999999999${last}`],
    ['by commenting', 'POST', (last: number) => `/api/tasks/99999999999${last}/comment`],
    ['by listening', 'GET', (last: number) => `/api/tasks/99999999999${last}/live`],
    ['by deleting', 'DELETE', (last: number) => `/api/tasks/99999999999${last}`],
  ])('stop guessing of task numbers %s', async (_how, method, pathOf) => {
    await start({ RATE_LIMIT_TASK_MISSES: '2' });
    answerMisses();
    const headers = bearer(7);
    let last = 0;
    expect(await statuses(3, () => gateway.request(method, pathOf(last++), { headers }))).toEqual([
      404, 404, 429,
    ]);
    for (const path of ['/api/tasks', '/api/tasks/live'])
      expect((await gateway.request('GET', path, { headers })).status).toBe(200);
  });

  it('stop guessing of task numbers', async () => {
    await start({ RATE_LIMIT_TASK_MISSES: '3' });
    answerMisses();
    let last = 0;
    const miss = () => gateway.request('GET', `/api/tasks/99999999999${last++}`);
    expect(await statuses(4, miss)).toEqual([404, 404, 404, 429]);
    expect((await gateway.request('GET', '/api/tasks/123456789012/comments')).status).toBe(429);
    expect((await gateway.request('GET', '/api/tasks')).status).toBe(200);
  });

  it('keep found numbers available after too many guesses', async () => {
    await start({ RATE_LIMIT_TASK_MISSES: '3' });
    answerMisses();
    const own = () => gateway.request('GET', '/api/tasks/123456789012');
    let last = 0;
    const miss = () => gateway.request('GET', `/api/tasks/99999999999${last++}`);
    expect(await statuses(1, own)).toEqual([200]);
    expect(await statuses(4, miss)).toEqual([404, 404, 404, 429]);
    expect(await statuses(2, own)).toEqual([200, 200]);
    expect((await gateway.request('GET', '/api/tasks/123456789012/comments')).status).toBe(200);
    expect(await statuses(1, miss)).toEqual([429]);
    expect((await gateway.request('GET', '/api/tasks/210987654321')).status).toBe(429);
    expect((await gateway.request('GET', '/api/tasks/123456789012', { headers: bearer(7) })).status).toBe(
      200,
    );
  });

  const allAtOnce = async (pathOf: (index: number) => string, count: number): Promise<number[]> => {
    const answers = Array.from({ length: count }, (_, index) => gateway.request('GET', pathOf(index)));
    return (await Promise.all(answers)).map(({ status }) => status).sort();
  };

  it('stop parallel guesses', async () => {
    await start({ RATE_LIMIT_TASK_MISSES: '3' });
    answerMisses();
    const found = await allAtOnce((index) => `/api/tasks/99999999999${index}${index}`, 40);
    expect(found).toEqual([...Array(3).fill(404), ...Array(37).fill(429)]);
    expect(gateway.tasks.requests).toHaveLength(3);
  });

  it('do not stop many correct numbers in parallel', async () => {
    await start({ RATE_LIMIT_TASK_MISSES: '2' });
    answerMisses();
    expect(await statuses(1, () => gateway.request('GET', '/api/tasks/999999999991'))).toEqual([404]);
    expect(await allAtOnce((index) => `/api/tasks/1234567890${index}`, 40)).toEqual(Array(40).fill(200));
  });

  it('do not wait for a response that has started', async () => {
    await start({ RATE_LIMIT_TASK_MISSES: '1' });
    const echo = gateway.tasks.answer;
    let finish = () => {};
    const begun = new Promise<void>((resolve) => {
      gateway.tasks.answer = (request, response) => {
        gateway.tasks.answer = echo;
        request.resume();
        response.writeHead(200).write('{');
        finish = () => response.end('}');
        resolve();
      };
    });
    const long = gateway.request('GET', '/api/tasks/123456789012');
    await begun;
    expect((await gateway.request('GET', '/api/tasks/210987654321')).status).toBe(200);
    finish();
    expect((await long).status).toBe(200);
  });

  it('count one number once, even if a page requests it in parts', async () => {
    await start({ RATE_LIMIT_TASK_MISSES: '2' });
    answerMisses();
    const [gone, other] = ['/api/tasks/999999999991', '/api/tasks/999999999992'];
    const parts = ['', '/comments', '/transitions', '/status-history', ''];
    for (const part of parts) expect((await gateway.request('GET', gone + part)).status).toBe(404);
    expect((await gateway.request('GET', '/api/tasks/123456789012')).status).toBe(200);
    expect(await statuses(2, () => gateway.request('GET', other))).toEqual([404, 429]);
  });

  it('do not stop a user who reassigns many tasks', async () => {
    await start({ RATE_LIMIT_TASK_MISSES: '2' });
    const echo = gateway.tasks.answer;
    for (const number of ['123456789012', '210987654321', '345678901234', '432109876543']) {
      gateway.tasks.answer = echo;
      expect((await gateway.request('POST', `/api/tasks/${number}/assign`)).status).toBe(200);
      gateway.tasks.answer = (_request, response) => void response.writeHead(404).end();
      expect((await gateway.request('GET', `/api/tasks/${number}`)).status).toBe(404);
    }
  });

  it('do not count OPTIONS as a found number', async () => {
    await start({ RATE_LIMIT_TASK_MISSES: '2' });
    const echo = gateway.tasks.answer;
    gateway.tasks.answer = (request, response) => {
      if (request.method === 'OPTIONS') echo(request, response);
      else response.writeHead(404).end();
    };
    for (const [index, expected] of [404, 404, 429].entries()) {
      const path = `/api/tasks/99999999999${index}`;
      expect((await gateway.request('OPTIONS', path)).status).toBe(200);
      expect((await gateway.request('GET', path)).status).toBe(expected);
    }
  });

  it('grow with RATE_LIMIT_SCALE', async () => {
    await start({ RATE_LIMIT_ANONYMOUS_READS: '2', RATE_LIMIT_SCALE: '2' });
    expect(await statuses(5, () => gateway.request('GET', '/api/tasks'))).toEqual([200, 200, 200, 200, 429]);
  });
});

describe('revoked sessions', () => {
  it('are refused by the gateway', async () => {
    await start();
    const sessionId = randomUUID();
    const headers = bearer(7, sessionId);
    expect((await gateway.request('GET', '/api/tasks', { headers })).status).toBe(200);
    gateway.revoked.add(sessionId);
    const refused = await gateway.request('GET', '/api/tasks', { headers });
    expect(refused.status).toBe(401);
    expect(refused.body.code).toBe('UNAUTHORIZED');
    expect(refused.headers['www-authenticate']).toBe('Bearer');
    expect(gateway.tasks.requests).toHaveLength(1);
  });
});
