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
const continues = /^(?:[\p{L}\p{N}_]|[.-]+[\p{L}\p{N}_])/u;

const isMentionSign = (text: string, at: number): boolean =>
  precedes.test(text.slice(Math.max(0, at - precedingMax), at));

const findName = (text: string, at: number, longestFirst: readonly string[]): string | undefined => {
  if (!isMentionSign(text, at)) return undefined;
  return longestFirst.find(
    (name) => text.startsWith(name, at + 1) && !continues.test(text.slice(at + 1 + name.length).slice(0, 64)),
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

/** A mention that was typed by hand: who it means is not known. */
export interface TypedName {
  /** The sign with the first word, to show it. */
  word: string;
  /** The line from the sign on. */
  excerpt: string;
  /** What the name can be, as written, the longest first. */
  names: readonly string[];
}

export const typedNameLimits = { perText: 50, wordsMax: 6, lengthMax: 80 } as const;

const nameRun = /^[\p{L}\p{N}_](?:[\p{L}\p{N}._'@+-]| (?=[\p{L}\p{N}]))*/u;
const firstWord = /^[\p{L}\p{N}_]+(?:[.'@+-]+[\p{L}\p{N}_]+)*/u;

const listPossibleNames = (run: string): string[] => {
  const names: string[] = [];
  const ends = [...run.matchAll(/[^ ](?=$|[ .'@+-])/gu)].map((end) => end.index + end[0].length);
  for (const end of ends) {
    const name = run.slice(0, end);
    if (name.split(' ').length > typedNameLimits.wordsMax) break;
    if (!continues.test(run.slice(end))) names.unshift(name);
  }
  return names;
};

/** Lists the mentions that name none of the known people, at most 50. */
export const listTypedNames = (text: string, knownNames: readonly string[]): TypedName[] => {
  const known = new Set(
    splitMentions(text, knownNames).flatMap(({ mention, at }) => (mention === undefined ? [] : [at])),
  );
  const typed: TypedName[] = [];
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    if (known.has(at) || !isMentionSign(text, at)) continue;
    const run = nameRun.exec(text.slice(at + 1, at + 1 + typedNameLimits.lengthMax))?.[0];
    const word = run && firstWord.exec(run)?.[0];
    if (!run || !word) continue;
    typed.push({ word: `@${word}`, excerpt: `@${run}`, names: listPossibleNames(run) });
    if (typed.length === typedNameLimits.perText) break;
  }
  return typed;
};
