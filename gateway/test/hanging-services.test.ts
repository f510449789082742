import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { pollUntil } from '@obieg/service-kit/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from './gateway';
import { startUpstream, type Upstream } from './upstream';

let gateway: TestGateway;
let others: Upstream[] = [];
afterEach(async () => {
  await gateway.close();
  await Promise.all(others.map((upstream) => upstream.close()));
  others = [];
});

const json = { 'content-type': 'application/json' };
const signIn = () => gateway.request('POST', '/api/auth/login', { headers: json, body: '{}' });
const countOf = ({ requests }: Upstream, url: string): number =>
  requests.filter((request) => request.url === url).length;
const untilStatus = (send: () => Promise<{ status: number }>, status: number) =>
  pollUntil(async () => ((await send()).status === status ? true : undefined), {
    describe: `the status is ${status}`,
  });

describe('a service that accepts connections but does not respond', () => {
  // With a timeout far beyond that of the tests, only the circuit breaker can end a call.
  beforeEach(async () => {
    gateway = await startGateway({
      environment: { RATE_LIMIT_SCALE: '1000', UPSTREAM_TIMEOUT_MS: '600000' },
    });
  });

  it('makes the calls under way fail with 503 that names the part', async () => {
    expect((await signIn()).status).toBe(200);
    gateway.identity.isHanging = true;
    const responses = await Promise.all([signIn(), gateway.request('GET', '/api/users')]);
    expect(responses.map(({ status }) => status)).toEqual([503, 503]);
    for (const { body, headers } of responses) {
      expect(body).toMatchObject({
        code: 'UNAVAILABLE',
        part: 'identity',
        message: 'Sign-in and accounts are unavailable at the moment. Please try again shortly.',
      });
      expect(headers['retry-after']).toBe('2');
    }
    const polish = await gateway.request('GET', '/api/users', { headers: { 'accept-language': 'pl' } });
    expect(polish.body.message).toBe(
      'Logowanie i konta są chwilowo niedostępne. Spróbuj ponownie za chwilę.',
    );
  });

  it('receives no more calls, and the other services still do', async () => {
    await signIn();
    gateway.identity.isHanging = true;
    await signIn();
    const before = countOf(gateway.identity, '/api/auth/login');
    for (let count = 0; count < 5; count += 1) expect((await signIn()).status).toBe(503);
    expect(countOf(gateway.identity, '/api/auth/login')).toBe(before);
    expect((await gateway.request('GET', '/api/tasks')).status).toBe(200);
  });

  it('is down at /api/health', async () => {
    gateway.tasks.isHanging = true;
    expect((await gateway.request('GET', '/api/tasks')).status).toBe(503);
    expect((await gateway.request('GET', '/api/health')).body.services).toEqual({
      identity: 'up',
      workflow: 'up',
      tasks: 'down',
    });
  });

  it('receives calls again once it responds', async () => {
    gateway.tasks.isHanging = true;
    expect((await gateway.request('GET', '/api/tasks')).status).toBe(503);
    gateway.tasks.isHanging = false;
    await untilStatus(() => gateway.request('GET', '/api/tasks'), 200);
  });

  it('keeps uploads, imports and open streams', async () => {
    const waiting: ServerResponse[] = [];
    gateway.tasks.handle = (_request, response) => void waiting.push(response);
    gateway.workflow.handle = gateway.tasks.handle;
    const live = httpRequest({
      host: '127.0.0.1',
      port: gateway.port,
      path: '/api/tasks/live',
      headers: { host: 'acme.obieg.localhost' },
    });
    live.end();
    await pollUntil(async () => waiting.length === 1 || undefined, { describe: 'the stream arrives' });
    const stream = waiting.pop();
    stream?.writeHead(200, { 'content-type': 'text/event-stream' });
    stream?.write('data: 1\n\n');
    const [events] = (await once(live, 'response')) as [IncomingMessage];
    events.setEncoding('utf8');
    const upload = gateway.request('POST', '/api/tasks/123456789012/attachments', { body: 'file' });
    const importing = gateway.request('POST', '/api/workflow-configuration/import', {
      headers: json,
      body: '{}',
    });
    const rows = gateway.request('POST', '/api/tasks/import?dryRun=false', { headers: json, body: '{}' });
    await pollUntil(async () => waiting.length === 3 || undefined, { describe: 'all calls arrive' });
    for (const upstream of [gateway.tasks, gateway.workflow]) upstream.isHanging = true;
    for (const path of ['/api/notifications/live', '/api/tasks', '/api/workflow-status'])
      expect((await gateway.request('GET', path)).status).toBe(503);
    for (const response of waiting) response.end('{}');
    expect((await upload).status).toBe(200);
    expect((await importing).status).toBe(200);
    expect((await rows).status).toBe(200);
    stream?.write('data: 2\n\n');
    let text = '';
    for await (const chunk of events) {
      text += String(chunk);
      if (text.includes('data: 2')) break;
    }
    live.destroy();
  });
});

