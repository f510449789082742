import type { Session } from '../auth/authenticator';
import type { TenantScope } from '../database/scope';
import { isProblem } from '../errors/problems';
import { type CachedMember, type FindCachedMember, type FindPermissions, findActor } from './caller';
import type { Actor, OrganizationContext } from './route';

/** A caller, and the tenant scope of the transactions of the call. */
export interface Attempt {
  actor: Actor | undefined;
  /** If the permissions come from the cache, the scope verifies them in the first transaction. */
  tenantScope: TenantScope | undefined;
}

type Call<T> = (attempt: Attempt) => Promise<T>;

/** How a call with cached permissions ended. */
type CachedOutcome<T> =
  | { kind: 'answered'; response: T }
  /** The permissions may have changed. The call had no effect, so it can be repeated. */
  | { kind: 'outdated' }
  | { kind: 'failed'; error: unknown };

/** Whether a commit got no response. The call is then not repeated, because it may have succeeded. */
const isOutcomeUnknown = (error: unknown): boolean => isProblem(error) && error.status === 503;

/** Runs a call with permissions from the cache, which its first transaction verifies. */
export const tryWithCachedPermissions = async <T>(
  session: Session,
  { member, tenantScope }: CachedMember,
  call: Call<T>,
): Promise<CachedOutcome<T>> => {
  try {
    const response = await call({ actor: { ...session, ...member }, tenantScope });
    if (tenantScope.isVerified) return { kind: 'answered', response };
    const message =
      'A route with authorizesInTransaction responded without a transaction in its tenant scope';
    return { kind: 'failed', error: new TypeError(message) };
  } catch (error) {
    // Before the scope is verified, outdated permissions can be the cause of an error.
    const isFinal = tenantScope.isVerified || isOutcomeUnknown(error);
    return isFinal ? { kind: 'failed', error } : { kind: 'outdated' };
  }
};

interface CallerSources {
  session: Session | undefined;
  organization: OrganizationContext | undefined;
  /** Undefined for routes that do not authorize in their transaction. */
  findCached: FindCachedMember | undefined;
  findPermissions: FindPermissions;
}

/** Runs a call as its caller: with cached permissions, and again with current ones if those were outdated. */
export const callAsCaller = async <T>(
  { session, organization, findCached, findPermissions }: CallerSources,
  call: Call<T>,
): Promise<T> => {
  const cached = session && organization && findCached?.(session.userId, organization.id);
  if (cached) {
    const outcome = await tryWithCachedPermissions(session, cached, call);
    if (outcome.kind === 'answered') return outcome.response;
    if (outcome.kind === 'failed') throw outcome.error;
  }
  const actor = await findActor(session, organization, findPermissions);
  return call({ actor, tenantScope: organization?.id });
};
