import { pollUntil } from '@obieg/service-kit/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from './gateway';
import { release, shell, tasks } from './releases';

let gateway: TestGateway;
afterEach(() => gateway.close());

const start = async (environment: Record<string, string> = {}): Promise<void> => {
  gateway = await startGateway({ environment: { TRUSTED_PROXIES: '127.0.0.1', ...environment } });
  await release(gateway, shell('s1'));
  await release(gateway, tasks('v1'));
};

interface From {
  address?: string;
  host?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}
const send = (path: string, { address = '203.0.113.1', method = 'GET', headers, ...request }: From = {}) =>
  gateway.request(method, path, { ...request, headers: { 'x-forwarded-for': address, ...headers } });
const html = { accept: 'text/html', 'accept-language': 'pl' };
const openPage = (from: From = {}) => send('/login', { ...from, headers: { ...html, ...from.headers } });

describe('requests of any kind', () => {
  it('are limited per address before their target is read', async () => {
    await start({ RATE_LIMIT_REQUESTS: '3' });
    const statuses: number[] = [];
    for (const path of ['/robots.txt', '/a//b', '/api/tasks', '/a//b', '/healthz'])
      statuses.push((await send(path)).status);
    expect(statuses).toEqual([200, 400, 200, 429, 429]);
    expect((await send('/healthz', { address: '203.0.113.2' })).status).toBe(200);
  });

  it('are not limited if a load balancer or the monitoring asks for health or metrics', async () => {
    await start({ RATE_LIMIT_REQUESTS: '1', RATE_LIMIT_FILES: '1' });
    for (let probe = 0; probe < 3; probe += 1)
      for (const path of ['/healthz', '/readyz', '/metrics'])
        expect((await gateway.request('GET', path)).status).toBe(200);
  });
});

describe('a page above the limit', () => {
  it('is a page that names the time to wait', async () => {
    await start({ RATE_LIMIT_PAGES: '1' });
    expect((await openPage()).status).toBe(200);
    const { status, text, headers } = await openPage();
    expect(status).toBe(429);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-store');
    expect(Buffer.from(text, 'latin1').toString()).toMatch(/<h1>Zbyt wiele żądań<\/h1>.*za \d+ s\./);
    expect((await openPage({ headers: { 'accept-language': 'en' } })).text).toMatch(
      /lang="en".*<h1>Too many requests<\/h1>.*again in \d+ s\./,
    );
  });

  it('does not stop files and calls', async () => {
    await start({ RATE_LIMIT_PAGES: '1' });
    for (let page = 0; page < 3; page += 1) await openPage();
    expect((await send('/robots.txt')).status).toBe(200);
    expect((await send('/api/workflow-parameters/public')).status).toBe(200);
  });
});

describe('visitors above the limit of their organization', () => {
  it('do not stop its members, who have a limit of their own', async () => {
    await start({
      RATE_LIMIT_ANONYMOUS_READS: '4',
      RATE_LIMIT_SIGNED_IN_READS: '8',
      RATE_LIMIT_ORGANIZATION_FACTOR: '1',
    });
    const listStatuses = async (count: number, userId: number): Promise<number[]> => {
      const headers = { authorization: `Bearer ${gateway.tokens.sign({ userId, organizationId: 1 })}` };
      const statuses: number[] = [];
      for (let call = 0; call < count; call += 1)
        statuses.push((await send('/api/tasks', { headers })).status);
      return statuses;
    };
    for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3'])
      for (let call = 0; call < 3; call += 1) await send('/api/tasks', { address });
    expect(await listStatuses(9, 7)).toEqual([...Array(8).fill(200), 429]);
    expect(await listStatuses(3, 8)).toEqual([200, 200, 429]);
    const text = (await gateway.request('GET', '/metrics')).text;
    expect(text).toContain('limit="signedInReadsOfOrganization"');
    expect(text).toContain('limit="anonymousReadsOfOrganization"');
  });
});

describe('concurrent calls', () => {
  it('are limited per organization, with a reserve for each caller', async () => {
    await start({ RATE_LIMIT_CALLS_AT_ONCE: '4', RATE_LIMIT_ORGANIZATION_FACTOR: '2' });
    const echo = gateway.tasks.handle;
    const held: (() => void)[] = [];
    gateway.tasks.handle = (request, response) => void held.push(() => echo(request, response));
    const running = ['203.0.113.1', '203.0.113.2'].flatMap((address) =>
      Array.from({ length: 4 }, () => send('/api/tasks', { address })),
    );
    const untilHeld = (count: number) =>
      pollUntil(async () => held.length >= count || undefined, { describe: `${count} calls are held` });
    await untilHeld(8);
    const kept = send('/api/tasks', { address: '203.0.113.3' });
    await untilHeld(9);
    expect((await send('/api/tasks', { address: '203.0.113.3' })).status).toBe(429);
    gateway.tasks.handle = echo;
    for (const respond of held) respond();
    for (const { status } of await Promise.all([...running, kept])) expect(status).toBe(200);
  });
});

describe('the data of a page', () => {
  const taskNumbers = ['111111111111', '222222222222', '333333333333'];
  /** Opens the page of a task. @returns whether the gateway requested the task */
  const openTask = async (number: string | undefined, from: From = {}): Promise<boolean> => {
    const before = gateway.tasks.requests.length;
    expect((await send(`/task/${number}`, { ...from, headers: html })).status).toBe(200);
    return gateway.tasks.requests.length > before;
  };
  const startWithData = async (environment: Record<string, string>): Promise<void> => {
    await start(environment);
    const route = {
      path: '/task/:publicTaskId',
      access: 'public' as const,
      layout: 'frame' as const,
      data: ['/api/tasks/:publicTaskId'],
      preload: [],
      uses: [],
    };
    await release(gateway, { ...tasks('v2'), manifest: { routes: [route] } });
  };

  it('counts as a call of the address, and is missing above its limit', async () => {
    await startWithData({ RATE_LIMIT_ANONYMOUS_READS: '2' });
    const opened: boolean[] = [];
    for (const number of taskNumbers) opened.push(await openTask(number));
    expect(opened).toEqual([true, true, false]);
    expect((await send('/api/tasks')).status).toBe(429);
    expect(await openTask(taskNumbers[0], { address: '203.0.113.2' })).toBe(true);
  });

  it('takes a reserve above the limit of the organization', async () => {
    await startWithData({ RATE_LIMIT_ANONYMOUS_READS: '4', RATE_LIMIT_ORGANIZATION_FACTOR: '1' });
    for (let call = 0; call < 4; call += 1) await send('/api/tasks', { address: '203.0.113.1' });
    const opened: boolean[] = [];
    for (const number of taskNumbers) opened.push(await openTask(number, { address: '203.0.113.2' }));
    expect(opened).toEqual([true, false, false]);
  });

  it('counts as a concurrent call of the address', async () => {
    await startWithData({ RATE_LIMIT_CALLS_AT_ONCE: '1' });
    const echo = gateway.tasks.handle;
    const isHeld = new Promise<() => void>((resolve) => {
      gateway.tasks.handle = (request, response) => resolve(() => echo(request, response));
    });
    const running = send('/api/tasks');
    const respond = await isHeld;
    gateway.tasks.handle = echo;
    expect(await openTask(taskNumbers[0])).toBe(false);
    expect(await openTask(taskNumbers[0], { address: '203.0.113.2' })).toBe(true);
    respond();
    expect((await running).status).toBe(200);
    expect(await openTask(taskNumbers[0])).toBe(true);
  });
});
