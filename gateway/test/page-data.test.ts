import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { acme, startGateway, type TestGateway } from './gateway';
import { release, shell } from './releases';
import { startIdentity, type Upstream } from './upstream';

const globex = { id: 2, name: 'Globex Serwis', codeName: 'globex' };
const number = '123456789012';
const nameAddress = '/api/auth/organization-name';
const taskTemplate = '/api/tasks/:publicTaskId?include=comments';
const taskAddress = `/api/tasks/${number}?include=comments`;

let gateway: TestGateway;
let identity: Upstream;
/** Status and body of svc-tasks for the organization of the call. */
let taskOf: (organizationId: string, url: string) => { status: number; body: unknown };

const route = (path: string, data: string[], access: 'public' | 'signed-in' = 'public') => ({
  path,
  access,
  layout: 'frame' as const,
  data,
  preload: ['page.js'],
  uses: ['ui/wizard', 'ui/unknown'],
});

beforeAll(async () => {
  identity = await startIdentity([acme, globex]);
  gateway = await startGateway({
    environment: { IDENTITY_URL: identity.origin, RATE_LIMIT_TASK_MISSES: '3' },
  });
  gateway.tasks.handle = (request, response) => {
    const { status, body } = taskOf(String(request.headers['x-obieg-organization-id']), request.url ?? '');
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  await release(gateway, {
    ...shell('s1'),
    files: { ...shell('s1').files, 'assets/wizard.js': 'wizard' },
    manifest: { provides: { 'ui/wizard': ['assets/wizard.js'] } },
  });
  await release(gateway, {
    id: 'mf-tasks',
    version: 'v1',
    files: { 'remoteEntry.js': 'entry', 'page.js': 'page' },
    manifest: {
      routes: [
        {
          ...route('/task/:publicTaskId', [nameAddress, taskTemplate]),
          startTexts: [
            { data: taskTemplate, pointer: '/organization' },
            { data: taskTemplate, pointer: '/answers/0/a~1b', unless: '/isHidden' },
          ],
        },
        route('/tasks', ['/api/tasks'], 'signed-in'),
        route('/odd', ['/api/unknown', '/api/tasks/live', '/api/health', '/api/delivery/remotes']),
      ],
    },
  });
});
afterAll(async () => {
  await gateway.close();
  await identity.close();
});
beforeEach(() => {
  gateway.tasks.requests.length = 0;
  identity.requests.length = 0;
  taskOf = (organizationId, url) => ({ status: 200, body: { organizationId, url } });
});

const open = async (path: string, host?: string, headers: Record<string, string> = {}) => {
  const answer = await gateway.request('GET', path, {
    headers: { accept: 'text/html', ...headers },
    ...(host === undefined ? {} : { host }),
  });
  const block = /<script type="application\/json" id="page-data">(.*?)<\/script>/.exec(answer.text)?.[1];
  return { ...answer, data: JSON.parse(block ?? 'null') as Record<string, { body: unknown }> };
};

describe("the page's data", () => {
  it('contains what the public API returns to a visitor of this organization', async () => {
    const { data } = await open(`/task/${number}`);
    expect(data[taskAddress]?.body).toEqual({ organizationId: '1', url: taskAddress });
    expect(Object.keys(data).sort()).toEqual([nameAddress, taskAddress]);
    const other = await open(`/task/${number}`, 'globex.obieg.localhost');
    expect(other.data[taskAddress]?.body).toEqual({ organizationId: '2', url: taskAddress });
  });

  it('is read without token and cookies of the browser', async () => {
    const { text } = await open(`/task/${number}`, undefined, {
      authorization: 'Bearer stolen',
      cookie: 'other=1',
      'x-obieg-organization-id': '2',
    });
    expect(text).not.toContain('stolen');
    const [call] = gateway.tasks.requests;
    expect(call?.headers).not.toHaveProperty('authorization');
    expect(call?.headers).not.toHaveProperty('cookie');
    expect(call?.headers['x-obieg-organization-id']).toBe('1');
  });

  it('must not be kept by shared caches', async () => {
    const { headers } = await open(`/task/${number}`);
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(headers['vary']).toBe('accept-encoding, cookie');
  });

  it('cannot end its script element', async () => {
    const title = '</script><script>alert(1)</script><!--';
    taskOf = () => ({ status: 200, body: { title } });
    const { text, data } = await open(`/task/${number}`);
    expect(text).not.toContain(title);
    expect(data[taskAddress]?.body).toEqual({ title });
  });

  it.each([
    ['the browser has a session', () => ({ cookie: 'obieg_signed_in=1' })],
    [
      'the task is not public',
      () => {
        taskOf = () => ({ status: 404, body: { title: 'secret' } });
        return {};
      },
    ],
    [
      'the service fails',
      () => {
        taskOf = () => ({ status: 500, body: {} });
        return {};
      },
    ],
    [
      'the response is large',
      () => {
        taskOf = () => ({ status: 200, body: 'x'.repeat(60_000) });
        return {};
      },
    ],
  ])('lacks the task if %s, and the page opens', async (_name, prepare) => {
    const { status, data, text } = await open(`/task/${number}`, undefined, prepare());
    expect(status).toBe(200);
    expect(data).not.toHaveProperty(taskAddress);
    expect(text).not.toContain('secret');
  });

  it('lacks the task if the service does not respond in time', async () => {
    const { handle } = gateway.tasks;
    gateway.tasks.handle = () => undefined;
    const { status, data } = await open(`/task/${number}`);
    gateway.tasks.handle = handle;
    expect(status).toBe(200);
    expect(data).toHaveProperty(nameAddress);
    expect(data).not.toHaveProperty(taskAddress);
  });

  it('is empty for pages of signed-in users and for addresses that are no plain call of a service', async () => {
    for (const path of ['/tasks', '/odd']) expect((await open(path)).data).toEqual({});
    expect(gateway.tasks.requests).toEqual([]);
  });

  it('counts an unknown number like a call of the API, and shows no more once none is left', async () => {
    taskOf = () => ({ status: 404, body: {} });
    for (const guess of ['1', '2', '3', '4']) await open(`/task/${guess}`);
    expect(gateway.tasks.requests.length).toBeLessThanOrEqual(3);
    expect((await gateway.request('GET', '/api/tasks/5')).status).toBe(429);
    taskOf = () => ({ status: 200, body: { title: 'guessed' } });
    expect((await open('/task/6')).text).not.toContain('guessed');
  });
});

describe('the start screen', () => {
  const readStartText = async () => {
    const { text } = await open(`/task/${number}`);
    return /<p class="ob-start-text">(.*?)<\/p>/s.exec(text)?.[1];
  };

  it('shows the texts that the route names, as text', async () => {
    taskOf = () => ({ status: 200, body: { organization: 'Acme', answers: [{ 'a/b': '<b>A & B</b>' }] } });
    expect(await readStartText()).toBe('<span>Acme</span><br><span>&#60;b&#62;A &#38; B&#60;/b&#62;</span>');
  });

  it('shortens a long text', async () => {
    taskOf = () => ({ status: 200, body: { answers: [{ 'a/b': 'x'.repeat(300) }] } });
    expect(await readStartText()).toContain(`<span>${'x'.repeat(200)}</span>`);
  });

  it.each([
    ['the value is no text', { answers: [{ 'a/b': 5 }] }],
    ['the pointer leads nowhere', { answers: 'text' }],
    ['the response has a value that excludes it', { answers: [{ 'a/b': 'text' }], isHidden: false }],
  ])('leaves out a text if %s', async (_name, body) => {
    taskOf = () => ({ status: 200, body: { organization: 'Acme', ...body } });
    expect(await readStartText()).toBe('<span>Acme</span>');
  });

  it("keeps the product's name without data", async () => {
    const { text } = await open('/odd');
    expect(text).toContain('<p class="ob-start-text"><span>Obieg</span></p>');
  });
});

describe('preload links', () => {
  it("name the files of the route, of the remote and of the shell's modules with their digests", async () => {
    const { text } = await open('/odd');
    const links = [
      ...text.matchAll(/<link rel="preload" as="script"[^>]* href="([^"]+)"( integrity="sha384-)?/g),
    ];
    expect(links.map(([, address, digest]) => [address, digest !== undefined])).toEqual([
      ['/remotes/mf-tasks/v1/remoteEntry.js', true],
      ['/remotes/mf-tasks/v1/page.js', false],
      ['/remotes/shell/s1/assets/wizard.js', true],
    ]);
  });
});
