import { parseAddress } from '@obieg/workflow-rules';

/** A part of a text. With `href` it is a link. */
export interface TextPiece {
  text: string;
  href?: string;
  /** Index in the whole text. */
  at: number;
}

/**
 * Matches from `http` to the next whitespace, quotation mark, angle bracket or invisible character. Invisible
 * characters that change the writing direction could disguise an address.
 */
const candidate = /(?<![\p{L}\p{N}])https?:\/\/[^\s\p{C}<>"„”“«»`]+/giu;
const punctuation = /[.,;:!?'’…*_~–—]/;

const countCharacter = (text: string, character: string): number => text.split(character).length - 1;

/** Removes punctuation of the surrounding sentence from the end of an address. Keeps brackets that open inside it. */
const trimPunctuation = (address: string): string => {
  const unopened = new Map(
    ['()', '[]', '{}'].map(([open = '', close = '']) => [
      close,
      countCharacter(address, close) - countCharacter(address, open),
    ]),
  );
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1);
    const surplus = unopened.get(last);
    if (surplus === undefined ? !punctuation.test(last) : surplus <= 0) break;
    if (surplus !== undefined) unopened.set(last, surplus - 1);
  }
  return address.slice(0, end);
};

/** Rejects addresses with credentials, because the part before `@` looks like the host. */
const isSafe = (address: string): boolean => {
  const url = parseAddress(address);
  if (!url) return false;
  const { protocol, hostname, username, password } = url;
  return ['http:', 'https:'].includes(protocol) && hostname !== '' && username + password === '';
};

/** Splits user text into http(s) addresses and the text between them. */
export const findLinks = (text: string): TextPiece[] => {
  const pieces: TextPiece[] = [];
  let end = 0;
  const add = (upTo: number, href?: string): void => {
    if (upTo > end) pieces.push({ text: text.slice(end, upTo), at: end, ...(href ? { href } : {}) });
    end = upTo;
  };
  for (const { 0: found, index } of text.matchAll(candidate)) {
    const address = trimPunctuation(found);
    if (!isSafe(address)) continue;
    add(index);
    add(index + address.length, address);
  }
  add(text.length);
  return pieces;
};
