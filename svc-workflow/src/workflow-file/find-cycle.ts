/**
 * Finds a node that is on a cycle, or behind one, in linear time: removes nodes whose edges all lead to removed ones.
 */
export const findCyclicNode = (edges: ReadonlyMap<number, readonly number[]>): number | undefined => {
  const waiting = new Map<number, number>();
  const referring = new Map<number, number[]>();
  for (const [node, targets] of edges) {
    waiting.set(node, targets.length);
    for (const target of targets) {
      const nodes = referring.get(target);
      if (nodes) nodes.push(node);
      else referring.set(target, [node]);
    }
  }
  const free = [...waiting].flatMap(([node, count]) => (count === 0 ? [node] : []));
  for (let node = free.pop(); node !== undefined; node = free.pop()) {
    waiting.delete(node);
    for (const other of referring.get(node) ?? []) {
      const count = (waiting.get(other) ?? 0) - 1;
      waiting.set(other, count);
      if (count === 0) free.push(other);
    }
  }
  return waiting.keys().next().value;
};
