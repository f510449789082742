const letters = 'abcdefghijklmnopqrstuvwxyz';

export const randomLetters = (length: number): string =>
  Array.from({ length }, () => letters[Math.floor(Math.random() * letters.length)]).join('');

/** Words that no text contains yet. */
export const newWords = (length: number): string =>
  Array.from({ length: Math.ceil(length / 9) }, () => randomLetters(8))
    .join(' ')
    .slice(0, length);
