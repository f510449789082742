/** Letters as one types them in a hurry: without case and diacritics. */
const fold = (text: string): string =>
  text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ł', 'l');

/** Those that hold each word of the term, in their own order; all for a blank term. */
export const filterValues = <V>(
  values: readonly V[],
  term: string,
  readText: (value: V) => string,
): readonly V[] => {
  const words = fold(term).split(/\s+/).filter(Boolean);
  return values.filter((value) => words.every((word) => fold(readText(value)).includes(word)));
};
