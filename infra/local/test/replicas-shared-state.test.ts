import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuthResponse, CreateTaskResponse, TaskListResponse, UserSummary } from '@obieg/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Obieg, startObieg } from '../src/obieg';
import { requestSite, type SiteRequest, type SiteResponse } from '../src/site-client';
import { openLivePage } from './live-page';
import { until } from './processes';
import { openSite, type ProductSite } from './product-site';

let dataDir: string;
let obieg: Obieg;
let site: ProductSite;
/** Addresses of the organization at each gateway, without the load balancer. */
let gateways: [string, string];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'obieg-replicas-shared-state-'));
  obieg = await startObieg({
    dataDir,
    ports: 'any',
    demo: false,
    replicas: 2,
    env: { LOG_LEVEL: 'warn', SUPER_ADMIN_PASSWORD: 'obieg-demo' },
  });
  site = await openSite(obieg, 'Wspólna', 'wspolna');
  const [first, second] = obieg.instancePorts.gateway.map(
    (port) => `http://wspolna.${obieg.baseDomain}:${port}`,
  );
  gateways = [first ?? '', second ?? ''];
});
afterAll(async () => {
  await obieg?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const send = (
  gateway: string,
  method: string,
  path: string,
  request: SiteRequest = {},
): Promise<SiteResponse> => requestSite(method, `${gateway}/api${path}`, request);

/** Each test is a client of its own, because clients are counted by address. */
const fromClient = (address: string) => ({ headers: { 'x-forwarded-for': address } });

/** Calls the gateways in turn. @returns the status of each call */
const alternate = async (count: number, call: (gateway: string) => Promise<SiteResponse>) => {
  const statuses: number[] = [];
  for (let turn = 0; turn < count; turn += 1)
    statuses.push((await call(gateways[turn % 2 === 0 ? 0 : 1])).status);
  return statuses;
};

const signIn = async (email: string): Promise<string> => {
  const { body, status, text } = await send(gateways[0], 'POST', '/auth/signin', {
    body: { email, password: 'obieg-demo' },
  });
  if (status !== 200) throw new Error(`${email} cannot sign in: ${status} ${text}`);
  return (body as AuthResponse).token;
};

describe('two gateways', () => {
  it('count the failed sign-ins of an account together', async () => {
    const attempt = (gateway: string) =>
      send(gateway, 'POST', '/auth/signin', {
        body: { email: 'super@obieg.test', password: 'a wrong password' },
        ...fromClient('203.0.113.1'),
      });
    expect(await alternate(10, attempt)).toEqual(Array(10).fill(401));
    expect(await alternate(2, attempt)).toEqual([429, 429]);
  });

  it('count the codes that are sent to an address together', async () => {
    let client = 10;
    const sendCode = (gateway: string) => {
      client += 1;
      return send(gateway, 'POST', '/email-verification/send-code', {
        body: { email: 'kody@poczta.test' },
        ...fromClient(`203.0.113.${client}`),
      });
    };
    expect(await alternate(3, sendCode)).toEqual([200, 429, 429]);
  });

  it('count the invitations of a person together', async () => {
    const body = { email: 'zapraszana@poczta.test', username: 'zapraszana', roles: ['MEMBER'] };
    const invite = (gateway: string) =>
      send(gateway, 'POST', '/admin/invite-user', { token: site.token, body });
    expect(await alternate(5, invite)).toEqual(Array(5).fill(200));
    expect(await alternate(2, invite)).toEqual([429, 429]);
  });

  it('count a load that a page reports once, whichever receives the report', async () => {
    const { body } = await requestSite('GET', `${gateways[0]}/remotes.json`);
    const [remote] = (body as { remotes: { id: string; version: string }[] }).remotes;
    const reportRepeatedly = async (): Promise<void> => {
      const { text } = await requestSite('GET', gateways[0], { headers: { accept: 'text/html' } });
      const ticket = /<meta name="report-ticket" content="([^"]+)"/.exec(text)?.[1];
      expect(ticket).toBeDefined();
      const report = { remote: remote?.id, version: remote?.version, event: 'loaded', ticket };
      const statuses = await alternate(6, (gateway) =>
        send(gateway, 'POST', '/delivery/reports', { body: report }),
      );
      expect(statuses).toEqual(Array(6).fill(204));
    };
    const countLoads = async (): Promise<number> => {
      let sum = 0;
      for (const gateway of gateways)
        for (const [, count] of (await requestSite('GET', `${gateway}/metrics`)).text.matchAll(
          /^obieg_remote_events_total\{.*event="loaded".*\} (\d+)$/gm,
        ))
          sum += Number(count);
      return sum;
    };
    for (const pages of [1, 2]) {
      await reportRepeatedly();
      await until(`${pages} loads are counted`, async () => (await countLoads()) === pages);
    }
  });

  it('count ordinary calls separately', async () => {
    const check = (gateway: string) =>
      send(gateway, 'POST', '/auth/check-login-methods', {
        body: { email: 'ktos@poczta.test' },
        ...fromClient('203.0.113.4'),
      });
    expect(await alternate(60, check)).toEqual(Array(60).fill(200));
    expect(await alternate(2, check)).toEqual([429, 429]);
  });
});

