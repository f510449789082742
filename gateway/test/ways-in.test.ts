import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from './gateway';
import { release, shell, tasks } from './releases';

/** Limit of each way in for an address. */
const max = 8;

const limits = [
  'PAGES',
  'FILES',
  'ANONYMOUS_READS',
  'ANONYMOUS_SUBMISSIONS',
  'WRITES',
  'UPLOADS',
  'LOGIN_CHECKS',
  'REPORTS',
  'DELIVERY_REPORTS',
];

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({
    environment: {
      TRUSTED_PROXIES: '127.0.0.1',
      RATE_LIMIT_ORGANIZATION_FACTOR: '2',
      // Addresses share this one.
      RATE_LIMIT_CALENDAR_FEEDS: '1000',
      ...Object.fromEntries(limits.map((name) => [`RATE_LIMIT_${name}`, `${max}`])),
    },
  });
  await release(gateway, shell('s1'));
  await release(gateway, tasks('v1'));
});
afterAll(() => gateway.close());

interface Request {
  host?: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}
const html = { accept: 'text/html' };

/** Each way in has its own organization and addresses, because some share a limit. */
let wayCount = 0;

const report = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };

/** Every way in for a visitor. */
const waysIn: [name: string, path: string, request: Request][] = [
  ['a page of an unknown organization', '/login', { headers: html }],
  ['the page of an organization', '/login', { headers: html, host: 'acme.obieg.localhost' }],
  ['a file of the root', '/robots.txt', {}],
  ['a file of a remote', '/remotes/mf-tasks/v1/remoteEntry.js', {}],
  ['a missing file', '/missing.js', {}],
  ['a path without a page', '/login', {}],
  ['a write outside of the API', '/login', { method: 'POST' }],
  ['the registry', '/remotes.json', {}],
  ['health', '/healthz', {}],
  ['readiness', '/readyz', {}],
  ['metrics', '/metrics', {}],
  ['health of the services', '/api/health', {}],
  ['the API page', '/api/docs', {}],
  ['the API description', '/api/docs/openapi.json', {}],
  ['a call', '/api/workflow-parameters/public', {}],
  ['a calendar feed', `/api/calendar/${'k'.repeat(43)}.ics`, {}],
  ['an event stream', '/api/notifications/live', {}],
  ['an unknown call', '/api/unknown', {}],
  ['a call of the gateway', '/api/delivery/remotes', {}],
  ['the exchange of a hand-over', '/api/auth/exchange', { method: 'POST' }],
  ['a submission', '/api/tasks', { method: 'POST' }],
  ['an upload', '/api/tasks/123456789012/attachments', { method: 'POST' }],
  ['a login check', '/api/auth/check-login-methods', { method: 'POST' }],
  ['a report of a load', '/api/delivery/reports', report],
  ['a report of the content policy', '/api/csp-reports', report],
];

describe('every way in', () => {
  it.each(waysIn)('%s is limited per address and per organization', async (_name, path, request) => {
    const { method = 'GET', headers: sent, body } = request;
    wayCount += 1;
    const network = `2001:db8:${wayCount}`;
    const countAccepted = async (
      address: string,
      host = request.host ?? `way${wayCount}.obieg.localhost`,
    ): Promise<number> => {
      let accepted = 0;
      for (let call = 0; call <= max; call += 1) {
        const { status, headers } = await gateway.request(method, path, {
          host,
          ...(body === undefined ? {} : { body }),
          headers: { 'x-forwarded-for': address, ...sent },
        });
        expect(status === 429).toBe(headers['retry-after'] !== undefined && status !== 503);
        if (status !== 429) accepted += 1;
      }
      return accepted;
    };
    expect(await countAccepted(`${network}:1::1`)).toBe(max);
    expect(await countAccepted(`${network}:2::1`)).toBe(max);
    // Now the organization is above its limit, and each network keeps a quarter of the limit of an address.
    expect(await countAccepted(`${network}:3::1`)).toBe(max / 4);
    expect(await countAccepted(`${network}:4::1`)).toBe(0);
    expect(await countAccepted(`203.0.113.${wayCount}`)).toBe(max / 4);
    expect(await countAccepted(`198.51.100.${wayCount}`, `other${wayCount}.obieg.localhost`)).toBe(max);
  });
});
