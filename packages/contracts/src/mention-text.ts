/** A part of a comment. `mention` is the name that it mentions. */
interface CommentPiece {
  text: string;
  mention?: string;
  /** Index in the whole text. */
  at: number;
}

/**
 * An address or a path before the sign is no mention: `jan@acme.test`, `example.com/@jan`. Punctuation of a list is
 * none of both: `-@jan`, `...@jan`.
 */
const precedes = /(?:^|[^\p{L}\p{N}._/@-])[._-]{0,3}$/u;
/** More letters than `precedes` can match, so that `^` is the beginning of the text. */
const precedingMax = 5;
/** The name continues, so that `@jan` does not mention `jan` in `@jan.nowak`. */
export const continuesName = /^(?:[\p{L}\p{N}_]|[.-]+[\p{L}\p{N}_])/u;

export const isMentionSign = (text: string, at: number): boolean =>
  precedes.test(text.slice(Math.max(0, at - precedingMax), at));

const findName = (text: string, at: number, longestFirst: readonly string[]): string | undefined => {
  if (!isMentionSign(text, at)) return undefined;
  return longestFirst.find(
    (name) =>
      text.startsWith(name, at + 1) && !continuesName.test(text.slice(at + 1 + name.length).slice(0, 64)),
  );
};

/** Splits a comment into mentions of the names, written as `@name`, and the text between them. */
export const splitMentions = (text: string, names: readonly string[]): CommentPiece[] => {
  const longestFirst = [...new Set(names)].filter(Boolean).sort((one, other) => other.length - one.length);
  const pieces: CommentPiece[] = [];
  let end = 0;
  for (let at = text.indexOf('@'); longestFirst.length > 0 && at >= 0; at = text.indexOf('@', at + 1)) {
    const mention = findName(text, at, longestFirst);
    if (mention === undefined) continue;
    if (at > end) pieces.push({ text: text.slice(end, at), at: end });
    end = at + 1 + mention.length;
    pieces.push({ text: text.slice(at, end), mention, at });
  }
  if (end < text.length) pieces.push({ text: text.slice(end), at: end });
  return pieces;
};

/** Returns which of the names the text mentions. */
export const findMentions = (text: string, names: readonly string[]): Set<string> =>
  new Set(splitMentions(text, names).flatMap(({ mention }) => mention ?? []));

/** Replaces the names of mentions. `newNames` maps each written name. */
export const renameMentions = (text: string, newNames: ReadonlyMap<string, string>): string =>
  splitMentions(text, [...newNames.keys()])
    .map(({ text: piece, mention }) => (mention === undefined ? piece : `@${newNames.get(mention)}`))
    .join('');
