/** Whether a path along the edges leads from `from` back to itself. Used for parent groups and dependencies. */
export const hasCycle = (edges: ReadonlyMap<number, readonly number[]>, from: number): boolean => {
  const seen = new Set<number>();
  const waiting = [...(edges.get(from) ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === from) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    waiting.push(...(edges.get(next) ?? []));
  }
  return false;
};
