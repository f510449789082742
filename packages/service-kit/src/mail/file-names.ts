import { oneLine } from './mail-layout';

const visibleMax = 60;
/** Keeps a mail program from turning a part of a name into a link. */
const wordJoiner = '\u2060';

/**
 * Returns file names that strangers chose, for a mail: one line each, shortened before the extension, without
 * anything that a mail program could turn into a link.
 */
export const presentFileNames = (names: readonly string[]): string[] =>
  names.map((name) => {
    const characters = [...oneLine(name)];
    const shortened =
      characters.length <= visibleMax
        ? characters.join('')
        : `${characters.slice(0, visibleMax - 11).join('')}…${characters.slice(-10).join('')}`;
    return shortened.replace(/[.@:](?=[^.])/g, (character) => `${character}${wordJoiner}`);
  });
