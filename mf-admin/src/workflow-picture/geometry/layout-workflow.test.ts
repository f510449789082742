import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type DiagramLayout,
  type DiagramStatus,
  type DiagramTransition,
  getNodeId,
  type PlacedNode,
  startId,
} from './diagram-layout';
import { layoutWorkflow } from './layout-workflow';
import { fitZoom, getInitialViewport } from './viewport';

const desktop = { width: 1100, height: 450 };
const phone = { width: 350, height: 450 };
const buildStatus = (
  id: number,
  statusType: DiagramStatus['statusType'] = 'INTERMEDIATE',
): DiagramStatus => ({
  id,
  name: `Status ${id}`,
  statusType,
});
const buildTransition = (id: number, fromStatusId: number | null, toStatusId: number): DiagramTransition => ({
  id,
  name: `Przejście ${id}`,
  fromStatusId,
  toStatusId,
  isActive: true,
});

const workflows = fc.integer({ min: 0, max: 12 }).chain((count) =>
  fc.record({
    statuses: fc.tuple(
      ...Array.from({ length: count }, (_, index) =>
        fc
          .constantFrom<DiagramStatus['statusType'][]>('INITIAL', 'INTERMEDIATE', 'FINAL')
          .map((type) => buildStatus(index + 1, type)),
      ),
    ),
    transitions: fc
      .array(
        fc.tuple(
          fc.option(fc.integer({ min: 1, max: Math.max(count, 1) })),
          fc.integer({ min: 1, max: Math.max(count, 1) }),
          fc.string({ maxLength: 40, unit: 'grapheme' }),
        ),
        { maxLength: count === 0 ? 0 : 80 },
      )
      .map((rows) =>
        rows.map(([from, to, name], index) => ({ ...buildTransition(index + 1, from, to), name })),
      ),
  }),
);

const overlap = (one: PlacedNode, other: PlacedNode): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;
const isOnBorder = ({ x, y }: { x: number; y: number }, box: PlacedNode): boolean => {
  const isNear = (one: number, other: number): boolean => Math.abs(one - other) < 0.6;
  const isWithin = (value: number, from: number, length: number): boolean =>
    value >= from - 0.6 && value <= from + length + 0.6;
  return (
    (isWithin(y, box.y, box.height) && (isNear(x, box.x) || isNear(x, box.x + box.width))) ||
    (isWithin(x, box.x, box.width) && (isNear(y, box.y) || isNear(y, box.y + box.height)))
  );
};
const parseStart = (path: string): { x: number; y: number } => {
  const [, x, y] = /^M(-?[\d.]+) (-?[\d.]+)/.exec(path) ?? [];
  return { x: Number(x), y: Number(y) };
};
const getNode = ({ nodes }: DiagramLayout, id: string): PlacedNode => {
  const node = nodes.find((candidate) => candidate.id === id);
  if (!node) throw new Error(`The layout has no node ${id}.`);
  return node;
};

