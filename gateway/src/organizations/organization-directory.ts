import { setTimeout as wait } from 'node:timers/promises';
import {
  type OrganizationReference,
  organizationReferenceSchema,
  organizationReferencesSchema,
} from '@obieg/contracts';
import { fetchJson, type Logger, problem, requestJson } from '@obieg/service-kit';
import { LRUCache } from 'lru-cache';

export interface OrganizationDirectory {
  /** Finds an organization by code name; undefined if there is none. @throws 503 if no source can answer */
  find(code: string): Promise<OrganizationReference | undefined>;
  /** Stores organizations in advance, for a later outage of svc-identity. */
  remember(organizations: readonly OrganizationReference[]): void;
  /** Invalidates entries after an event about an organization. */
  forget(organization: { id: number; codeName: string }): void;
}

interface DirectoryOptions {
  /** Asks svc-identity. Rejects if it does not respond. */
  lookUp(code: string): Promise<OrganizationReference | undefined>;
  log: Logger;
  now?: () => number;
}

/** Time after which a known organization is looked up again. Events invalidate earlier. */
const freshMs = 30_000;
/** Time for which an unknown code name stays unknown. Short, because a new organization is opened at once. */
const missingMs = 5_000;
/** After a failed lookup, the stale entry is used for this time without another lookup. */
const retryMs = 1_000;
/** Maximum wait for a lookup if a stale entry exists. Long for a healthy source, short compared to a hanging one. */
export const patienceMs = 100;
const maxKnown = 10_000;
/** Separate limit, so that guessed code names cannot evict known organizations. */
const maxMissing = 2_000;

interface Known {
  organization: OrganizationReference;
  askAgainAt: number;
  /** An event arrived since the last lookup. */
  isDoubtful: boolean;
}

/** Caches organizations by code name. Serves stale entries while svc-identity is unavailable. */
export const createOrganizationDirectory = ({
  lookUp,
  log,
  now = Date.now,
}: DirectoryOptions): OrganizationDirectory => {
  const known = new LRUCache<string, Known>({ max: maxKnown });
  const missing = new LRUCache<string, number>({ max: maxMissing });
  const asking = new Map<string, Promise<OrganizationReference | undefined>>();
  /** Incremented by each event, so that a lookup started before an event is not cached. */
  let generation = 0;

  const ask = async (code: string): Promise<OrganizationReference | undefined> => {
    const askedIn = generation;
    const organization = await lookUp(code);
    if (askedIn !== generation) return organization;
    if (organization) {
      missing.delete(code);
      known.set(code, { organization, askAgainAt: now() + freshMs, isDoubtful: false });
    } else {
      known.delete(code);
      missing.set(code, now() + missingMs);
    }
    return organization;
  };
  const askOnce = (code: string): Promise<OrganizationReference | undefined> => {
    const running = asking.get(code);
    if (running) return running;
    const started = ask(code).finally(() => asking.delete(code));
    asking.set(code, started);
    return started;
  };

  const askOrKeep = async (
    code: string,
    held: Known | undefined,
  ): Promise<OrganizationReference | undefined> => {
    try {
      return await askOnce(code);
    } catch (error) {
      log.warn({ err: error, code, isStale: held !== undefined }, 'organization cannot be looked up');
      if (!held) throw problem.unavailable(undefined, error);
      held.isDoubtful = false;
      held.askAgainAt = now() + retryMs;
      return held.organization;
    }
  };

  return {
    find: async (code) => {
      const held = known.get(code);
      if (held && held.askAgainAt > now()) return held.organization;
      if (!held && (missing.get(code) ?? 0) > now()) return undefined;
      const answer = askOrKeep(code, held);
      if (!held || held.isDoubtful) return answer;
      // A hanging source would otherwise delay every request for the duration of a lookup.
      held.askAgainAt = now() + retryMs;
      return Promise.race([answer, wait(patienceMs, held.organization, { ref: false })]);
    },
    remember: (organizations) => {
      for (const organization of organizations.slice(0, maxKnown - known.size)) {
        const { codeName } = organization;
        // Looked up on first use; used as is only if that fails.
        if (!known.has(codeName)) known.set(codeName, { organization, askAgainAt: 0, isDoubtful: false });
      }
    },
    forget: ({ id, codeName }) => {
      generation += 1;
      missing.delete(codeName);
      for (const [code, { organization }] of known.entries()) {
        // Stale instead of removed: while svc-identity is unavailable, the old entry is the best answer.
        if (organization.id === id || code === codeName)
          known.set(code, { organization, askAgainAt: 0, isDoubtful: true });
      }
    },
  };
};

const lookUpTimeoutMs = 2_000;

/** Looks an organization up in svc-identity. */
export const createOrganizationLookUp =
  (identityUrl: string): DirectoryOptions['lookUp'] =>
  async (code) => {
    const path = `/internal/organizations/by-code/${encodeURIComponent(code)}`;
    const { status, body } = await requestJson(`${identityUrl}${path}`, lookUpTimeoutMs);
    if (status === 404) return undefined;
    if (status !== 200) throw new Error(`svc-identity answered ${status}`);
    return organizationReferenceSchema.parse(body);
  };

const listTimeoutMs = 3_000;

/** Lists all organizations of a service: svc-identity as the owner, or svc-tasks as a fallback. */
export const createOrganizationList = (serviceUrl: string) => async (): Promise<OrganizationReference[]> =>
  organizationReferencesSchema.parse(await fetchJson(`${serviceUrl}/internal/organizations`, listTimeoutMs));
