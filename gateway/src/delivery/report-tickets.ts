import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { DeliveryReport } from '@obieg/contracts';
import { LRUCache } from 'lru-cache';
import type { LoadCounts } from './report-counts';

/** A page that is open longer has reported its start. */
const validMs = 3_600_000;
/** Bounds the memory for used tickets: about 200 bytes each. */
const usedMax = 100_000;
const versionsPerTicketMax = 20;

const ticketPattern = /^([\w-]{36})\.(\d{13})\.([\w-]{16})\.([\w-]{16})\.([\w-]{43})$/;

interface RedeemedTicket {
  /** Stands for the client's address, also for other gateways. */
  source: string;
  counts: LoadCounts;
}

/** Same for all gateways, so that an address has one source. */
const toSource = (address: string): string =>
  createHash('sha256').update(address).digest('base64url').slice(0, 16);

/**
 * Issues a ticket with each page and counts the reports that carry it: one load and one failure per version. The key
 * and the used tickets belong to this gateway, so that only the gateway that delivered a page counts its reports.
 */
export const createReportTickets = (now = Date.now) => {
  const gateway = randomUUID();
  const key = randomBytes(32);
  /** What each ticket has added, by remote and version. */
  const used = new LRUCache<string, Map<string, LoadCounts>>({ max: usedMax });
  const sign = (content: string): string => createHmac('sha256', key).update(content).digest('base64url');

  const verify = (ticket: string): { id: string; source: string } | undefined => {
    const [, issuer, issuedAt = '', id = '', source = '', mac = ''] = ticketPattern.exec(ticket) ?? [];
    if (issuer !== gateway || now() - Number(issuedAt) > validMs) return undefined;
    const expected = sign(`${issuedAt}.${id}.${source}`);
    return timingSafeEqual(Buffer.from(mac), Buffer.from(expected)) ? { id, source } : undefined;
  };

  return {
    /** @param address the key of the client's rate limits */
    issue: (address: string): string => {
      const content = `${now()}.${randomBytes(12).toString('base64url')}.${toSource(address)}`;
      return `${gateway}.${content}.${sign(content)}`;
    },
    /** Whether another gateway issued the ticket. */
    isForeign: (ticket: string): boolean => {
      const issuer = ticketPattern.exec(ticket)?.[1];
      return issuer !== undefined && issuer !== gateway;
    },
    /** @returns what the report adds; undefined if the ticket is not valid or was used for this */
    redeem: ({ remote, version, event, ticket = '' }: DeliveryReport): RedeemedTicket | undefined => {
      const verified = verify(ticket);
      if (!verified) return undefined;
      const { id, source } = verified;
      const counted = used.get(id) ?? new Map<string, LoadCounts>();
      used.set(id, counted);
      const name = `${remote}/${version}`;
      const before = counted.get(name) ?? { loads: 0, failures: 0 };
      const after = { loads: 1, failures: event === 'loaded' ? before.failures : 1 };
      if (!counted.has(name) && counted.size >= versionsPerTicketMax) return undefined;
      counted.set(name, after);
      const counts = { loads: after.loads - before.loads, failures: after.failures - before.failures };
      return counts.loads + counts.failures > 0 ? { source, counts } : undefined;
    },
  };
};
export type ReportTickets = ReturnType<typeof createReportTickets>;
