import { setTimeout as wait } from 'node:timers/promises';
import {
  type OrganizationReference,
  organizationReferenceSchema,
  organizationReferencesSchema,
  presentCodeNameSchema,
} from '@obieg/contracts';
import { fetchJsonFrom, type Logger, type Origins, problem, requestJsonFrom } from '@obieg/service-kit';
import { LRUCache } from 'lru-cache';
import { createFormerCodeNames } from './former-code-names';

export interface OrganizationDirectory {
  /**
   * Finds an organization by code name; undefined if there is none. @throws 503 if svc-identity is unavailable and no
   * entry is cached
   */
  find(code: string): Promise<OrganizationReference | undefined>;
  /** Finds the present code name of an organization that had this one. Call it only if `find` finds nothing. */
  findPresentCodeName(code: string): Promise<string | undefined>;
  /** Stores organizations in advance, for a later outage of svc-identity. */
  preload(organizations: readonly OrganizationReference[]): void;
  /** Invalidates entries after an event about an organization. */
  invalidate(organization: { id: number; codeName: string }): void;
}

interface DirectoryOptions {
  /** Looks the code name up in svc-identity. Rejects if it does not respond. */
  lookUp(code: string): Promise<OrganizationReference | undefined>;
  /** Looks a former code name up in svc-identity. Rejects if it does not respond. */
  lookUpFormer(code: string): Promise<string | undefined>;
  log: Logger;
}

/** Time after which a known organization is looked up again. Events invalidate earlier. */
const cacheMs = 30_000;
/** Time for which an unknown code name is cached. Short, because members open a new organization at once. */
const missingMs = 5_000;
/** After a failed lookup, the stale entry is used for this time without another lookup. */
const retryMs = 1_000;
/**
 * Maximum wait for a lookup if a stale entry exists. A healthy svc-identity responds much faster, a hanging one does
 * not respond at all.
 */
const lookUpWaitMs = 100;
const maxKnown = 10_000;
/** Separate limit, so that guessed code names cannot evict known organizations. */
const maxMissing = 2_000;

interface CachedOrganization {
  organization: OrganizationReference;
  expiresAt: number;
  /** Whether an event arrived since the last lookup. */
  isInvalidated: boolean;
}

/** Caches organizations by code name. Serves stale entries while svc-identity is unavailable. */
export const createOrganizationDirectory = ({
  lookUp,
  lookUpFormer,
  log,
}: DirectoryOptions): OrganizationDirectory => {
  const known = new LRUCache<string, CachedOrganization>({ max: maxKnown });
  const missing = new LRUCache<string, number>({ max: maxMissing });
  const former = createFormerCodeNames({ lookUp: lookUpFormer, log });
  const running = new Map<string, Promise<OrganizationReference | undefined>>();
  /** Incremented by each event, so that a lookup started before an event is not cached. */
  let generation = 0;

  const fetchOrganization = async (code: string): Promise<OrganizationReference | undefined> => {
    const startedIn = generation;
    const organization = await lookUp(code);
    if (startedIn !== generation) return organization;
    if (organization) {
      missing.delete(code);
      known.set(code, { organization, expiresAt: Date.now() + cacheMs, isInvalidated: false });
    } else {
      known.delete(code);
      missing.set(code, Date.now() + missingMs);
    }
    return organization;
  };
  const fetchOnce = (code: string): Promise<OrganizationReference | undefined> => {
    const current = running.get(code);
    if (current) return current;
    const started = fetchOrganization(code).finally(() => running.delete(code));
    running.set(code, started);
    return started;
  };

  const fetchOrUseStale = async (
    code: string,
    cached: CachedOrganization | undefined,
  ): Promise<OrganizationReference | undefined> => {
    try {
      return await fetchOnce(code);
    } catch (error) {
      log.warn(
        { err: error, codeName: code, isStale: cached !== undefined },
        'cannot look up an organization',
      );
      if (!cached) throw problem.partUnavailable('identity', error);
      cached.isInvalidated = false;
      cached.expiresAt = Date.now() + retryMs;
      return cached.organization;
    }
  };

  return {
    find: async (code) => {
      const cached = known.get(code);
      if (cached && cached.expiresAt > Date.now()) return cached.organization;
      if (!cached && (missing.get(code) ?? 0) > Date.now()) return undefined;
      const found = fetchOrUseStale(code, cached);
      if (!cached || cached.isInvalidated) return found;
      // A hanging svc-identity would otherwise delay every request for the duration of a lookup.
      cached.expiresAt = Date.now() + retryMs;
      return Promise.race([found, wait(lookUpWaitMs, cached.organization, { ref: false })]);
    },
    findPresentCodeName: former.find,
    preload: (organizations) => {
      for (const organization of organizations.slice(0, maxKnown - known.size)) {
        const { codeName } = organization;
        // Expired, so that its first use looks it up. It is used only if the lookup fails.
        if (!known.has(codeName)) known.set(codeName, { organization, expiresAt: 0, isInvalidated: false });
      }
    },
    invalidate: ({ id, codeName }) => {
      generation += 1;
      missing.delete(codeName);
      former.clear();
      for (const [code, { organization }] of known.entries()) {
        // The entry expires but stays, because it is still needed while svc-identity is unavailable.
        if (organization.id === id || code === codeName)
          known.set(code, { organization, expiresAt: 0, isInvalidated: true });
      }
    },
  };
};

const lookUpTimeoutMs = 2_000;

/** Looks organizations up in svc-identity. */
export const createOrganizationLookUps = (identity: Origins): Omit<DirectoryOptions, 'log'> => {
  const request = async (path: string): Promise<unknown> => {
    const { status, body } = await requestJsonFrom(
      identity,
      `/internal/organizations/${path}`,
      lookUpTimeoutMs,
    );
    if (status === 404) return undefined;
    if (status !== 200) throw new Error(`svc-identity responded with status ${status}`);
    return body;
  };
  return {
    lookUp: async (code) => {
      const body = await request(`by-code/${encodeURIComponent(code)}`);
      return body === undefined ? undefined : organizationReferenceSchema.parse(body);
    },
    lookUpFormer: async (code) => {
      const body = await request(`by-former-code/${encodeURIComponent(code)}`);
      return body === undefined ? undefined : presentCodeNameSchema.parse(body).codeName;
    },
  };
};

const listTimeoutMs = 3_000;

/** Lists all organizations of a service: svc-identity as the owner, or svc-tasks as a fallback. */
export const createOrganizationList = (service: Origins) => async (): Promise<OrganizationReference[]> =>
  organizationReferencesSchema.parse(await fetchJsonFrom(service, '/internal/organizations', listTimeoutMs));
