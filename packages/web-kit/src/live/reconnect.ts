import { liveHeartbeatMs } from '@obieg/contracts';
import { isApiError } from '../http/api-error';

const baseDelayMs = 2_000;
const maxDelayMs = 60_000;
/** Caps `Retry-After`. A timer above 24 days would fire immediately. */
const maxRetryAfterMs = 3_600_000;
const tooManyRequests = 429;

/** Whether the status is 4xx other than 429, so that a retry would fail again. */
export const isRefusal = (error: unknown): boolean =>
  isApiError(error) &&
  error.status !== undefined &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== tooManyRequests;

/** Whether a stream lasted at least one heartbeat. If so, the backoff starts again. */
export const wasStable = (durationMs: number): boolean => durationMs >= liveHeartbeatMs;

/**
 * Returns the delay before the next attempt: exponential backoff, or `Retry-After` if that is longer. Jitter spreads
 * the pages that a server restart disconnected.
 *
 * @param failedAttempts attempts in a row whose stream was not stable
 */
export const reconnectDelayMs = (failedAttempts: number, error: unknown): number => {
  const maxMs = Math.min(maxDelayMs, baseDelayMs * 2 ** failedAttempts);
  const minMs = failedAttempts === 0 ? 0 : maxMs / 2;
  const retryAfterMs = isApiError(error) ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
  if (retryAfterMs <= minMs) return minMs + Math.random() * (maxMs - minMs);
  return Math.min(maxRetryAfterMs, retryAfterMs) + Math.random() * baseDelayMs;
};
