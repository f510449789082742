import { isApiError } from './api-error';

/** Failures that say nothing about the request itself. */
export type Outage = 'too-many-requests' | 'unavailable' | 'offline';

const byCode: Readonly<Record<string, Outage>> = {
  TOO_MANY_REQUESTS: 'too-many-requests',
  BAD_GATEWAY: 'unavailable',
  UNAVAILABLE: 'unavailable',
  GATEWAY_TIMEOUT: 'unavailable',
  NETWORK: 'offline',
};
/** For responses of proxies, which contain no code. */
const byStatus: Readonly<Record<number, Outage>> = {
  429: 'too-many-requests',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

/** Returns the kind of outage behind a failed call. Undefined if the server answered the request itself. */
export const outageOf = (error: unknown): Outage | undefined => {
  if (!isApiError(error)) return undefined;
  const { code, status = 0, serverMessage } = error;
  return byCode[code] ?? (serverMessage === undefined ? byStatus[status] : undefined);
};

/** Returns the server's text about the part of the product that is away, in the reader's language. */
export const describeMissingPart = (error: unknown): string | undefined =>
  isApiError(error) && error.part ? error.serverMessage : undefined;
