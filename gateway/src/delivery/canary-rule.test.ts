import { describe, expect, it } from 'vitest';
import { findReasonToEnd } from './canary-rule';
import { createReportCounts } from './report-counts';
import { createReportTickets } from './report-tickets';
import { createSourceCounts } from './source-counts';

const counts = (loads: number, failures: number) => ({ loads, failures });
const oneAddress = () => ({ sources: 1, withoutWorst: counts(0, 0) });

describe('findReasonToEnd', () => {
  it.each([
    ['fewer than 20 loads', counts(19, 19), counts(0, 0)],
    ['5 % failures', counts(100, 5), counts(0, 0)],
    ['three times the share of the stable version', counts(100, 30), counts(100, 10)],
    ['no failures', counts(1_000, 0), counts(1_000, 500)],
  ])('lets a canary continue with %s', (_name, canary, stable) => {
    expect(findReasonToEnd(canary, stable, oneAddress)).toBeUndefined();
  });

  it.each([
    ['20 loads', counts(20, 2), counts(0, 0)],
    ['more than 5 % failures', counts(100, 6), counts(100, 1)],
    ['more than three times the share of the stable version', counts(100, 31), counts(100, 10)],
  ])('ends a canary with %s', (_name, canary, stable) => {
    expect(findReasonToEnd(canary, stable, oneAddress)).toContain(
      `${canary.failures} of ${canary.loads} loads failed within ten minutes, reported from 1 address`,
    );
  });

  it('lets a canary continue if only one address fails and the others have 20 loads', () => {
    const others = (withoutWorst: ReturnType<typeof counts>) => () => ({ sources: 9, withoutWorst });
    expect(findReasonToEnd(counts(80, 60), counts(0, 0), others(counts(20, 0)))).toBeUndefined();
    expect(findReasonToEnd(counts(80, 60), counts(0, 0), others(counts(20, 2)))).toContain('9 addresses');
    expect(findReasonToEnd(counts(79, 60), counts(0, 0), others(counts(19, 0)))).toContain('9 addresses');
  });
});

describe('createReportCounts', () => {
  it('sums periods and forgets after an hour', () => {
    let now = 1_000_000_000_000;
    const reports = createReportCounts(() => now);
    reports.add('mf-tasks', 'v1', counts(2, 1));
    now += 600_000;
    reports.add('mf-tasks', 'v1', counts(3, 0));
    expect(reports.sum('mf-tasks', 'v1', now - 600_000)).toEqual(counts(5, 1));
    expect(reports.sum('mf-tasks', 'v1', now - 590_000)).toEqual(counts(3, 0));
    expect(reports.sum('mf-tasks', 'v1', 0, now)).toEqual(counts(2, 1));
    expect(reports.sum('mf-tasks', 'v2', 0)).toEqual(counts(0, 0));
    expect(reports.sum('mf-tasks', undefined, 0)).toEqual(counts(0, 0));
    now += 3_550_000;
    reports.add('mf-tasks', 'v1', counts(1, 0));
    expect(reports.sum('mf-tasks', 'v1', 0)).toEqual(counts(4, 0));
    reports.forget('mf-tasks', 'v1');
    expect(reports.sum('mf-tasks', 'v1', 0)).toEqual(counts(0, 0));
  });
});

describe('createSourceCounts', () => {
  it('leaves out the address with the most failures, and forgets after ten minutes', () => {
    let now = 1_000_000_000_000;
    const sources = createSourceCounts(() => now);
    sources.add('mf-tasks', 'v1', 'a', counts(5, 4));
    sources.add('mf-tasks', 'v1', 'b', counts(3, 2));
    now += 300_000;
    sources.add('mf-tasks', 'v1', 'b', counts(3, 3));
    expect(sources.sum('mf-tasks', 'v1', 0)).toEqual({ sources: 2, withoutWorst: counts(5, 4) });
    expect(sources.sum('mf-tasks', 'v1', now)).toEqual({ sources: 1, withoutWorst: counts(0, 0) });
    now += 310_000;
    sources.add('mf-tasks', 'v1', 'c', counts(1, 0));
    expect(sources.sum('mf-tasks', 'v1', 0)).toEqual({ sources: 2, withoutWorst: counts(1, 0) });
    sources.forget('mf-tasks', 'v1');
    expect(sources.sum('mf-tasks', 'v1', 0)).toEqual({ sources: 0, withoutWorst: counts(0, 0) });
  });

  it('counts the addresses beyond 500 in ten seconds as one', () => {
    const sources = createSourceCounts(() => 1_000_000_000_000);
    for (let address = 0; address < 600; address += 1)
      sources.add('mf-tasks', 'v1', `${address}`, counts(1, 0));
    expect(sources.sum('mf-tasks', 'v1', 0).sources).toBe(501);
  });
});

describe('createReportTickets', () => {
  const report = { remote: 'mf-tasks', version: 'v1', event: 'loaded' } as const;
  const failure = { ...report, event: 'render-failed' } as const;

  it('counts one load and one failure of each version per ticket', () => {
    const tickets = createReportTickets();
    const ticket = tickets.issue('203.0.113.9');
    const redeem = (sent: typeof report | typeof failure) => tickets.redeem({ ...sent, ticket })?.counts;
    expect(redeem(report)).toEqual(counts(1, 0));
    expect(redeem(report)).toBeUndefined();
    expect(redeem(failure)).toEqual(counts(0, 1));
    expect(redeem(failure)).toBeUndefined();
    expect(tickets.redeem({ ...failure, version: 'v2', ticket })?.counts).toEqual(counts(1, 1));
  });

  it('names the same source for an address in every gateway, which is not the address', () => {
    const [one, other] = [createReportTickets(), createReportTickets()];
    const redeem = (tickets: typeof one, address: string) =>
      tickets.redeem({ ...report, ticket: tickets.issue(address) })?.source;
    const source = redeem(one, '203.0.113.9');
    expect(source).toBe(redeem(other, '203.0.113.9'));
    expect(source).not.toBe(redeem(one, '203.0.113.10'));
    expect(source).not.toContain('203');
  });

  it('refuses a ticket that is missing, forged, changed, foreign or older than an hour', () => {
    let now = 1_000_000_000_000;
    const tickets = createReportTickets(() => now);
    const ticket = tickets.issue('203.0.113.9');
    const [gateway, at, id, source, mac] = ticket.split('.');
    const foreign = createReportTickets().issue('203.0.113.9');
    const refused = [
      undefined,
      '',
      'x'.repeat(200),
      foreign,
      [gateway, at, id, source, 'A'.repeat(43)].join('.'),
      [gateway, at, 'A'.repeat(16), source, mac].join('.'),
      [gateway, at, id, 'A'.repeat(16), mac].join('.'),
      [gateway, Number(at) + 1, id, source, mac].join('.'),
    ];
    for (const text of refused) expect(tickets.redeem({ ...report, ticket: text })).toBeUndefined();
    expect(tickets.isForeign(foreign)).toBe(true);
    expect(tickets.isForeign(ticket)).toBe(false);
    expect(tickets.isForeign('x')).toBe(false);
    now += 3_600_001;
    expect(tickets.redeem({ ...report, ticket })).toBeUndefined();
  });

  it('limits the versions that one ticket can report', () => {
    const tickets = createReportTickets();
    const ticket = tickets.issue('203.0.113.9');
    const redeemed = Array.from({ length: 30 }, (_, index) =>
      tickets.redeem({ ...report, version: `v${index}`, ticket }),
    );
    expect(redeemed.filter(Boolean)).toHaveLength(20);
  });
});
