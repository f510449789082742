import { isConnectionLost, isHanging, isUnreachable } from './failures';
import type { Instances } from './instances';

/** Chooses the instance for each attempt to send one request. */
export interface Attempts {
  /** @returns undefined if the service has no instance */
  first(): string | undefined;
  /** Notes that the present instance may have received a part of the request. */
  markSent(): void;
  /** Notes that the present instance closes its connections. */
  markClosing(): void;
  /** Notes why the attempt failed, so that later calls avoid an instance that is down. */
  markFailed(error: Error): void;
  /** @returns the instance for another attempt; undefined if the failure is final */
  next(error: Error): string | undefined;
}

/** @param isRepeatable whether a service may receive the request twice */
export const createAttempts = (
  instances: Pick<Instances, 'choose' | 'suspect' | 'check'>,
  isRepeatable: boolean,
): Attempts => {
  const tried = new Set<string>();
  let origin = '';
  let isSent = false;
  let mayReconnect = isRepeatable;

  const begin = (chosen: string | undefined): string | undefined => {
    if (chosen === undefined) return undefined;
    origin = chosen;
    tried.add(chosen);
    isSent = false;
    return chosen;
  };
  /** A restarted service may have closed the kept-alive connection just before its use. */
  const reconnect = (error: Error): string | undefined => {
    if (!isConnectionLost(error) || !mayReconnect) return undefined;
    mayReconnect = false;
    return origin;
  };

  return {
    first: () => begin(instances.choose()),
    markSent: () => {
      isSent = true;
    },
    markClosing: () => instances.check(origin),
    markFailed: (error) => {
      if (isUnreachable(error) || (isConnectionLost(error) && !isSent)) instances.suspect(origin);
      else if (isConnectionLost(error)) instances.check(origin);
    },
    next: (error) => {
      if (!isUnreachable(error) && !isConnectionLost(error) && !isHanging(error)) return undefined;
      // A write is repeated only if no byte of it was sent. Then its body is unread, too.
      if (isSent && !isRepeatable) return undefined;
      return begin(instances.choose(tried) ?? reconnect(error));
    },
  };
};
