/** No script uses more combining marks in a row (Unicode Standard Annex 15, stream-safe text). */
const marksInARowMax = 30;
/** A combining mark, also after decomposition. */
const mark = /[\p{M}\uff9e\uff9f]/u;
const firstMark = 0x300;
/** The lookbehind reads each row once, which keeps the time linear. */
const marksInARow = /(?<![\p{M}\uff9e\uff9f])[\p{M}\uff9e\uff9f]{31}/u;

/** Whether a row that is too long can exist: it contains one of these characters. Takes 0.3 ms for 256 KB. */
const canHaveMarksInARow = (text: string): boolean => {
  for (let index = marksInARowMax; index < text.length; index += marksInARowMax + 1) {
    const isLowSurrogate = (text.charCodeAt(index) & 0xfc00) === 0xdc00;
    const code = text.codePointAt(isLowSurrogate ? index - 1 : index) ?? 0;
    if (code >= firstMark && mark.test(String.fromCodePoint(code))) return true;
  }
  return false;
};

/**
 * Whether a text contains what no field accepts: NUL and lone surrogates, which PostgreSQL and UTF-8 cannot store, or
 * more than 30 combining marks in a row. The time to normalize a row grows with the square of its length: 60 KB of
 * marks take seconds.
 */
export const hasUnstorableCharacters = (text: string): boolean =>
  text.includes('\u0000') || !text.isWellFormed() || (canHaveMarksInARow(text) && marksInARow.test(text));

/**
 * Matches a visible character: no white space, control or format character, and no character with an empty glyph
 * (Hangul fillers, the blank Braille pattern, the null notehead).
 */
const visible = /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u{2800}\u{1d159}]/u;

/** Whether a reader would see nothing of a text. */
export const isBlank = (text: string): boolean => !visible.test(text);
