/** Removes case and diacritics. */
const fold = (text: string): string =>
  text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ł', 'l');

/** Returns the values that contain every word of the term, in their order. A blank term returns all. */
export const filterValues = <V>(
  values: readonly V[],
  term: string,
  readText: (value: V) => string,
): readonly V[] => {
  const words = fold(term).split(/\s+/).filter(Boolean);
  return values.filter((value) => words.every((word) => fold(readText(value)).includes(word)));
};
