/** Deterministic pseudo-random numbers (mulberry32). */
export const createRandom = (seed: number) => {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    /** Returns true with this probability. */
    chance: (probability: number): boolean => next() < probability,
    /** Returns some of the items in random order. */
    sample: <T>(items: readonly T[]): T[] =>
      items
        .map((item) => ({ item, rank: next() }))
        .sort((one, other) => one.rank - other.rank)
        .filter(({ rank }) => rank < 0.7)
        .map(({ item }) => item),
    pick: <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T,
  };
};
export type Random = ReturnType<typeof createRandom>;
