/** Font size and weight of a text. */
export interface TextStyle {
  sizePx: number;
  weight: number;
}

/** Returns the width of a text in pixels. */
export type MeasureText = (text: string, style: TextStyle) => number;

const narrow = /[iljtfrI1.,:;'|!()[\] -]/u;
const wide = /[mwMW@%—…]|[^ -\u024f]/u;

/** Upper estimate of the width in Inter, for environments without a canvas. */
export const estimateTextWidth: MeasureText = (text, { sizePx }) =>
  [...text].reduce((width, letter) => {
    if (narrow.test(letter)) return width + 0.42 * sizePx;
    return width + (wide.test(letter) ? 1.1 : 0.72) * sizePx;
  }, 0);

/** Measures text with the browser's canvas. The font must be loaded. */
export const createTextMeasure = (fontFamily: string): MeasureText => {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return estimateTextWidth;
  return (text, { sizePx, weight }) => {
    context.font = `${weight} ${sizePx}px ${fontFamily}`;
    return context.measureText(text).width;
  };
};

/** Splits a word that is wider than a line. */
const splitWord = (word: string, fits: (text: string) => boolean): string[] => {
  const parts: string[] = [];
  let part = '';
  for (const letter of word) {
    if (part !== '' && !fits(part + letter)) {
      parts.push(part);
      part = '';
    }
    part += letter;
  }
  return [...parts, part];
};

/** Breaks a text into lines that fit the width. Never drops a letter. */
export const wrapText = (
  text: string,
  style: TextStyle,
  widthMax: number,
  measure: MeasureText,
): string[] => {
  const fits = (line: string): boolean => measure(line, style) <= widthMax;
  const words = text.split(/\s+/u).filter((word) => word !== '');
  const lines: string[] = [];
  let line = '';
  for (const part of words.flatMap((word) => (fits(word) ? [word] : splitWord(word, fits)))) {
    const longer = line === '' ? part : `${line} ${part}`;
    if (line !== '' && !fits(longer)) {
      lines.push(line);
      line = part;
    } else line = longer;
  }
  return [...lines, line];
};

/** Drops lines beyond the maximum. The last line then ends with an ellipsis. */
export const clampLines = (
  lines: readonly string[],
  linesMax: number,
  fits: (line: string) => boolean,
): readonly string[] => {
  if (lines.length <= linesMax) return lines;
  const letters = [...(lines[linesMax - 1] ?? '')];
  while (letters.length > 0 && !fits(`${letters.join('')}…`)) letters.pop();
  return [...lines.slice(0, linesMax - 1), `${letters.join('')}…`];
};
