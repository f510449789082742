import { isApiError } from './http/api-error';

/** For failures that no screen tells of (spec 3 §8). What an error carries of the request, its token too, stays out. */
export const logFailure = (what: string, error: unknown): void => {
  const reason = isApiError(error) ? `${error.code}: ${error.message}` : String(error);
  // biome-ignore lint/suspicious/noConsole: the one place that writes to the browser's console
  console.warn(`${what}: ${reason}`);
};
