import { promoteCanary, readPointer } from '@obieg/delivery';
import { connectEventBus, createLog } from '@obieg/service-kit';
import { pollUntil, startTestNats } from '@obieg/service-kit/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from './gateway';
import { openPage, release, shell, tasks } from './releases';

let gateway: TestGateway;
afterEach(() => gateway.close());

const path = '/api/delivery/reports';
const json = { 'content-type': 'application/json' };
/** Reports come from many addresses. */
const open = { RATE_LIMIT_DELIVERY_REPORTS: '100000', TRUSTED_PROXIES: '127.0.0.1' };

/** The organization is in the canary, the main domain is not. */
const canaryHost = 'acme.obieg.localhost';
const stableHost = 'obieg.localhost';
const hostOf = (version: string): string => (version === 'v1' ? stableHost : canaryHost);

let addressCount = 0;
const nextAddress = (): string => {
  addressCount += 1;
  return `198.18.${addressCount >> 8}.${addressCount & 255}`;
};

interface From {
  to?: TestGateway;
  host?: string;
  address?: string;
}

const send = (body: unknown, { to = gateway, host = canaryHost, address = nextAddress() }: From = {}) =>
  to.request('POST', path, {
    host,
    headers: { ...json, 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });

/** Opens a page that got the version, and reports an event of it. */
const report = async (version: string, event = 'loaded', from: From = {}) => {
  const { to = gateway, host = hostOf(version), address = nextAddress() } = from;
  const ticket = await openPage(to, host, { 'x-forwarded-for': address });
  return send({ remote: 'mf-tasks', version, event, ticket }, { to, host, address });
};

/** Reports from as many addresses, unless one is given. */
const reportMany = async (version: string, loaded: number, failed: number, from: From = {}) => {
  const events = [...Array<string>(loaded).fill('loaded'), ...Array<string>(failed).fill('render-failed')];
  for (const event of events) expect((await report(version, event, from)).status).toBe(204);
};

const countEvents = async (version: string, event: string, from = gateway): Promise<number> => {
  const { text } = await from.request('GET', '/metrics');
  const pattern = new RegExp(`remote="mf-tasks",version="${version}",event="${event}"[^}]*\\} (\\d+)`);
  return Number(pattern.exec(text)?.[1]);
};

const readRelease = async () => (await readPointer(gateway.store, 'mf-tasks'))?.pointer;

const startWithCanary = async (options: Parameters<typeof startGateway>[0] = {}): Promise<void> => {
  gateway = await startGateway({ ...options, environment: { ...open, ...options.environment } });
  await release(gateway, shell('s1'));
  await release(gateway, tasks('v1'));
  await release(gateway, tasks('v2'), { organizations: ['acme'] });
};

const untilEnded = () =>
  pollUntil(async () => ((await readRelease())?.canary === null ? true : undefined), {
    describe: 'the canary is ended',
  });

describe('POST /api/delivery/reports', () => {
  it('counts loads and failures by remote, version and event', async () => {
    await startWithCanary();
    expect((await report('v1')).status).toBe(204);
    expect((await report('v1')).status).toBe(204);
    expect((await report('v2', 'integrity-failed')).status).toBe(204);
    const { text } = await gateway.request('GET', '/metrics');
    expect(text).toMatch(/obieg_remote_events_total\{remote="mf-tasks",version="v1",event="loaded"[^}]*\} 2/);
    expect(text).toMatch(/\{remote="mf-tasks",version="v2",event="integrity-failed"[^}]*\} 1/);
  });

  it('counts one load and one failure per page, and nothing without its ticket', async () => {
    await startWithCanary();
    const ticket = await openPage(gateway, canaryHost);
    const body = { remote: 'mf-tasks', version: 'v2', event: 'render-failed' };
    for (const sent of [
      body,
      { ...body, ticket: 'forged' },
      { ...body, ticket: ticket.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) },
    ])
      expect((await send(sent)).status).toBe(204);
    expect(await countEvents('v2', 'render-failed')).toBe(0);
    for (let repetition = 0; repetition < 30; repetition += 1)
      expect((await send({ ...body, ticket })).status).toBe(204);
    expect(await countEvents('v2', 'render-failed')).toBe(1);
    expect((await readRelease())?.canary).toMatchObject({ version: 'v2' });
    expect((await send({ ...body, ticket: 'x'.repeat(201) })).status).toBe(422);
  });

  it('rejects versions that are not served, so that reports cannot add labels or use memory', async () => {
    await startWithCanary();
    expect((await report('v9')).status).toBe(404);
    expect((await send({ remote: 'mf-unknown', version: 'v1', event: 'loaded' })).status).toBe(404);
    expect((await report('v1', 'exploded')).status).toBe(422);
    expect((await send({ remote: 'mf-tasks" 1\n', version: 'v1', event: 'loaded' })).status).toBe(422);
    expect((await gateway.request('POST', path, { headers: json, body: '{' })).status).toBe(400);
    expect((await gateway.request('POST', path, { body: '{}' })).status).toBe(415);
    const { text } = await gateway.request('GET', '/metrics');
    expect(text).not.toMatch(/obieg_remote_events_total\{.* [1-9]/);
    expect(text).not.toMatch(/v9|mf-unknown|exploded/);
  });

  it('rejects a body above 1 KB, also without a length', async () => {
    await startWithCanary();
    const body = JSON.stringify({
      remote: 'mf-tasks',
      version: 'v1',
      event: 'loaded',
      more: 'x'.repeat(1_024),
    });
    expect((await gateway.request('POST', path, { headers: json, body })).status).toBe(413);
    const chunked = await gateway.request('POST', path, {
      headers: { ...json, 'transfer-encoding': 'chunked' },
      body,
    });
    expect(chunked.status).toBe(413);
    expect((await report('v1')).status).toBe(204);
  });

  it('counts for the organization and the versions of the page alone', async () => {
    await startWithCanary();
    const ticket = await openPage(gateway, stableHost);
    const failure = { remote: 'mf-tasks', event: 'load-failed', ticket };
    for (let load = 0; load < 21; load += 1)
      expect((await report('v2', 'load-failed', { host: stableHost })).status).toBe(204);
    expect((await send({ ...failure, version: 'v2' }, { host: stableHost })).status).toBe(204);
    expect((await send({ ...failure, version: 'v1' }, { host: canaryHost })).status).toBe(204);
    for (const version of ['v1', 'v2']) expect(await countEvents(version, 'load-failed')).toBe(0);
    await gateway.delivery.releases.refresh();
    expect((await readRelease())?.canary).toMatchObject({ version: 'v2' });
    expect((await send({ ...failure, version: 'v1' }, { host: stableHost })).status).toBe(204);
    expect(await countEvents('v1', 'load-failed')).toBe(1);
  });

  it('is limited per address, and accepts no other method', async () => {
    await startWithCanary({ environment: { RATE_LIMIT_DELIVERY_REPORTS: '3' } });
    const address = nextAddress();
    for (let count = 0; count < 3; count += 1)
      expect((await report('v1', 'loaded', { address })).status).toBe(204);
    const limited = await report('v1', 'loaded', { address });
    expect(limited.status).toBe(429);
    expect(limited.headers['retry-after']).toBeDefined();
    expect((await report('v1')).status).toBe(204);
    const { status, headers } = await gateway.request('GET', path);
    expect(status).toBe(405);
    expect(headers.allow).toBe('POST');
  });

  it('works on the main domain and while svc-identity is unavailable', async () => {
    await startWithCanary();
    await gateway.identity.close();
    for (const host of [stableHost, canaryHost])
      expect(
        (
          await gateway.request('POST', path, {
            host,
            headers: json,
            body: JSON.stringify({ remote: 'mf-tasks', version: 'v1', event: 'loaded' }),
          })
        ).status,
      ).toBe(204);
  });
});

