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
 * Permissions of a user in an organization, or on the main domain when it is undefined; undefined: nobody here. Who owns
 * the sessions says so of one that has ended, too; the others learn of its end by event.
 */
export type FindPermissions = (
  userId: number,
  organizationId: number | undefined,
  sessionId: string,
) => Promise<MemberPermissions | undefined>;

/** What was last found of a member, and the entry on the condition that it still holds. */
interface RecalledMember {
  member: MemberPermissions;
  entry: ConditionalEntry;
}
/** Undefined: nothing is remembered. */
export type RecallMember = (userId: number, organizationId: number) => RecalledMember | undefined;

/** A token that is bad, or of another address, is 401 on every route, public ones included. */
export const checkAddress = (session: Session, organization: OrganizationContext | undefined): void => {
  if (session.organizationId !== (organization?.id ?? null))
    throw problem.unauthorized('The token belongs to another address.');
};

/** Finds who calls. */
export const findActor = async (
  session: Session | undefined,
  organization: OrganizationContext | undefined,
  findPermissions: FindPermissions,
): Promise<Actor | undefined> => {
  if (!session) return undefined;
  const member = await findPermissions(session.userId, organization?.id, session.sessionId);
  if (!member)
    throw problem.unauthorized('The session has ended, or the account is not a member here any more.');
  return { ...session, ...member };
};

/** As who a route is called, and what its transactions are begun with. */
export interface Attempt {
  actor: Actor | undefined;
  entry: OrganizationEntry | undefined;
}

/** Nothing tells whether a commit that was not answered has taken place, so it is not tried again. */
const isUncertain = (error: unknown): boolean => isProblem(error) && error.status === 503;

interface RecalledCall<T> {
  session: Session;
  recalled: RecalledMember;
  call(attempt: Attempt): Promise<T>;
}

/**
 * Calls as who the caller was last found to be. Undefined when that is not true any more: then nothing was done.
 * @throws TypeError when the call has answered without a transaction that was begun with its entry.
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
    // What failed before it had entered may have failed since the caller was taken for somebody else.
    if (entry.holds || isUncertain(error)) throw error;
    return undefined;
  }
  throw new TypeError('A route that enters as its caller has answered without its entry');
};
