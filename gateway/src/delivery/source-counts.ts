import { canaryWindowMs, type LoadCounts } from './report-counts';

const bucketMs = 10_000;
/** Bounds the memory. Further addresses of ten seconds count as one. */
const sourcesMax = 500;
const otherSources = 'others';

/** Loads by address. */
export interface SourceSums {
  sources: number;
  /** Without the address that reported the most failures. */
  withoutWorst: LoadCounts;
}

const add = (sums: Map<string, LoadCounts>, source: string, { loads, failures }: LoadCounts): void => {
  const sum = sums.get(source) ?? { loads: 0, failures: 0 };
  sums.set(source, { loads: sum.loads + loads, failures: sum.failures + failures });
};

/** Counts the loads of each version by address, for the window that decides about canaries. */
export const createSourceCounts = (now = Date.now) => {
  /** Buckets by number, oldest first, per version. */
  const counted = new Map<string, Map<number, Map<string, LoadCounts>>>();
  const bucketOf = (at: number): number => Math.floor(at / bucketMs);

  return {
    add: (id: string, version: string, source: string, counts: LoadCounts): void => {
      const key = `${id}/${version}`;
      const buckets = counted.get(key) ?? new Map<number, Map<string, LoadCounts>>();
      counted.set(key, buckets);
      for (const number of buckets.keys()) {
        if (number >= bucketOf(now() - canaryWindowMs)) break;
        buckets.delete(number);
      }
      const bucket = buckets.get(bucketOf(now())) ?? new Map<string, LoadCounts>();
      buckets.set(bucketOf(now()), bucket);
      add(bucket, bucket.has(source) || bucket.size < sourcesMax ? source : otherSources, counts);
    },
    sum: (id: string, version: string, from: number): SourceSums => {
      const sums = new Map<string, LoadCounts>();
      for (const [number, bucket] of counted.get(`${id}/${version}`) ?? [])
        if (number >= bucketOf(from)) for (const [source, counts] of bucket) add(sums, source, counts);
      const sorted = [...sums.values()].sort((one, other) => other.failures - one.failures);
      const withoutWorst = { loads: 0, failures: 0 };
      for (const { loads, failures } of sorted.slice(1)) {
        withoutWorst.loads += loads;
        withoutWorst.failures += failures;
      }
      return { sources: sums.size, withoutWorst };
    },
    forget: (id: string, version: string): void => void counted.delete(`${id}/${version}`),
  };
};
export type SourceCounts = ReturnType<typeof createSourceCounts>;
