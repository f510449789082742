import { offsetAt } from './date-times';

/** A time in which the clocks of a time zone keep their distance from UTC. `from` and `until` in ms since 1970. */
export interface OffsetSpan {
  from: number;
  until: number;
  /** Milliseconds by which the clocks are ahead of UTC. */
  offset: number;
}

const dayMs = 24 * 3600_000;
/** No zone changes its clocks twice within this time: the shortest known summer time is interrupted for a month. */
const stepMs = 2 * dayMs;

/** Returns the first moment at which the offset is no longer that of `from`. It changes once until `until`. */
const findChange = (from: number, until: number, timeZone: string): number => {
  const offset = offsetAt(from, timeZone);
  let [before, after] = [from, until];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(middle, timeZone) === offset) before = middle;
    else after = middle;
  }
  return after;
};

const findSpans = (year: number, timeZone: string): OffsetSpan[] => {
  const end = Date.UTC(year + 1, 0);
  const spans: OffsetSpan[] = [];
  let from = Date.UTC(year, 0);
  let offset = offsetAt(from, timeZone);
  for (let at = from; at < end; at += stepMs) {
    const next = Math.min(at + stepMs, end);
    const nextOffset = offsetAt(next, timeZone);
    if (nextOffset === offset) continue;
    const change = findChange(at, next, timeZone);
    spans.push({ from, until: change, offset });
    [from, offset] = [change, nextOffset];
  }
  return from < end ? [...spans, { from, until: end, offset }] : spans;
};

/** A year takes 10 ms to find. */
const knownSpans = new Map<string, readonly OffsetSpan[]>();
const knownSpansMax = 1_000;

const spansOfYear = (year: number, timeZone: string): readonly OffsetSpan[] => {
  const key = `${year} ${timeZone}`;
  const known = knownSpans.get(key);
  if (known) return known;
  if (knownSpans.size >= knownSpansMax) knownSpans.clear();
  const spans = findSpans(year, timeZone);
  knownSpans.set(key, spans);
  return spans;
};

/** Returns the spans of equal offset that overlap a time, in order, cut to it. */
export const listOffsetSpans = (from: number, until: number, timeZone: string): OffsetSpan[] => {
  const spans: OffsetSpan[] = [];
  const lastYear = new Date(until).getUTCFullYear();
  for (let year = new Date(from).getUTCFullYear(); year <= lastYear; year += 1)
    for (const span of spansOfYear(year, timeZone)) {
      const cut = { ...span, from: Math.max(span.from, from), until: Math.min(span.until, until) };
      if (cut.from < cut.until) spans.push(cut);
    }
  return spans;
};
