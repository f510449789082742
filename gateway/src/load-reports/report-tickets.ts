import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { type DeliveryReport, type RemoteRegistry, shellId } from '@obieg/contracts';
import { toLimitKey } from '@obieg/service-kit';
import { LRUCache } from 'lru-cache';
import type { CountedLoad } from './load-counts';

/** A page that is open longer has reported its start. */
const validMs = 3_600_000;
/** Bounds the memory for used tickets: about 200 bytes each. */
const usedMax = 100_000;
/** Sets of versions that pages of an hour got: one per combination of canaries and release. */
const versionSetsMax = 1_000;
/** A customer can have this IPv6 network. A smaller one would give a single attacker many votes about a canary. */
const sourcePrefixBits = 48;

const ticketPattern =
  /^([\w-]{36})\.(\d{13})\.([\w-]{16})\.([\w-]{16})\.([a-z0-9]{0,20})\.([\w-]{16})\.([\w-]{43})$/;

export interface TicketedPage {
  /** Client that gets the page. */
  address: string;
  /** Code name; undefined on the main domain. */
  organization: string | undefined;
  registry: RemoteRegistry;
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16);

const listVersions = ({ shell, remotes }: RemoteRegistry): string[] => [
  ...(shell === undefined ? [] : [`${shellId}/${shell}`]),
  ...remotes.map(({ id, version }) => `${id}/${version}`),
];

/**
 * Issues a ticket with each page and counts the reports that carry it: one load and one failure of each version that
 * the page got. The key and the used tickets belong to this gateway, so that only the gateway that delivered a page
 * counts its reports.
 */
export const createReportTickets = () => {
  const gateway = randomUUID();
  const key = randomBytes(32);
  /** What each ticket has added. */
  const used = new LRUCache<string, Set<string>>({ max: usedMax });
  /** Versions of a page by their digest, which keeps tickets short. */
  const versionSets = new LRUCache<string, ReadonlySet<string>>({ max: versionSetsMax });
  const sign = (content: string): string => createHmac('sha256', key).update(content).digest('base64url');

  const verify = (ticket: string) => {
    const [, issuer, at = '', id = '', source = '', organization = '', versions = '', mac = ''] =
      ticketPattern.exec(ticket) ?? [];
    if (issuer !== gateway || Date.now() - Number(at) > validMs) return undefined;
    const expected = sign([at, id, source, organization, versions].join('.'));
    if (!timingSafeEqual(Buffer.from(mac), Buffer.from(expected))) return undefined;
    return { id, source, organization, at: Number(at), versions: versionSets.get(versions) };
  };

  return {
    issue: ({ address, organization = '', registry }: TicketedPage): string => {
      const versions = listVersions(registry);
      const digest = digestOf(versions.join());
      if (!versionSets.has(digest)) versionSets.set(digest, new Set(versions));
      // The same for all gateways, so that an address has one source.
      const source = digestOf(toLimitKey(address, sourcePrefixBits));
      const id = randomBytes(12).toString('base64url');
      const content = [Date.now(), id, source, organization, digest].join('.');
      return `${gateway}.${content}.${sign(content)}`;
    },
    /** Whether another gateway issued the ticket. */
    isForeign: (ticket: string): boolean => {
      const issuer = ticketPattern.exec(ticket)?.[1];
      return issuer !== undefined && issuer !== gateway;
    },
    /**
     * @param organization at whose address the report arrived
     * @returns what the report adds; undefined if the ticket is not valid for it or was used for this
     */
    redeem: (
      { remote, version, event, ticket = '' }: DeliveryReport,
      organization = '',
    ): CountedLoad | undefined => {
      const page = verify(ticket);
      const name = `${remote}/${version}`;
      if (page?.organization !== organization || !page.versions?.has(name)) return undefined;
      const added = used.get(page.id) ?? new Set<string>();
      used.set(page.id, added);
      const addOnce = (what: string): number => {
        if (added.has(what)) return 0;
        added.add(what);
        return 1;
      };
      const loads = addOnce(`load of ${name}`);
      const failures = event === 'loaded' ? 0 : addOnce(`failure of ${name}`);
      if (loads + failures === 0) return undefined;
      return { remote, version, source: page.source, at: page.at, loads, failures };
    },
  };
};