describe('layoutWorkflow', () => {
  it.each([
    ['desktop', desktop],
    ['phone', phone],
  ])('places every status and transition once and connects the right statuses (%s)', (_, canvas) => {
    fc.assert(
      fc.property(workflows, ({ statuses, transitions }) => {
        const layout = layoutWorkflow(statuses, transitions, canvas);
        expect(layout.nodes.map(({ id }) => id).sort()).toEqual(
          [startId, ...statuses.map(({ id }) => getNodeId(id))].sort(),
        );
        expect(layout.edges.map((edge) => edge.transition.id).sort()).toEqual(
          transitions.map(({ id }) => id).sort(),
        );
        for (const { transition: drawn, path, tip, source, target } of layout.edges) {
          expect([source, target]).toEqual([getNodeId(drawn.fromStatusId), getNodeId(drawn.toStatusId)]);
          expect(isOnBorder(parseStart(path), getNode(layout, source))).toBe(true);
          expect(isOnBorder(tip, getNode(layout, target))).toBe(true);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('produces no overlapping statuses and no identical arrows', () => {
    fc.assert(
      fc.property(workflows, ({ statuses, transitions }) => {
        const { nodes, edges } = layoutWorkflow(statuses, transitions, desktop);
        for (const [index, node] of nodes.entries())
          for (const other of nodes.slice(index + 1)) expect(overlap(node, other)).toBe(false);
        expect(new Set(edges.map(({ path }) => path)).size).toBe(edges.length);
      }),
      { numRuns: 30 },
    );
  });

  it('is deterministic and produces only finite numbers', () => {
    fc.assert(
      fc.property(workflows, ({ statuses, transitions }) => {
        const layout = layoutWorkflow(statuses, transitions, desktop);
        expect(layoutWorkflow(statuses, transitions, desktop)).toEqual(layout);
        const numbers = [
          ...layout.nodes.flatMap(({ x, y, width, height }) => [x, y, width, height]),
          ...layout.edges
            .flatMap(({ tip, label }) => [tip, label.own, label.atSource, label.atTarget])
            .flatMap(({ x, y }) => [x, y]),
        ];
        expect(numbers.every(Number.isFinite)).toBe(true);
        for (const { path } of layout.edges) expect(path).toMatch(/^M[-\d. ]+(?:C[-\d. ]+)+$/);
      }),
      { numRuns: 15 },
    );
  });

  it('omits a transition of a missing status', () => {
    const { edges } = layoutWorkflow(
      [buildStatus(1)],
      [buildTransition(1, 1, 99), buildTransition(2, 99, 1)],
      desktop,
    );
    expect(edges).toEqual([]);
  });

  it('shows all names of a small workflow on a desktop without overlaps', () => {
    const statuses = [buildStatus(1, 'INITIAL'), buildStatus(2), buildStatus(3, 'FINAL')];
    const transitions = [
      buildTransition(1, null, 1),
      buildTransition(2, 1, 2),
      buildTransition(3, 1, 2),
      buildTransition(4, 2, 1),
      buildTransition(5, 2, 2),
      buildTransition(6, 2, 3),
      buildTransition(7, 3, 2),
    ];
    const { isCompact, edges } = layoutWorkflow(statuses, transitions, desktop);
    expect(isCompact).toBe(false);
    for (const [index, { label }] of edges.entries()) {
      for (const other of edges.slice(index + 1)) {
        const isApart =
          Math.abs(label.own.y - other.label.own.y) >= 22 || Math.abs(label.own.x - other.label.own.x) >= 80;
        expect(isApart).toBe(true);
      }
    }
  });

  it('keeps forty statuses with two hundred transitions legible', () => {
    const getType = (index: number): DiagramStatus['statusType'] => {
      if (index < 3) return 'INITIAL';
      return index > 36 ? 'FINAL' : 'INTERMEDIATE';
    };
    const statuses = Array.from({ length: 40 }, (_, index) => buildStatus(index + 1, getType(index)));
    const transitions = Array.from({ length: 200 }, (_, index) =>
      buildTransition(index + 1, index % 40 === 0 ? null : (index * 7) % 40 || 1, ((index * 13) % 40) + 1),
    );
    const layout = layoutWorkflow(statuses, transitions, desktop);
    expect(layout.isCompact).toBe(true);
    expect(layout.edges).toHaveLength(200);
    expect(fitZoom(layout, desktop)).toBeGreaterThan(0.5);
    const onPhone = layoutWorkflow(statuses, transitions, phone);
    const { x, y, zoom } = getInitialViewport(onPhone, phone);
    const start = getNode(onPhone, startId);
    expect(zoom).toBeGreaterThanOrEqual(0.5);
    for (const [from, to, length] of [
      [start.x * zoom + x, (start.x + start.width) * zoom + x, phone.width],
      [start.y * zoom + y, (start.y + start.height) * zoom + y, phone.height],
    ] as const) {
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeLessThanOrEqual(length);
    }
  });
});
