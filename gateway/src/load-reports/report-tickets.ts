import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { type DeliveryReport, type RemoteRegistry, shellId } from '@obieg/contracts';
import { toLimitKey } from '@obieg/service-kit';
import { LRUCache } from 'lru-cache';
import type { CountedLoad } from './load-counts';

/** A page that is open longer has reported its start. */
const validMs = 3_600_000;
/** Bounds the memory: about 700 bytes each. Pages report within seconds, long before they are forgotten. */
const pagesMax = 20_000;
/** A customer can have this IPv6 network. A smaller one would give a single attacker many votes about a canary. */
const sourcePrefixBits = 48;

const sourceBytes = 12;

const ticketPattern = /^([\w-]{36})\.([\w-]{32})$/;

export interface TicketedPage {
  /** Client that gets the page. */
  address: string;
  /** Code name; undefined on the main domain. */
  organization: string | undefined;
  registry: RemoteRegistry;
}

interface OpenPage extends Pick<CountedLoad, 'source' | 'at'> {
  organization: string | undefined;
  /** As one text, because there are many pages. */
  versions: string;
  /** What the page has reported. */
  counted: readonly string[];
}

/** The same in all gateways, so that an address has one source. */
const sourceOf = (address: string): string =>
  createHash('sha256')
    .update(toLimitKey(address, sourcePrefixBits))
    .digest()
    .toString('base64url', 0, sourceBytes);

const listVersions = ({ shell, remotes }: RemoteRegistry): string =>
  [...(shell === undefined ? [] : [{ id: shellId, version: shell }]), ...remotes]
    .map(({ id, version }) => `${id}/${version}`)
    .join();

/**
 * Issues a ticket with each page and counts the reports that carry it: one load and one failure of each version that
 * the page got. A ticket is a random id; only the gateway that delivered the page knows it and counts its reports.
 */
export const createReportTickets = () => {
  const gateway = randomUUID();
  const pages = new LRUCache<string, OpenPage>({ max: pagesMax });

  return {
    issue: ({ address, organization, registry }: TicketedPage): string => {
      const ticket = `${gateway}.${randomBytes(24).toString('base64url')}`;
      pages.set(ticket, {
        source: sourceOf(address),
        organization,
        versions: listVersions(registry),
        at: Date.now(),
        counted: [],
      });
      return ticket;
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
      organization: string | undefined,
    ): CountedLoad | undefined => {
      const page = pages.get(ticket);
      const name = `${remote}/${version}`;
      if (!page || page.organization !== organization || Date.now() - page.at > validMs) return undefined;
      if (!page.versions.split(',').includes(name)) return undefined;
      const countOnce = (what: string): number => {
        if (page.counted.includes(what)) return 0;
        page.counted = [...page.counted, what];
        return 1;
      };
      const loads = countOnce(`load of ${name}`);
      const failures = event === 'loaded' ? 0 : countOnce(`failure of ${name}`);
      if (loads + failures === 0) return undefined;
      return { remote, version, source: page.source, at: page.at, loads, failures };
    },
  };
};
