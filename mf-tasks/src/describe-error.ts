import { isApiError, type Translate } from '@obieg/web-kit';

/** In the specification's mix what is said on the way to a service is English; here are this screen's own words for it. */
const wordsByCode: Readonly<Record<string, string>> = {
  TOO_MANY_REQUESTS: 'task.tooMany',
  BAD_GATEWAY: 'task.away',
  UNAVAILABLE: 'task.away',
  GATEWAY_TIMEOUT: 'task.away',
};
/** The same from a machine in between, which knows no codes. */
const wordsByStatus: Readonly<Record<number, string>> = {
  429: 'task.tooMany',
  502: 'task.away',
  503: 'task.away',
  504: 'task.away',
};

/** The reason that came with a failure, in words for people; undefined when none came. */
export const readReason = (error: unknown, t: Translate): string | undefined => {
  if (!isApiError(error)) return undefined;
  const { code, status = 0, serverMessage } = error;
  const key = wordsByCode[code] ?? (serverMessage === undefined ? wordsByStatus[status] : undefined);
  return key === undefined ? serverMessage : t(key);
};

/** Why a call failed, in words for people: the server's own where there are any. */
export const describeError = (error: unknown, t: Translate): string =>
  readReason(error, t) ??
  t(isApiError(error) && error.code === 'NETWORK' ? 'task.offline' : 'task.unexpected');
