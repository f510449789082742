import type { DisturbedRequest } from './disturbing-proxy';
import type { End } from './open-page';

type Ends = Record<End | 'no end', number>;

const createEnds = (): Ends => ({ page: 0, offer: 0, 'no document': 0, 'no end': 0 });

const formatEnds = (ends: Ends): string =>
  Object.entries(ends)
    .map(([end, count]) => `${end} ${count}`)
    .join(', ');

export interface LoadCounts {
  add: (end: End | undefined, disturbed: readonly DisturbedRequest[], durationMs: number) => void;
  /** Loads so far. */
  total: () => number;
  /** How the loads ended, in all and for each kind of disturbed file; a load counts for each of its kinds. */
  format: () => string;
}

/** Counts how the loads of a page end. */
export const countLoads = (path: string): LoadCounts => {
  const all = createEnds();
  const byDisturbance = new Map<string, Ends>();
  let longestMs = 0;
  const total = (): number => Object.values(all).reduce((sum, count) => sum + count, 0);
  return {
    add: (found, disturbed, durationMs) => {
      const end = found ?? 'no end';
      longestMs = Math.max(longestMs, durationMs);
      all[end] += 1;
      const names = disturbed.length > 0 ? disturbed.map(({ kind, what }) => `${kind} ${what}`) : ['nothing'];
      for (const name of new Set(names)) {
        const ends = byDisturbance.get(name) ?? createEnds();
        ends[end] += 1;
        byDisturbance.set(name, ends);
      }
    },
    total,
    format: () =>
      [
        `${path}: ${total()} loads, ${formatEnds(all)}, longest ${Math.round(longestMs)} ms`,
        ...[...byDisturbance].sort().map(([name, ends]) => `  ${name}: ${formatEnds(ends)}`),
      ].join('\n'),
  };
};
