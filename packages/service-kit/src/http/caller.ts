import type { PermissionCode } from '@obieg/contracts';
import type { Session } from '../auth/authenticator';
import type { ConditionalEntry, OrganizationEntry } from '../database/database';
import { isProblem, problem } from '../errors';
import type { Actor, OrganizationContext } from './route';

export interface MemberPermissions {
  permissions: ReadonlySet<PermissionCode>;
  isSuperAdmin: boolean;
}
/**
 * Finds a user's permissions in an organization, or on the main domain without one; undefined if the user is no
 * member. svc-identity also returns undefined for a revoked session; other services learn of it by event.
 */
export type FindPermissions = (
  userId: number,
  organizationId: number | undefined,
  sessionId: string,
) => Promise<MemberPermissions | undefined>;

/** A member's last known permissions and the entry that checks them. */
interface RecalledMember {
  member: MemberPermissions;
  entry: ConditionalEntry;
}
/** Returns undefined if nothing is remembered. */
export type RecallMember = (userId: number, organizationId: number) => RecalledMember | undefined;

/** A token of another address is 401 on every route, also on public ones. */
export const checkAddress = (session: Session, organization: OrganizationContext | undefined): void => {
  if (session.organizationId !== (organization?.id ?? null))
    throw problem.unauthorized('The token belongs to another address.');
};

/** Finds the caller of a request. */
export const findActor = async (
  session: Session | undefined,
  organization: OrganizationContext | undefined,
  findPermissions: FindPermissions,
): Promise<Actor | undefined> => {
  if (!session) return undefined;
  const member = await findPermissions(session.userId, organization?.id, session.sessionId);
  if (!member)
    throw problem.unauthorized(
      'The session has ended, or the account is no longer a member of this organization.',
    );
  return { ...session, ...member };
};

/** The assumed caller, and the entry for the route's transactions. */
export interface Attempt {
  actor: Actor | undefined;
  entry: OrganizationEntry | undefined;
}

/** The outcome of a commit without response is unknown, so the call is not repeated. */
const isUncertain = (error: unknown): boolean => isProblem(error) && error.status === 503;

interface RecalledCall<T> {
  session: Session;
  recalled: RecalledMember;
  call(attempt: Attempt): Promise<T>;
}

/**
 * Runs a call with the caller's last known permissions. @returns undefined if they have changed; the call then had no
 * effect @throws TypeError if the call succeeded without a transaction that used its entry
 */
export const callAsRecalled = async <T>({
  session,
  recalled: { member, entry },
  call,
}: RecalledCall<T>): Promise<T | undefined> => {
  try {
    const answer = await call({ actor: { ...session, ...member }, entry });
    if (entry.holds) return answer;
  } catch (error) {
    // An error before the entry succeeded can result from outdated permissions.
    if (entry.holds || isUncertain(error)) throw error;
    return undefined;
  }
  throw new TypeError('A route with entersAsCaller responded without a successful entry');
};
