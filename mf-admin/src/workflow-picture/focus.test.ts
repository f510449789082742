import { describe, expect, it } from 'vitest';
import { isFocused, spreadLabels } from './focus';
import type { PlacedEdge } from './geometry/diagram-layout';

const buildEdge = (id: number, source: string, target: string, y: number): PlacedEdge => ({
  id: `transition-${id}`,
  transition: { id, name: `Przejście ${id}`, fromStatusId: 1, toStatusId: 2, isActive: true },
  source,
  target,
  path: '',
  tip: { x: 0, y: 0, towards: 'right' },
  label: { own: { x: 1, y }, atSource: { x: 2, y }, atTarget: { x: 3, y }, maxWidth: 200 },
});

describe('isFocused', () => {
  it('matches the arrows of a focused status, or the focused arrow', () => {
    const arrow = buildEdge(7, 'status-1', 'status-2', 0);
    expect(isFocused(arrow, undefined)).toBe(false);
    expect(isFocused(arrow, { nodeId: 'status-2' })).toBe(true);
    expect(isFocused(arrow, { nodeId: 'status-3' })).toBe(false);
    expect(isFocused(arrow, { transitionId: 7 })).toBe(true);
  });
});

describe('spreadLabels', () => {
  it('puts labels at the ends away from the focused status, without overlaps', () => {
    const arrows = [0, 1, 2, 3, 4].map((id) =>
      buildEdge(id, id % 2 ? 'status-1' : 'status-2', id % 2 ? 'status-2' : 'status-1', 10),
    );
    const positions = [...spreadLabels(arrows, { nodeId: 'status-1' }, 25)];
    expect(positions).toHaveLength(5);
    for (const [id, { x }] of positions) expect(x).toBe(Number(id.at(-1)) % 2 ? 3 : 2);
    const sortedYs = positions.map(([, { y }]) => y).sort((one, other) => one - other);
    for (const [index, y] of sortedYs.slice(1).entries())
      expect(y - (sortedYs[index] as number)).toBeGreaterThanOrEqual(24);
  });
});
