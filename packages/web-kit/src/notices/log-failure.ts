import { isApiError } from '../http/api-error';

/** Logs a failure that no screen shows (spec 3 §8). Omits the request of the error, because it contains the token. */
export const logFailure = (what: string, error: unknown): void => {
  const reason = isApiError(error) ? `${error.code}: ${error.message}` : String(error);
  // biome-ignore lint/suspicious/noConsole: the one place that writes to the browser's console
  console.warn(`${what}: ${reason}`);
};
