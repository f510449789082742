import { isApiError, type Translate } from '@obieg/web-kit';

/** Why a call failed, in words for people: the server's own where there are any. */
export const describeError = (error: unknown, t: Translate): string => {
  if (!isApiError(error)) return t('task.unexpected');
  return error.serverMessage ?? t(error.code === 'NETWORK' ? 'task.offline' : 'task.unexpected');
};
