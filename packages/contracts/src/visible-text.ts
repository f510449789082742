/** Whether a text contains characters that PostgreSQL or UTF-8 cannot store: NUL or a lone surrogate. */
export const hasUnstorableCharacters = (text: string): boolean =>
  text.includes('\u0000') || !text.isWellFormed();

/**
 * Matches a visible character: no white space, control or format character, and no character with an empty glyph
 * (Hangul fillers, the blank Braille pattern, the null notehead).
 */
const visible = /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u{2800}\u{1d159}]/u;

/** Whether a reader would see nothing of a text. */
export const isBlank = (text: string): boolean => !visible.test(text);
