import { type ApiError, isApiError } from './api-error';
import { describeMissingPart } from './outage';

/**
 * Statuses whose message helps the user, because a retry would fail the same way: characters that cannot be stored,
 * forbidden, conflict, payload too large (a workflow must fit into one event), validation failed, rate limited.
 */
const rejectionStatuses: ReadonlySet<number | undefined> = new Set([400, 403, 409, 413, 422, 429]);

/** Returns the server's reason for rejecting a change, or the part that is away; undefined for other failures. */
export const getRejectionReason = (error: unknown): string | undefined =>
  isApiError(error) && rejectionStatuses.has(error.status)
    ? (error.fieldErrors[0]?.message ?? error.serverMessage)
    : describeMissingPart(error);

/** Returns whether the server responded with 403. Reporters get it, and callers who have just lost a role. */
export const isForbidden = (error: unknown): boolean => isApiError(error) && error.status === 403;

/** Returns whether the server responded with 404: the item does not exist, or not any more. */
export const isNotFound = (error: unknown): boolean => isApiError(error) && error.status === 404;

/** Returns whether another user has saved since the data was read (412). */
export const isPreconditionFailed = (error: unknown): error is ApiError =>
  isApiError(error) && error.status === 412;
