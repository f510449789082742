import { isServerFailing } from './driver-errors';

/** The check of `/readyz` polls every few seconds, so an outage of writes is visible between two attempts. */
const rememberedMs = 15_000;

export interface FailureMemory {
  record(error: unknown): void;
  /** Message of the last failure, while it is recent. */
  recent(): string | undefined;
}

/**
 * Remembers failures of the server's disk or memory. Reads can work meanwhile, so a check that only reads would not
 * notice them.
 */
export const createFailureMemory = (now: () => number = () => performance.now()): FailureMemory => {
  let last: { message: string; at: number } | undefined;
  return {
    record: (error) => {
      if (isServerFailing(error)) last = { message: (error as Error).message, at: now() };
    },
    recent: () => (last && now() - last.at < rememberedMs ? last.message : undefined),
  };
};
