import { isApiError } from '@obieg/web-kit';

/**
 * Statuses whose message helps the user, because a retry would fail the same way: forbidden, conflict, payload too
 * large (a workflow must fit into one event), validation failed, rate limited.
 */
const rejectionStatuses: ReadonlySet<number | undefined> = new Set([403, 409, 413, 422, 429]);

/** Returns the server's reason for rejecting a change; undefined for other failures. */
export const getRejectionReason = (error: unknown): string | undefined =>
  isApiError(error) && rejectionStatuses.has(error.status)
    ? (error.fieldErrors[0]?.message ?? error.serverMessage)
    : undefined;

/** Appends the server's reason, if any, to the specification's text for the failure. */
export const appendReason = (text: string, error: unknown): string => {
  const reason = getRejectionReason(error);
  return reason ? `${text} ${reason}` : text;
};

/** Returns whether the server responded with 403. Reporters get it, and callers who have just lost a role. */
export const isForbidden = (error: unknown): boolean => isApiError(error) && error.status === 403;
