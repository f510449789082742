import { foldContent } from './fold';
import { splitRuns, termLengthMax } from './terms';

/** Each needle costs a look-up, and further words rarely narrow the result. The longest ones count. */
const needlesMax = 5;
/** Single characters occur in most tasks, but no index has them together: many would read every task. */
const singlesMax = 2;

/** A word or quoted phrase to find, folded. */
export interface Needle {
  text: string;
  /** The part that the index is asked for: the longest run of letters and digits. */
  run: string;
  /** Whether `run` is the whole needle, so that a matching term proves the match. */
  isWholeRun: boolean;
  /** The range of task numbers that begin with the needle. */
  numbers: { from: number; to: number } | undefined;
}

const numberLength = 12;

const rangeOf = (text: string): Needle['numbers'] => {
  if (!/^[1-9]\d{0,11}$/.test(text)) return undefined;
  const scale = 10 ** (numberLength - text.length);
  return { from: Number(text) * scale, to: (Number(text) + 1) * scale - 1 };
};

const createNeedle = (text: string): Needle => {
  const runs = splitRuns(text);
  const longest = runs.reduce((one, other) => (other.length > one.length ? other : one), '');
  const run = [...longest].slice(0, termLengthMax).join('');
  return { text, run, isWholeRun: run === text, numbers: rangeOf(text) };
};

const taskAddress = /\/task\/(\d{12})(?!\d)/gi;

/** Extracts the public number from `#123…` or from the URL of a task. Returns other words unchanged. */
export const extractNumber = (word: string): string => {
  if (/^#\d/.test(word)) return word.slice(1);
  if (!/^https?:/i.test(word)) return word;
  return [...word.matchAll(taskAddress)].at(-1)?.[1] ?? word;
};

/** Phones type typographic quotes. While a phrase is typed, its first quote has no pair and does not count. */
const quoted =
  /["\u201e\u201c\u201d\u00ab\u00bb]([^"\u201e\u201c\u201d\u00ab\u00bb]+)["\u201e\u201c\u201d\u00ab\u00bb]|["\u201e\u201c\u201d\u00ab\u00bb](?=\S)|(\S+)/g;

/** Chooses the texts that count, in their order. */
const choose = (texts: readonly string[]): string[] => {
  const isSingle = (text: string): boolean => [...text].length === 1;
  const singles = texts.filter(isSingle).slice(0, singlesMax);
  const longest = [...texts.filter((text) => !isSingle(text)), ...singles]
    .sort((one, other) => other.length - one.length)
    .slice(0, needlesMax);
  return texts.filter((text) => longest.includes(text));
};

/**
 * Reads a search: words in any order, and phrases in quotes. A task number can have a `#` or be the task's URL.
 *
 * @returns distinct folded needles; empty if the text does not restrict the list
 */
export const parseSearch = (search = ''): Needle[] => {
  const texts = [...search.matchAll(quoted)].map(([, phrase, word = '']) =>
    foldContent(phrase ?? extractNumber(word)),
  );
  return choose([...new Set(texts)].filter(Boolean)).map(createNeedle);
};
