import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createReportTickets } from './report-tickets';

const counts = (loads: number, failures: number) => ({ loads, failures });
const registry = (version: string) => ({
  shell: 's1',
  remotes: [{ id: 'mf-tasks', version }] as never,
});
const page = { address: '203.0.113.9', organization: 'acme', registry: registry('v1') };
const report = { remote: 'mf-tasks', version: 'v1', event: 'loaded' } as const;
const failure = { ...report, event: 'render-failed' } as const;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

describe('createReportTickets', () => {
  it('counts one load and one failure of each version of the page per ticket', () => {
    const tickets = createReportTickets();
    const ticket = tickets.issue(page);
    const redeem = (sent: typeof report | typeof failure) => tickets.redeem({ ...sent, ticket }, 'acme');
    expect(redeem(report)).toMatchObject(counts(1, 0));
    expect(redeem(report)).toBeUndefined();
    expect(redeem(failure)).toMatchObject(counts(0, 1));
    expect(redeem(failure)).toBeUndefined();
    // A retry of the start takes no failure back.
    expect(redeem(report)).toBeUndefined();
    expect(tickets.redeem({ ...failure, remote: 'shell', version: 's1', ticket }, 'acme')).toMatchObject(
      counts(1, 1),
    );
  });

  it('counts nothing for a version that the page did not get', () => {
    const tickets = createReportTickets();
    const ticket = tickets.issue(page);
    tickets.issue({ ...page, organization: 'globex', registry: registry('v2') });
    expect(tickets.redeem({ ...failure, version: 'v2', ticket }, 'acme')).toBeUndefined();
    expect(tickets.redeem({ ...failure, ticket }, 'acme')).toBeDefined();
  });

  it('counts nothing at the address of another organization', () => {
    const tickets = createReportTickets();
    const ticket = tickets.issue(page);
    const mainTicket = tickets.issue({ ...page, organization: undefined });
    for (const organization of ['globex', undefined])
      expect(tickets.redeem({ ...report, ticket }, organization)).toBeUndefined();
    expect(tickets.redeem({ ...report, ticket: mainTicket }, 'acme')).toBeUndefined();
    expect(tickets.redeem({ ...report, ticket: mainTicket }, undefined)).toBeDefined();
  });

  it('names the time of the page', () => {
    const tickets = createReportTickets();
    const ticket = tickets.issue(page);
    const servedAt = Date.now();
    vi.advanceTimersByTime(60_000);
    expect(tickets.redeem({ ...report, ticket }, 'acme')?.at).toBe(servedAt);
  });

  it('names the same source for an address in every gateway, which is not the address', () => {
    const [one, other] = [createReportTickets(), createReportTickets()];
    const redeem = (tickets: typeof one, address: string) =>
      tickets.redeem({ ...report, ticket: tickets.issue({ ...page, address }) }, 'acme')?.source;
    const source = redeem(one, '203.0.113.9');
    expect(source).toBe(redeem(other, '203.0.113.9'));
    expect(source).not.toBe(redeem(one, '203.0.113.10'));
    expect(source).not.toContain('203');
    expect(redeem(one, '2001:db8:1:2::3')).toBe(redeem(one, '2001:db8:1:4::5'));
    expect(redeem(one, '2001:db8:1:2::3')).not.toBe(redeem(one, '2001:db8:2:2::3'));
  });

  it('refuses a ticket that is missing, forged, changed, foreign or older than an hour', () => {
    const tickets = createReportTickets();
    const ticket = tickets.issue(page);
    const foreign = createReportTickets().issue(page);
    const [issuer = '', id = ''] = ticket.split('.');
    const refused = [
      undefined,
      '',
      'x'.repeat(200),
      foreign,
      `${issuer}.${'A'.repeat(id.length)}`,
      `${issuer}.${id}A`,
      id,
    ];
    for (const text of refused) expect(tickets.redeem({ ...report, ticket: text }, 'acme')).toBeUndefined();
    expect(tickets.isForeign(foreign)).toBe(true);
    expect(tickets.isForeign(ticket)).toBe(false);
    expect(tickets.isForeign('x')).toBe(false);
    vi.advanceTimersByTime(3_600_001);
    expect(tickets.redeem({ ...report, ticket }, 'acme')).toBeUndefined();
  });
});
