/** Whether `from` reaches itself over the edges; for parents and dependencies, which must not form a circle. */
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