describe('a canary', () => {
  it('is ended after 20 loads if more than 5 % failed, with the reason in the history', async () => {
    await startWithCanary();
    await reportMany('v1', 30, 0);
    await reportMany('v2', 17, 2);
    expect((await readRelease())?.canary).not.toBeNull();
    await reportMany('v2', 1, 0);
    await untilEnded();
    expect((await readRelease())?.history[0]).toMatchObject({
      by: 'gateway',
      action: 'end-canary',
      version: 'v2',
      reason:
        '2 of 20 loads failed within ten minutes, reported from 20 addresses; stable version: 0 of 30 loads failed.',
    });
    await pollUntil(
      async () => {
        const { body } = await gateway.request('GET', '/remotes.json', { host: canaryHost });
        return body.remotes[0].version === 'v1' || undefined;
      },
      { describe: 'the stable version is served' },
    );
    // The gateway counts and logs it after it has written the release.
    await pollUntil(
      async () => {
        const { text } = await gateway.request('GET', '/metrics');
        return /obieg_remote_canaries_ended_total\{remote="mf-tasks"[^}]*\} 1/.test(text) || undefined;
      },
      { describe: 'the ended canary is counted' },
    );
    expect(gateway.lines.filter((line) => line.includes('canary ended'))).toHaveLength(1);
  });

  it('is not ended by one address, alone or beside others that succeed', async () => {
    await startWithCanary();
    const attacker = { address: '203.0.113.1' };
    await reportMany('v2', 0, 40, attacker);
    await reportMany('v2', 20, 0);
    await reportMany('v2', 0, 40, attacker);
    await gateway.delivery.releases.refresh();
    expect((await readRelease())?.canary).toMatchObject({ version: 'v2' });
    await reportMany('v2', 0, 2);
    await untilEnded();
    expect((await readRelease())?.history[0]?.reason).toContain('reported from 23 addresses');
  });

  it('is not kept alive by one address, whose IPv6 network is one address, too', async () => {
    await startWithCanary();
    for (let load = 0; load < 60; load += 1)
      await reportMany('v2', 1, 0, { address: `2001:db8:1:${load.toString(16)}::1` });
    await reportMany('v2', 8, 2);
    await untilEnded();
  });

  it('continues if the stable version fails as often', async () => {
    await startWithCanary();
    await reportMany('v1', 8, 2);
    await reportMany('v2', 15, 5);
    await gateway.delivery.releases.refresh();
    expect((await readRelease())?.canary).toMatchObject({ version: 'v2' });
  });

  it('is judged by loads since its release only', async () => {
    await startWithCanary();
    await reportMany('v2', 0, 19);
    const since = new Date(Date.now() + 60_000);
    await release(gateway, tasks('v3'), { organizations: ['acme'] });
    await release(gateway, tasks('v2'), { organizations: ['acme'], at: since });
    await reportMany('v2', 0, 5);
    await gateway.delivery.releases.refresh();
    expect((await readRelease())?.canary).toMatchObject({ version: 'v2' });
  });

  it('that was promoted in the same moment is not ended', async () => {
    await startWithCanary();
    await reportMany('v2', 0, 19);
    await promoteCanary(gateway.store, 'mf-tasks', { by: 'anna@example.com', at: new Date() });
    await reportMany('v2', 0, 1);
    await gateway.delivery.releases.refresh();
    await reportMany('v2', 0, 1);
    expect(await readRelease()).toMatchObject({ stable: 'v2', history: [{ action: 'promote' }, {}, {}] });
  });
});

