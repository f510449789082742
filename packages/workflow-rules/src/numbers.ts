/** Spaces between groups of three digits: space, no-break space, narrow no-break space. */
const groupedPattern = '\\d{1,3}(?:[ \\u00a0\\u202f]\\d{3})+';
/** With a hyphen, minus sign or en dash, which word processors insert for a hyphen. */
const numberPattern = new RegExp(`^([-\\u2212\\u2013]?)(${groupedPattern}|\\d+)(?:[.,](\\d+))?$`);

/**
 * Returns the stored form of a number: `-1200.50` for `−1 200,50`. Keeps trailing zeros, because they state a
 * precision. Works on text, because floats lose digits of long numbers. @returns undefined for any other text
 */
export const normalizeNumber = (text: string): string | undefined => {
  const match = numberPattern.exec(text);
  if (!match) return undefined;
  const [, minus = '', digits = '', decimals] = match;
  const whole = digits.replace(/[ \u00a0\u202f]/g, '').replace(/^0+(?=\d)/, '');
  const unsigned = decimals === undefined ? whole : `${whole}.${decimals}`;
  if (!Number.isFinite(Number(unsigned))) return undefined;
  return minus && /[1-9]/.test(unsigned) ? `-${unsigned}` : unsigned;
};

/** Returns the same text for equal numbers; text that is not a number unchanged. */
export const comparableNumber = (text: string): string => {
  const number = normalizeNumber(text);
  if (number === undefined) return text;
  const [whole = '', decimals = ''] = number.split('.');
  // The lookbehind tries each run of zeros once, which keeps the time linear.
  const fraction = decimals.replace(/(?<!0)0+$/, '');
  return fraction ? `${whole}.${fraction}` : whole;
};

const noBreakSpace = '\u00a0';

const groupDigits = (whole: string): string => {
  const start = whole.startsWith('-') ? 1 : 0;
  const end = start + ((whole.length - start) % 3 || 3);
  return whole.slice(0, end) + whole.slice(end).replace(/\d{3}/g, `${noBreakSpace}$&`);
};

/**
 * Formats a stored number: `33 077,5` for a decimal comma. Groups five digits or more by spaces, as Polish does.
 * `normalizeNumber` reads the text back, which it could not with commas between groups. Other text stays unchanged.
 */
export const formatNumber = (text: string, decimalMark: '.' | ','): string => {
  const number = normalizeNumber(text);
  if (number === undefined) return text;
  const [whole = '', decimals] = number.split('.');
  const grouped = /\d{5}/.test(whole) ? groupDigits(whole) : whole;
  return decimals === undefined ? grouped : `${grouped}${decimalMark}${decimals}`;
};