describe('a service whose process is stopped', () => {
  const program =
    "require('node:http').createServer((_, response) => response.end('{}'))" +
    ".listen(0, '127.0.0.1', function () { console.log(this.address().port); })";

  it('makes calls fail with 503 until the process continues', async () => {
    const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const [port] = (await once(child.stdout, 'data')) as [Buffer];
      gateway = await startGateway({
        environment: {
          TASKS_URL: `http://127.0.0.1:${String(port).trim()}`,
          RATE_LIMIT_SCALE: '1000',
          UPSTREAM_TIMEOUT_MS: '600000',
        },
      });
      const read = () => gateway.request('GET', '/api/tasks');
      expect((await read()).status).toBe(200);
      child.kill('SIGSTOP');
      expect((await read()).status).toBe(503);
      child.kill('SIGCONT');
      await untilStatus(read, 200);
    } finally {
      child.kill('SIGKILL');
    }
  });
});

describe('a call that takes long', () => {
  it('is not ended while its service responds to the liveness check', async () => {
    gateway = await startGateway();
    let waiting: ServerResponse | undefined;
    let checks = 0;
    gateway.tasks.onLivenessCheck = () => {
      checks += 1;
    };
    gateway.tasks.handle = (_request, response) => {
      waiting = response;
    };
    const call = gateway.request('POST', '/api/tasks', { headers: json, body: '{}' });
    await pollUntil(async () => checks >= 3 || undefined, { describe: 'the liveness is checked' });
    waiting?.end('{}');
    expect((await call).status).toBe(200);
  });
});

describe('a call to a service on a busy machine', () => {
  let waiting: ServerResponse | undefined;
  let checks = 0;
  beforeEach(async () => {
    checks = 0;
    gateway = await startGateway({ environment: { RATE_LIMIT_SCALE: '1000' } });
    const { handle } = gateway.tasks;
    gateway.tasks.handle = (request, response) => {
      if (request.method === 'POST') waiting = response;
      else handle(request, response);
    };
  });
  const submit = () => gateway.request('POST', '/api/tasks', { headers: json, body: '{}' });
  const untilChecked = () =>
    pollUntil(async () => checks >= 4 || undefined, { describe: 'the liveness is checked' });

  it('is not ended while the service responds to other calls, but too late to the checks', async () => {
    gateway.tasks.isInTimeForChecks = false;
    const reads: Promise<{ status: number }>[] = [];
    gateway.tasks.onLivenessCheck = () => {
      checks += 1;
      reads.push(gateway.request('GET', '/api/tasks'));
    };
    const call = submit();
    await untilChecked();
    waiting?.end('{}');
    expect((await call).status).toBe(200);
    for (const { status } of await Promise.all(reads)) expect(status).toBe(200);
  });

  it('is not ended while the gateway itself has no processor time for the checks', async () => {
    gateway.tasks.onLivenessCheck = () => {
      checks += 1;
      // The service, the gateway and the test share this process.
      const until = performance.now() + 900;
      while (performance.now() < until);
    };
    const call = submit();
    await untilChecked();
    gateway.tasks.onLivenessCheck = () => undefined;
    waiting?.end('{}');
    expect((await call).status).toBe(200);
  });
});

describe('a service of which one instance does not respond', () => {
  it('responds to reads under way and to all later calls with the other one', async () => {
    const [first, second] = await Promise.all([startUpstream(), startUpstream()]);
    others = [first, second];
    gateway = await startGateway({
      environment: {
        TASKS_URL: `${first.origin},${second.origin}`,
        RATE_LIMIT_SCALE: '1000',
        UPSTREAM_TIMEOUT_MS: '600000',
      },
    });
    first.isHanging = true;
    const reads = Array.from({ length: 4 }, () => gateway.request('GET', '/api/tasks'));
    expect((await Promise.all(reads)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const before = countOf(first, '/api/tasks');
    expect(before).toBeGreaterThan(0);
    for (let count = 0; count < 4; count += 1)
      expect((await gateway.request('POST', '/api/tasks', { headers: json, body: '{}' })).status).toBe(200);
    expect(countOf(first, '/api/tasks')).toBe(before);
  });
});
