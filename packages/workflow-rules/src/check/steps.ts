import type { SearchResult } from './search-result';

/** Counts the work of a check and limits it, because an adversarial workflow can make any exact search exponential. */
export interface Steps {
  /** Total work of the check. */
  readonly taken: number;
  /** Number of times that a search stopped at a limit, or that its remembered unknown result was used again. */
  readonly stopped: number;
  /** Records that a result is missing or unknown. */
  noteStop(): void;
  /** Whether the time of the check is over. Loops outside a search stop then. */
  isLate(): boolean;
  /**
   * Runs a search with its own limit; within a running search, with that one's limit. The search returns undefined if
   * there is nothing to find.
   */
  run<T>(kind: Kind, search: () => T | undefined): SearchResult<T>;
  /** @throws if the running search has reached its limit, or the time is over */
  take(): void;
}

/** Limits of one search, and of all searches of its kind. 1,000 steps take about 20 ms (AMD EPYC, 2026-11-27). */
const limits = {
  submissions: { perSearch: 500, total: 2_500 },
  paths: { perSearch: 400, total: 1_200 },
} as const;
type Kind = keyof typeof limits;

class LimitReached extends Error {}

const resultOf = <T>(value: T | undefined): SearchResult<T> =>
  value === undefined ? { kind: 'none' } : { kind: 'found', value };

/** @param budgetMs the time for the check; unlimited by default */
export const createSteps = (budgetMs = Number.POSITIVE_INFINITY): Steps => {
  const taken: Record<Kind, number> = { submissions: 0, paths: 0 };
  const deadline = performance.now() + budgetMs;
  const isLate = (): boolean => performance.now() > deadline;
  let stopped = 0;
  let running: { kind: Kind; limit: number } | undefined;
  return {
    get taken() {
      return taken.submissions + taken.paths;
    },
    get stopped() {
      return stopped;
    },
    noteStop: () => {
      stopped += 1;
    },
    isLate,
    run: (kind, search) => {
      if (running) return resultOf(search());
      const { perSearch, total } = limits[kind];
      running = { kind, limit: Math.min(taken[kind] + perSearch, total) };
      try {
        return resultOf(search());
      } catch (error) {
        if (!(error instanceof LimitReached)) throw error;
        stopped += 1;
        return { kind: 'unknown' };
      } finally {
        running = undefined;
      }
    },
    take: () => {
      if (!running) return;
      taken[running.kind] += 1;
      if (taken[running.kind] > running.limit || isLate()) throw new LimitReached();
    },
  };
};
