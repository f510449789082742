/** Returns the trimmed lines of a pasted text, without empty ones. */
export const readLines = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
