import { isApiError } from '@obieg/web-kit';

/**
 * Refused for good, or for now: for who asks, for what is there already, for its size (a workflow larger than an event can
 * be), for what it says, for how often. With the same answer to the next try, "please try again" alone would lead nowhere.
 */
const refusals: ReadonlySet<number | undefined> = new Set([403, 409, 413, 422, 429]);

/** What the server has against a change: refusals have a reason that helps; of anything else a screen says only that it failed. */
export const getRejectionReason = (error: unknown): string | undefined =>
  isApiError(error) && refusals.has(error.status)
    ? (error.fieldErrors[0]?.message ?? error.serverMessage)
    : undefined;

/** That a change failed, in the words of the specification, and why, where the server refused it with a reason. */
export const appendReason = (text: string, error: unknown): string => {
  const reason = getRejectionReason(error);
  return reason ? `${text} ${reason}` : text;
};

/** Whether the server keeps a page from who asks for it: reporters read nothing of the administration, and a role may be lost. */
export const isForbidden = (error: unknown): boolean => isApiError(error) && error.status === 403;