describe('an open page', () => {
  it('hears from one gateway of a change through the other', async () => {
    const [first, second] = gateways;
    const listTitles = async (): Promise<string[]> => {
      const { body } = await send(first, 'GET', '/tasks?limit=50', { token: site.token });
      return (body as TaskListResponse).tasks.map(({ title }) => title);
    };
    const page = openLivePage({
      site: { ...site, address: first },
      path: '/tasks/live',
      load: listTitles,
    });
    try {
      await until('the page follows its stream', () => page.streams() === 1);
      // Both processes of svc-tasks get one of the calls.
      for (const title of ['Przez drugą bramę', 'I jeszcze raz']) {
        const { status, body } = await send(second, 'POST', '/tasks', { token: site.token, body: { title } });
        expect([status, (body as CreateTaskResponse).publicTaskId]).toEqual([201, expect.any(Number)]);
        await page.untilShows(`the list shows ${title}`, (titles) => titles.includes(title));
      }
      expect(page.streams()).toBe(1);
    } finally {
      await page.close();
    }
  });
});

/** A call to each service. Two of each reach both processes. */
const ownPaths = ['/auth/me', '/workflow-status', '/tasks?limit=1'].flatMap((path) => [path, path]);
const readStatuses = async (token: string): Promise<number[]> => {
  const statuses: number[] = [];
  for (const gateway of gateways)
    for (const path of ownPaths) statuses.push((await send(gateway, 'GET', path, { token })).status);
  return statuses;
};
const revokedWithinMs = 5_000;
const untilRefused = async (token: string): Promise<void> => {
  await until(
    'every process refuses the token',
    async () => (await readStatuses(token)).every((status) => status === 401),
    revokedWithinMs,
  );
  // No process accepts it again.
  expect(await readStatuses(token)).toEqual(Array(12).fill(401));
};

describe('an ended session', () => {
  it('is refused by both gateways and every process after sign-out through one of them', async () => {
    const token = await signIn('super@obieg.test');
    expect(await readStatuses(token)).toEqual(Array(12).fill(200));
    expect((await send(gateways[0], 'POST', '/auth/sign-out', { token })).status).toBeLessThan(300);
    await untilRefused(token);
    expect(await readStatuses(site.token)).toEqual(Array(12).fill(200));
  });

  it('is refused everywhere after the user is removed through one gateway', async () => {
    const body = { email: 'usuwany@poczta.test', username: 'usuwany', roles: ['OPERATOR'] };
    const invited = await send(gateways[1], 'POST', '/admin/invite-user', { token: site.token, body });
    expect(invited.status).toBe(200);
    const token = await acceptInvitation(body.email);
    await until('every process knows the member', async () =>
      (await readStatuses(token)).every((status) => status === 200),
    );
    const people = await site.call<UserSummary[]>('GET', '/organizations/users');
    const { id } = people.find(({ username }) => username === body.username) ?? { id: 0 };
    expect((await send(gateways[1], 'DELETE', `/users/${id}`, { token: site.token })).status).toBe(204);
    await untilRefused(token);
  });
});

/** Sets a password with the token of the mailed invitation. @returns the token of the new session */
const acceptInvitation = async (email: string): Promise<string> => {
  const readInvitation = async (): Promise<string | undefined> => {
    const list = await fetch(`${obieg.mail?.httpUrl}/api/v1/messages`);
    const { messages } = (await list.json()) as { messages: { ID: string; To: { Address: string }[] }[] };
    const found = messages.find(({ To }) => To[0]?.Address === email);
    if (!found) return undefined;
    const mail = await fetch(`${obieg.mail?.httpUrl}/api/v1/message/${found.ID}`);
    return /token=([\w-]+)/.exec(((await mail.json()) as { Text: string }).Text)?.[1];
  };
  let invitation: string | undefined;
  await until('the invitation is mailed', async () => {
    invitation = await readInvitation();
    return invitation !== undefined;
  });
  const { status, body, text } = await send(gateways[0], 'POST', '/auth/set-password', {
    body: { token: invitation, password: 'obieg-demo' },
  });
  if (status !== 200) throw new Error(`The invitation is not accepted: ${status} ${text}`);
  return (body as AuthResponse).token;
};
