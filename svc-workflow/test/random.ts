import { createRandom as createNumbers } from '@obieg/contracts/testing';

/** Random choices, the same for the same seed. */
export const createRandom = (seed: number) => {
  const next = createNumbers(seed);
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
