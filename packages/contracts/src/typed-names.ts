import { continuesName, isMentionSign, splitMentions } from './mention-text';

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
    if (!continuesName.test(run.slice(end))) names.unshift(name);
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
