import { liveBeatMs } from '@obieg/contracts';
import { isApiError } from '../http/api-error';

const firstSpreadMs = 2_000;
const longestWaitMs = 60_000;
/** What a server asks for beyond it is a mistake; a timer of months would fire at once. */
const longestAskedMs = 3_600_000;
const tooManyRequests = 429;

/** The server has looked at who asks for what, and will say the same again. */
export const isRefusal = (error: unknown): boolean =>
  isApiError(error) &&
  error.status !== undefined &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== tooManyRequests;

/** A stream that lasted shows that all is well, however it ended; one that ends at once may do so for ever. */
export const hasLasted = (milliseconds: number): boolean => milliseconds >= liveBeatMs;

/**
 * How long to wait before the stream is opened again, after that many connections in a row that did not last. By chance,
 * so that the pages that a restart has cut off do not all come back in the same moment.
 */
export const waitBeforeReconnect = (inVain: number, error: unknown): number => {
  const most = Math.min(longestWaitMs, firstSpreadMs * 2 ** inVain);
  const least = inVain === 0 ? 0 : most / 2;
  const asked = isApiError(error) ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
  if (asked <= least) return least + Math.random() * (most - least);
  return Math.min(longestAskedMs, asked) + Math.random() * firstSpreadMs;
};
