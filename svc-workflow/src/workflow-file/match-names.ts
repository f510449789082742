import { foldName } from '../model/names';

/** Finds entities by name, ignoring case and Unicode composition. */
export const indexByName = <T>(
  entities: Iterable<T>,
  nameOf: (entity: T) => string,
): ReadonlyMap<string, T> => new Map([...entities].map((entity) => [foldName(nameOf(entity)), entity]));

/** Indexes of the names that an earlier one equals. */
export const findRepeatedNames = (names: readonly string[]): number[] => {
  const seen = new Set<string>();
  return names.flatMap((name, index) => (seen.size < seen.add(foldName(name)).size ? [] : [index]));
};
