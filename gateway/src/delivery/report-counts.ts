/** Loads of a version. Every failure is a load, too. */
export interface LoadCounts {
  loads: number;
  failures: number;
}

/** Short, so that the window of a canary begins close to its release. */
const bucketMs = 10_000;
export const countedMs = 3_600_000;
/** Reports of this period decide about canaries. */
export const canaryWindowMs = 600_000;

export interface ReportCounts {
  add(id: string, version: string, counts: LoadCounts): void;
  /** Sums a period, rounded to ten seconds. */
  sum(id: string, version: string | undefined, from: number, to?: number): LoadCounts;
  /** Forgets a version that is no longer served. */
  forget(id: string, version: string): void;
}

/** Counts the loads of each version during the last hour. */
export const createReportCounts = (now = Date.now): ReportCounts => {
  /** Buckets by number, oldest first, per version. */
  const counted = new Map<string, Map<number, LoadCounts>>();
  const keyOf = (id: string, version: string): string => `${id}/${version}`;
  const bucketOf = (at: number): number => Math.floor(at / bucketMs);

  return {
    add: (id, version, { loads, failures }) => {
      const key = keyOf(id, version);
      const buckets = counted.get(key) ?? new Map<number, LoadCounts>();
      counted.set(key, buckets);
      const current = bucketOf(now());
      for (const number of buckets.keys()) {
        if (number >= current - countedMs / bucketMs) break;
        buckets.delete(number);
      }
      const bucket = buckets.get(current) ?? { loads: 0, failures: 0 };
      buckets.set(current, { loads: bucket.loads + loads, failures: bucket.failures + failures });
    },
    sum: (id, version, from, to = Number.POSITIVE_INFINITY) => {
      const total = { loads: 0, failures: 0 };
      const buckets = version === undefined ? undefined : counted.get(keyOf(id, version));
      for (const [number, { loads, failures }] of buckets ?? []) {
        if (number < bucketOf(from) || number * bucketMs >= to) continue;
        total.loads += loads;
        total.failures += failures;
      }
      return total;
    },
    forget: (id, version) => void counted.delete(keyOf(id, version)),
  };
};