describe('loads that several gateways count', () => {
  it('are added over NATS, and one of them ends the canary', async () => {
    const nats = await startTestNats();
    const connections = [0, 1].map(() => connectEventBus(nats.url, createLog('gateway', 'silent')));
    await Promise.all(connections.map(({ ready }) => ready));
    const [one, other] = connections;
    await startWithCanary({ ...(one ? { events: one } : {}) });
    const second = await startGateway({
      environment: { ...open, STATIC_ROOT: gateway.staticRoot },
      ...(other ? { events: other } : {}),
    });
    const ticket = await openPage(gateway, canaryHost);
    const misrouted = { remote: 'mf-tasks', version: 'v2', event: 'contract-failed', ticket };
    for (let repetition = 0; repetition < 3; repetition += 1)
      expect((await send(misrouted, { to: second })).status).toBe(204);
    await pollUntil(async () => (await countEvents('v2', 'contract-failed')) === 1 || undefined, {
      describe: 'the gateway that issued the ticket counts the report once',
    });
    expect(await countEvents('v2', 'contract-failed', second)).toBe(0);
    await Promise.all([reportMany('v2', 8, 4), reportMany('v2', 8, 4, { to: second })]);
    await untilEnded();
    const history = (await readRelease())?.history ?? [];
    expect(history.filter(({ action }) => action === 'end-canary')).toHaveLength(1);
    await second.close();
    await Promise.all(connections.map(({ close }) => close()));
    await nats.stop();
  });
});
