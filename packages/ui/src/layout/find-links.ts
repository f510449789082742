/** A piece of a text; with an address it is a link. */
export interface TextPiece {
  text: string;
  href?: string;
  /** Where it begins in the whole. */
  at: number;
}

/**
 * From `http` up to a blank, a quotation mark, an angle bracket or what is not seen: signs that turn the writing round
 * could make an address read like another.
 */
const candidate = /(?<![\p{L}\p{N}])https?:\/\/[^\s\p{C}<>"„”“«»`]+/giu;
const ofSentence = /[.,;:!?'’…*_~–—]/;

const countOf = (text: string, sign: string): number => text.split(sign).length - 1;

/** The sentence's own full stop, comma or bracket is none of the address; a bracket opened inside it is. */
const withoutSentence = (address: string): string => {
  const unopened = new Map(
    ['()', '[]', '{}'].map(([open = '', close = '']) => [
      close,
      countOf(address, close) - countOf(address, open),
    ]),
  );
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1);
    const surplus = unopened.get(last);
    if (surplus === undefined ? !ofSentence.test(last) : surplus <= 0) break;
    if (surplus !== undefined) unopened.set(last, surplus - 1);
  }
  return address.slice(0, end);
};

/** Names before an `@` read like a host that they are not. */
const isSafe = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  return ['http:', 'https:'].includes(protocol) && hostname !== '' && username + password === '';
};

/** A text in pieces: web addresses of http and https that somebody typed, and what is between them. */
export const findLinks = (text: string): TextPiece[] => {
  const pieces: TextPiece[] = [];
  let end = 0;
  const add = (upTo: number, href?: string): void => {
    if (upTo > end) pieces.push({ text: text.slice(end, upTo), at: end, ...(href ? { href } : {}) });
    end = upTo;
  };
  for (const { 0: found, index } of text.matchAll(candidate)) {
    const address = withoutSentence(found);
    if (!isSafe(address)) continue;
    add(index);
    add(index + address.length, address);
  }
  add(text.length);
  return pieces;
};
