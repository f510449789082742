import { isApiError } from '@obieg/web-kit';

/** What the server has against a change: refusals have a reason that helps; of anything else a screen says only that it failed. */
export const refusalOf = (error: unknown): string | undefined =>
  isApiError(error) && (error.status === 409 || error.status === 422)
    ? (error.fieldErrors[0]?.message ?? error.serverMessage)
    : undefined;

/** That a change failed, in the words of the specification, and why, where the server refused it with a reason. */
export const withReason = (text: string, error: unknown): string => {
  const reason = refusalOf(error);
  return reason ? `${text} ${reason}` : text;
};
