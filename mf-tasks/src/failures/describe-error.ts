import { describeMissingPart, isApiError, type Outage, outageOf, type Translate } from '@obieg/web-kit';

/** Own texts, because the server's are English in the language `mul`. */
const outageKeys: Readonly<Record<Exclude<Outage, 'offline'>, string>> = {
  'too-many-requests': 'task.tooMany',
  unavailable: 'task.unavailable',
};

/** Returns the user-facing reason of a failed call, or undefined if the response contains none. */
export const readReason = (error: unknown, t: Translate): string | undefined => {
  if (!isApiError(error)) return undefined;
  const part = describeMissingPart(error);
  if (part) return part;
  const outage = outageOf(error);
  return outage === undefined || outage === 'offline' ? error.serverMessage : t(outageKeys[outage]);
};

/** Returns the user-facing reason of a failed call. Falls back to a generic message. */
export const describeError = (error: unknown, t: Translate): string =>
  readReason(error, t) ?? t(outageOf(error) === 'offline' ? 'task.offline' : 'task.unexpected');
