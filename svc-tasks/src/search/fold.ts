/** Letters that NFKD does not decompose, and the final sigma, which differs only by its position. */
const replacements: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ς: 'σ',
};
const replaceable = new RegExp(`[${Object.keys(replacements).join('')}]`, 'g');
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII
const ascii = /^[\x00-\x7f]*$/;

/**
 * Removes case, diacritics and the normal form, so that `muller` finds `Müller`. Folds each character by itself: the
 * folded text is the concatenation of its folded characters.
 */
export const foldText = (text: string): string =>
  ascii.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        // Character by character: `toLowerCase` of a whole text depends on the position of a sigma.
        .replace(/[^\p{Ll}]/gu, (character) => character.toLowerCase())
        .replace(/\p{M}/gu, '')
        .replace(replaceable, (letter) => replacements[letter] ?? letter);

/** Folds a text and its white space, as `search_texts` stores it. */
export const foldContent = (text: string): string => foldText(text).replace(/\s+/g, ' ').trim();

export interface FoldedText {
  content: string;
  /** Returns the offset in the original text of a UTF-16 unit of `content`, or of its end. */
  offsetAt(position: number): number;
}

/** Folded characters, of which texts repeat few. */
const foldedCharacters = new Map<string, string>();
const foldedCharactersMax = 5_000;

const foldCharacter = (character: string): string => {
  const known = foldedCharacters.get(character);
  if (known !== undefined) return known;
  const folded = foldText(character).replace(/\s/g, ' ');
  if (foldedCharacters.size < foldedCharactersMax) foldedCharacters.set(character, folded);
  return folded;
};

/** Folds like `foldContent`, and maps each position back to the original text. */
export const foldWithOffsets = (text: string): FoldedText => {
  if (ascii.test(text) && !/^\s|\s\s|[^\S ]/.test(text))
    return { content: text.toLowerCase(), offsetAt: (position) => position };
  const units: string[] = [];
  const offsets: number[] = [];
  let offset = 0;
  let isAfterSpace = true;
  for (const character of text) {
    for (const unit of foldCharacter(character)) {
      if (unit === ' ' && isAfterSpace) continue;
      isAfterSpace = unit === ' ';
      units.push(unit);
      for (let index = 0; index < unit.length; index += 1) offsets.push(offset);
    }
    offset += character.length;
  }
  return { content: units.join(''), offsetAt: (position) => offsets[position] ?? text.length };
};
