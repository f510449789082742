import { isApiError, type Translate } from '@obieg/web-kit';

/** Texts for codes whose server message is English in the language `mul`. */
const messageKeyByCode: Readonly<Record<string, string>> = {
  TOO_MANY_REQUESTS: 'task.tooMany',
  BAD_GATEWAY: 'task.unavailable',
  UNAVAILABLE: 'task.unavailable',
  GATEWAY_TIMEOUT: 'task.unavailable',
};
/** The same by status, for responses of proxies, which contain no code. */
const messageKeyByStatus: Readonly<Record<number, string>> = {
  429: 'task.tooMany',
  502: 'task.unavailable',
  503: 'task.unavailable',
  504: 'task.unavailable',
};

/** Returns the user-facing reason of a failed call, or undefined if the response contains none. */
export const readReason = (error: unknown, t: Translate): string | undefined => {
  if (!isApiError(error)) return undefined;
  const { code, status = 0, serverMessage } = error;
  const key =
    messageKeyByCode[code] ?? (serverMessage === undefined ? messageKeyByStatus[status] : undefined);
  return key === undefined ? serverMessage : t(key);
};

/** Returns the user-facing reason of a failed call. Falls back to a generic message. */
export const describeError = (error: unknown, t: Translate): string =>
  readReason(error, t) ??
  t(isApiError(error) && error.code === 'NETWORK' ? 'task.offline' : 'task.unexpected');
