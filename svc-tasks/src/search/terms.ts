/** Scripts without spaces between words: each character is a term. Signs are terms, so that `%` can be found. */
const termPattern = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]|[\p{L}\p{N}]+|\S/gu;
const ideograph = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]/u;
const spaceless = /([\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}])/gu;

/**
 * Longer runs of letters become overlapping terms of this length, because index entries are limited. Each part of up to
 * half the length is within one of them.
 */
const termLength = 64;
/** Longest part of a word that one term is sure to contain. */
export const partLengthMax = termLength / 2;

const splitRun = (run: string): string[] => {
  const characters = [...run];
  if (characters.length <= termLength) return [run];
  const terms: string[] = [];
  for (let start = 0; start < characters.length - partLengthMax; start += partLengthMax)
    terms.push(characters.slice(start, start + termLength).join(''));
  return terms;
};

/** Splits folded text into its runs of letters and digits, its signs, and the characters of spaceless scripts. */
export const splitRuns = (content: string): string[] =>
  (content.match(termPattern) ?? []).flatMap((run) =>
    run.length > 1 && ideograph.test(run) ? run.split(spaceless).filter(Boolean) : [run],
  );

/** Distinct terms of a folded text. */
export const termsOf = (content: string): Set<string> => new Set(splitRuns(content).flatMap(splitRun));

/** All endings of a term, itself included. A part of a word begins one of its endings. */
export const endingsOf = (term: string): string[] => {
  const characters = [...term];
  return characters.map((_, start) => characters.slice(start).join(''));
};
