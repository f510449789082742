/** Loads of a version. Every failure is a load, too. */
export interface LoadCounts {
  loads: number;
  failures: number;
}

/** What a page adds to the counts of a version. */
export interface CountedLoad extends LoadCounts {
  remote: string;
  version: string;
  /** Stands for the address that got the page. */
  source: string;
  /** When the page was served, so that a page of an earlier canary does not count for a later one. */
  at: number;
}

/** Short, so that the window of a canary begins close to its release. */
const bucketMs = 10_000;
export const countedMs = 3_600_000;
/** Loads of this period decide about canaries. */
export const canaryWindowMs = 600_000;
/** Bounds the memory. Further addresses of ten seconds count as one. */
const sourcesMax = 100;
const otherSources = 'others';

interface Bucket {
  total: LoadCounts;
  /** Loads by address. Dropped after the window. */
  sources: Map<string, LoadCounts>;
}

const plus = (one: LoadCounts | undefined, { loads, failures }: LoadCounts): LoadCounts => ({
  loads: (one?.loads ?? 0) + loads,
  failures: (one?.failures ?? 0) + failures,
});

export const sumOf = (counts: Iterable<LoadCounts>): LoadCounts => {
  let sum: LoadCounts = { loads: 0, failures: 0 };
  for (const count of counts) sum = plus(sum, count);
  return sum;
};

/** Counts the loads of each version during the last hour. Periods are rounded to ten seconds. */
export const createReportCounts = (now = Date.now) => {
  /** Buckets by number, per version. */
  const counted = new Map<string, Map<number, Bucket>>();
  const keyOf = (id: string, version: string): string => `${id}/${version}`;
  const bucketOf = (at: number): number => Math.floor(at / bucketMs);

  const dropOld = (buckets: Map<number, Bucket>): void => {
    for (const [number, { sources }] of buckets) {
      if (number < bucketOf(now() - canaryWindowMs)) sources.clear();
      if (number <= bucketOf(now() - countedMs)) buckets.delete(number);
    }
  };
  const listBuckets = (id: string, version: string, from: number, to: number): Bucket[] =>
    [...(counted.get(keyOf(id, version)) ?? [])].flatMap(([number, bucket]) =>
      number >= bucketOf(from) && number * bucketMs < to ? [bucket] : [],
    );

  return {
    add: ({ remote, version, source, at, ...counts }: CountedLoad): void => {
      const buckets = counted.get(keyOf(remote, version)) ?? new Map<number, Bucket>();
      counted.set(keyOf(remote, version), buckets);
      const number = bucketOf(Math.min(at, now()));
      const { total, sources } = buckets.get(number) ?? { total: sumOf([]), sources: new Map() };
      const name = sources.has(source) || sources.size < sourcesMax ? source : otherSources;
      sources.set(name, plus(sources.get(name), counts));
      buckets.set(number, { total: plus(total, counts), sources });
      dropOld(buckets);
    },
    sum: (id: string, version: string | undefined, from: number, to = Number.POSITIVE_INFINITY): LoadCounts =>
      sumOf(version === undefined ? [] : listBuckets(id, version, from, to).map(({ total }) => total)),
    /** Loads by address, for at most the last ten minutes. */
    listByAddress: (id: string, version: string | undefined, from: number): LoadCounts[] => {
      const sums = new Map<string, LoadCounts>();
      if (version !== undefined)
        for (const { sources } of listBuckets(id, version, from, Number.POSITIVE_INFINITY))
          for (const [source, counts] of sources) sums.set(source, plus(sums.get(source), counts));
      return [...sums.values()];
    },
    /** Forgets a version that is no longer served. */
    forget: (id: string, version: string): void => void counted.delete(keyOf(id, version)),
  };
};
export type ReportCounts = ReturnType<typeof createReportCounts>;
