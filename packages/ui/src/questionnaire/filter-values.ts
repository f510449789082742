import { foldText } from '../pickers/fold-text';

/** Returns the values that contain every word of the term, in their order. A blank term returns all. */
export const filterValues = <V>(
  values: readonly V[],
  term: string,
  readText: (value: V) => string,
): readonly V[] => {
  const words = foldText(term).split(/\s+/).filter(Boolean);
  return values.filter((value) => words.every((word) => foldText(readText(value)).includes(word)));
};
