/** Loads of a version. Every failure is a load, too. */
export interface LoadCounts {
  loads: number;
  failures: number;
}

/** What a page adds to the counts of a version. */
export interface CountedLoad extends LoadCounts {
  remote: string;
  version: string;
  /** Identifies the address that got the page, without naming it. */
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

/** Loads of ten seconds by source. */
type Bucket = Map<string, LoadCounts>;

export const sumOf = (counts: Iterable<LoadCounts>): LoadCounts => {
  const sum: LoadCounts = { loads: 0, failures: 0 };
  for (const { loads, failures } of counts) {
    sum.loads += loads;
    sum.failures += failures;
  }
  return sum;
};

const addTo = (bucket: Bucket, source: string, counts: LoadCounts): void =>
  void bucket.set(source, sumOf([bucket.get(source) ?? sumOf([]), counts]));

const bucketNumber = (at: number): number => Math.floor(at / bucketMs);

/** Counts the loads of each version during the last hour. Periods are rounded to ten seconds. */
export const createLoadCounter = () => {
  /** One ring per version: its buckets by number. */
  const rings = new Map<string, Map<number, Bucket>>();
  /** No version has the empty name, so the key without one has no ring. */
  const keyOf = (id: string, version = ''): string => `${id}/${version}`;

  /** Only the canary rule needs sources. Older buckets keep their sum alone. */
  const dropOld = (ring: Map<number, Bucket>): void => {
    const now = Date.now();
    for (const [number, bucket] of ring) {
      if (number <= bucketNumber(now - countedMs)) ring.delete(number);
      else if (number < bucketNumber(now - canaryWindowMs) && bucket.size > 1)
        ring.set(number, new Map([[otherSources, sumOf(bucket.values())]]));
    }
  };
  const listBuckets = (key: string, from: number, to: number): Bucket[] =>
    [...(rings.get(key) ?? [])].flatMap(([number, bucket]) =>
      number >= bucketNumber(from) && number * bucketMs < to ? [bucket] : [],
    );

  return {
    add: ({ remote, version, source, at, ...counts }: CountedLoad): void => {
      const key = keyOf(remote, version);
      const ring = rings.get(key) ?? new Map<number, Bucket>();
      const number = bucketNumber(Math.min(at, Date.now()));
      const bucket: Bucket = ring.get(number) ?? new Map();
      addTo(bucket, bucket.has(source) || bucket.size < sourcesMax ? source : otherSources, counts);
      rings.set(key, ring.set(number, bucket));
      dropOld(ring);
    },
    /** Returns the sum of a period; zero without a version. */
    sum: (id: string, version: string | undefined, from: number, to = Number.POSITIVE_INFINITY): LoadCounts =>
      sumOf(listBuckets(keyOf(id, version), from, to).flatMap((bucket) => [...bucket.values()])),
    /** Returns the sum of each source, for at most the last ten minutes. */
    listByAddress: (id: string, version: string | undefined, from: number): LoadCounts[] => {
      const start = Math.max(from, Date.now() - canaryWindowMs);
      const sums: Bucket = new Map();
      for (const bucket of listBuckets(keyOf(id, version), start, Number.POSITIVE_INFINITY))
        for (const [source, counts] of bucket) addTo(sums, source, counts);
      return [...sums.values()];
    },
    /** Forgets a version that is no longer served. */
    forget: (id: string, version: string): void => void rings.delete(keyOf(id, version)),
  };
};
export type LoadCounter = ReturnType<typeof createLoadCounter>;
