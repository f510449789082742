import type { TaskMatch, taskMatchFields } from '@obieg/contracts';
import { type FoldedText, foldContent, foldWithOffsets } from './fold';
import { kinds } from './kinds';
import type { Needle } from './parse-search';

/** Two lines of a list. */
const snippetLength = 160;
/** Text before the first match. */
const leadLength = 40;

type Range = [start: number, end: number];

/** End of the original character behind `last`, with its combining marks. */
const endOf = (text: string, { content, offsetAt }: FoldedText, at: number): number => {
  const last = offsetAt(at - 1);
  let next = at;
  while (next < content.length && offsetAt(next) === last) next += 1;
  const following = next < content.length ? offsetAt(next) : text.length;
  return last + text.slice(last, following).trimEnd().length;
};

/** Texts are searched in parts, because mapping a whole text back to its original letters takes ten times as long. */
const partLength = 1_000;
/** More than a phrase has. A longer match across two parts is not marked. */
const overlapLength = 300;

/** Start of the first part that contains a needle; 0 if none does. */
const findPart = (text: string, needles: readonly Needle[]): number => {
  for (let start = 0; start + overlapLength < text.length; start += partLength - overlapLength) {
    const content = foldContent(text.slice(start, start + partLength));
    if (needles.some(({ text: needle }) => content.includes(needle))) return start;
  }
  return 0;
};

const findRanges = (text: string, needles: readonly Needle[]): Range[] => {
  const from = Math.max(0, findPart(text, needles) - leadLength);
  const start = isInsidePair(text, from) ? from - 1 : from;
  return findRangesOfPart(text.slice(start, from + leadLength + partLength), needles).map(
    ([first, last]): Range => [first + start, last + start],
  );
};

/** Finds the ranges that a snippet around the first one can show. */
const findRangesOfPart = (text: string, needles: readonly Needle[]): Range[] => {
  const folded = foldWithOffsets(text);
  const { content, offsetAt } = folded;
  const firsts = needles.map(({ text: needle }) => content.indexOf(needle)).filter((at) => at >= 0);
  const lastStart = firsts.length === 0 ? 0 : offsetAt(Math.min(...firsts)) + snippetLength;
  const found: Range[] = [];
  for (const { text: needle } of needles)
    for (let at = content.indexOf(needle); at >= 0; at = content.indexOf(needle, at + needle.length)) {
      const start = offsetAt(at);
      if (start > lastStart) break;
      found.push([start, endOf(text, folded, at + needle.length)]);
    }
  return mergeRanges(found);
};

const mergeRanges = (ranges: readonly Range[]): Range[] => {
  const merged: Range[] = [];
  for (const [start, end] of [...ranges].sort(([one], [other]) => one - other)) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
};

/** Start of the word at `position`, at most the lead away. */
const startOfWord = (text: string, position: number): number => {
  const space = text.lastIndexOf(' ', position - 1);
  return space < 0 || position - space > leadLength ? position : space + 1;
};

const isInsidePair = (text: string, position: number): boolean =>
  /[\udc00-\udfff]/.test(text[position] ?? '');

/** Cuts the text around the first range. */
const cut = (text: string, ranges: readonly Range[]): Omit<TaskMatch, 'field'> => {
  if (text.length <= snippetLength) return { snippet: text, ranges: [...ranges] };
  const first = ranges[0]?.[0] ?? 0;
  let from = first <= leadLength ? 0 : Math.min(first, startOfWord(text, first - leadLength));
  let to = Math.min(text.length, from + snippetLength);
  if (isInsidePair(text, from)) from -= 1;
  if (isInsidePair(text, to)) to -= 1;
  const before = from > 0 ? '…' : '';
  const shift = before.length - from;
  return {
    snippet: `${before}${text.slice(from, to)}${to < text.length ? '…' : ''}`,
    ranges: ranges
      .filter(([start]) => start < to)
      .map(([start, end]): Range => [start + shift, Math.min(end, to) + shift]),
  };
};

const fieldsByKind = new Map<number, (typeof taskMatchFields)[number]>(
  Object.entries(kinds).map(([field, kind]) => [kind, field as keyof typeof kinds]),
);

/** The matching text of a task; `kind` is null if the number matches. */
export interface MatchedText {
  kind: number | null;
  text: string | null;
}

/** Shows where a task matches. White space becomes spaces, so that a snippet is one line. */
export const buildMatch = (
  { kind, text }: MatchedText,
  task: { publicTaskId: number; title: string },
  needles: readonly Needle[],
): TaskMatch => {
  const field = (kind === null ? undefined : fieldsByKind.get(kind)) ?? 'number';
  const texts = { title: task.title, number: String(task.publicTaskId) };
  const line = (field === 'title' || field === 'number' ? texts[field] : (text ?? '')).replace(/\s/g, ' ');
  const ranges = findRanges(line, needles);
  return { field, ...cut(line, field === 'number' ? ranges.filter(([start]) => start === 0) : ranges) };
};
