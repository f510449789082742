import { setTimeout as wait } from 'node:timers/promises';
import {
  type OrganizationReference,
  organizationReferenceSchema,
  organizationReferencesSchema,
} from '@obieg/contracts';
import { askForJson, askJson, type Logger, problem } from '@obieg/service-kit';
import { LRUCache } from 'lru-cache';

export interface OrganizationDirectory {
  /** The organization of this code name, undefined when there is none. 503 when nobody can tell. */
  find(code: string): Promise<OrganizationReference | undefined>;
  /** Takes note of organizations that nobody has asked for yet, so that their owner may be away by then. */
  remember(organizations: readonly OrganizationReference[]): void;
  /** Forgets what an organization's event makes doubtful. */
  forget(organization: { id: number; codeName: string }): void;
}

interface DirectoryOptions {
  /** Asks the owner; rejects when it does not answer. */
  lookUp(code: string): Promise<OrganizationReference | undefined>;
  log: Logger;
  now?: () => number;
}

/** Known organizations are asked for again after this long; events say so earlier. */
const freshMs = 30_000;
/** How long an unknown code stays unknown: short, since a new organization is opened at once. */
const missingMs = 5_000;
/** After a failed look-up the stale answer is used this long without asking. */
const retryMs = 1_000;
/** Long for an owner that is well, and little beside the time until one that hangs is given up. */
export const patienceMs = 100;
const maxKnown = 10_000;
/** Its own small list: guessing codes must not push known organizations out. */
const maxMissing = 2_000;

interface Known {
  organization: OrganizationReference;
  askAgainAt: number;
  /** An event tells of a change, and the owner has not been asked since. */
  isDoubtful: boolean;
}

/** Remembers organizations by code name. Stale answers serve while svc-identity is away. */
export const createOrganizationDirectory = ({
  lookUp,
  log,
  now = Date.now,
}: DirectoryOptions): OrganizationDirectory => {
  const known = new LRUCache<string, Known>({ max: maxKnown });
  const missing = new LRUCache<string, number>({ max: maxMissing });
  const asking = new Map<string, Promise<OrganizationReference | undefined>>();
  /** Rises with each event, so that an answer from before an event is not kept. */
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
      // An owner that hangs would otherwise hold up everybody for as long as each look-up may take.
      held.askAgainAt = now() + retryMs;
      return Promise.race([answer, wait(patienceMs, held.organization, { ref: false })]);
    },
    remember: (organizations) => {
      for (const organization of organizations.slice(0, maxKnown - known.size)) {
        const { codeName } = organization;
        // Its owner is asked when somebody comes; only where it does not answer this is what is known.
        if (!known.has(codeName)) known.set(codeName, { organization, askAgainAt: 0, isDoubtful: false });
      }
    },
    forget: ({ id, codeName }) => {
      generation += 1;
      missing.delete(codeName);
      for (const [code, { organization }] of known.entries()) {
        // Stale rather than gone: while svc-identity is away the old answer is still the best there is.
        if (organization.id === id || code === codeName)
          known.set(code, { organization, askAgainAt: 0, isDoubtful: true });
      }
    },
  };
};

const lookUpTimeoutMs = 2_000;

/** Asks svc-identity. */
export const createOrganizationLookUp =
  (identityUrl: string): DirectoryOptions['lookUp'] =>
  async (code) => {
    const path = `/internal/organizations/by-code/${encodeURIComponent(code)}`;
    const { status, body } = await askJson(`${identityUrl}${path}`, lookUpTimeoutMs);
    if (status === 404) return undefined;
    if (status !== 200) throw new Error(`svc-identity answered ${status}`);
    return organizationReferenceSchema.parse(body);
  };

const listTimeoutMs = 3_000;

/** Asks a service for all organizations that it knows: svc-identity for those there are, svc-tasks for those it has heard of. */
export const createOrganizationList = (serviceUrl: string) => async (): Promise<OrganizationReference[]> =>
  organizationReferencesSchema.parse(await askForJson(`${serviceUrl}/internal/organizations`, listTimeoutMs));
