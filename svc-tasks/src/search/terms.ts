/** Scripts without spaces between words: each character is a term. Signs are terms, so that `%` can be found. */
const termPattern = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]|[\p{L}\p{N}]+|\S/gu;
const ideograph = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]/u;
const spaceless = /([\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}])/gu;

/**
 * Length of a term in characters. A longer run of letters is no word (a key, a link, a picture as text): it is found by
 * its beginning only.
 */
export const termLengthMax = 32;

/** Distinct terms of one text that are indexed: more than a text of 10,000 characters of any language has. */
const textTermsMax = 1_500;

/** Splits folded text into its runs of letters and digits, its signs, and the characters of spaceless scripts. */
export const splitRuns = (content: string): string[] =>
  (content.match(termPattern) ?? []).flatMap((run) =>
    run.length > 1 && ideograph.test(run) ? run.split(spaceless).filter(Boolean) : [run],
  );

const beginningOf = (run: string): string =>
  run.length <= termLengthMax ? run : [...run].slice(0, termLengthMax).join('');

/** Distinct terms of a folded text, in the order of the text. */
export const termsOf = (content: string): Set<string> => {
  const terms = new Set<string>();
  for (const run of splitRuns(content)) {
    terms.add(beginningOf(run));
    if (terms.size === textTermsMax) break;
  }
  return terms;
};

/** All endings of a term but the term itself. A part of a word begins one of its endings. */
export const endingsOf = (term: string): string[] => {
  const characters = [...term];
  if (characters.length >= termLengthMax) return [];
  return characters.slice(1).map((_, index) => characters.slice(index + 1).join(''));
};
