import type { StatusPosition, StatusType, WorkflowStatus } from '@obieg/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildPicture, buildStatus, buildTransition, buildWorkflow } from '../workflow.builders';
import { type Box, centerOf, contains, isWithin } from './boxes';
import { sampleCurve, tipOf } from './curves';
import { completeMetrics } from './metrics';
import { getNodeId, type Picture, startId } from './picture';
import { fitZoom, getInitialViewport } from './viewport';
import { estimateTextWidth } from './wrap-text';

/** Expects that names and statuses do not overlap. */
const expectApart = ({ nodes, arrows }: Picture): void => {
  const boxes = [...nodes.map(({ box }) => box), ...arrows.map(({ label }) => label.box)];
  const overlaps = boxes.flatMap((one, index) =>
    boxes.slice(index + 1).flatMap((other) => (isWithin(one, other, 0) ? [[one, other]] : [])),
  );
  expect(overlaps).toEqual([]);
};

const boxOf = ({ nodes }: Picture, id: string): Box => {
  const node = nodes.find((candidate) => candidate.id === id);
  if (!node) throw new Error(`The picture has no node ${id}.`);
  return node.box;
};

/** Expects arrows from the border of the right status to that of the right one. */
const expectConnected = (picture: Picture): void => {
  for (const { source, target, curve, label } of picture.arrows) {
    for (const { transition } of label.rows)
      expect([source, target]).toEqual([
        getNodeId(transition.fromStatusId),
        getNodeId(transition.toStatusId),
      ]);
    const [start] = sampleCurve(curve, 1);
    expect(start && contains(boxOf(picture, source), start, 2)).toBe(true);
    expect(contains(boxOf(picture, target), tipOf(curve), 2)).toBe(true);
  }
};

const sizes = [
  { statuses: 4, transitions: 5 },
  { statuses: 9, transitions: 20 },
  { statuses: 40, transitions: 200 },
];
const desktop = { width: 1100, height: 450 };
const phone = { width: 350, height: 450 };

const anyPosition = (statusId: number | null) =>
  fc.record({
    statusId: fc.constant(statusId),
    x: fc.integer({ min: -1500, max: 1500 }),
    y: fc.integer({ min: -900, max: 900 }),
  });

const types = fc.constantFrom<StatusType[]>('INITIAL', 'INTERMEDIATE', 'FINAL');
const workflows = fc.integer({ min: 0, max: 12 }).chain((count) => {
  const anyId = fc.integer({ min: 1, max: Math.max(count, 1) });
  const names = fc.string({ maxLength: 40, unit: 'grapheme' });
  return fc.record({
    statuses: fc.tuple(
      ...Array.from({ length: count }, (_, index) => types.map((type) => buildStatus(index + 1, type))),
    ),
    transitions: fc
      .array(fc.tuple(fc.option(anyId), anyId, names), { maxLength: count === 0 ? 0 : 80 })
      .map((rows) =>
        rows.map(([from, to, name], index) => ({ ...buildTransition(index + 1, from, to), name })),
      ),
  });
});

describe.each([
  ['the shared picture', undefined],
  ['a desktop', desktop],
  ['a phone', phone],
])('layoutPicture for %s', (_, compactCanvas) => {
  it('places every status and transition once and connects the right statuses', () => {
    fc.assert(
      fc.property(workflows, (workflow) => {
        const picture = buildPicture({ ...workflow, compactCanvas });
        expect(picture.nodes.map(({ id }) => id).sort()).toEqual(
          [startId, ...workflow.statuses.map(({ id }) => getNodeId(id))].sort(),
        );
        const rows = picture.arrows.flatMap(({ label }) => label.rows);
        expect(rows.map(({ transition }) => transition.id).sort()).toEqual(
          workflow.transitions.map(({ id }) => id).sort(),
        );
        expectConnected(picture);
      }),
      { numRuns: 20 },
    );
  });

  it('produces no overlapping statuses, no identical arrows and the same picture each time', () => {
    fc.assert(
      fc.property(workflows, (workflow) => {
        const picture = buildPicture({ ...workflow, compactCanvas });
        expectApart({ ...picture, arrows: picture.areNamesHidden ? [] : picture.arrows });
        const curves = picture.arrows.map(({ curve }) => curve);
        expect(new Set(curves.map((curve) => JSON.stringify(curve))).size).toBe(curves.length);
        for (const { x, y } of curves.flat()) expect(Number.isFinite(x + y)).toBe(true);
        expect(buildPicture({ ...workflow, compactCanvas })).toEqual(picture);
      }),
      { numRuns: 15 },
    );
  });
});

describe('layoutPicture', () => {
  it.each(sizes)(
    'places names without overlaps in $statuses statuses with $transitions transitions',
    (size) => {
      for (const seed of [1, 2, 3]) expectApart(buildPicture(buildWorkflow(size, seed)));
    },
  );

  it.each(sizes)('keeps names apart after $statuses statuses were moved anywhere', (size) => {
    const workflow = buildWorkflow(size, 4);
    const ids = [null, ...workflow.statuses.map(({ id }) => id)];
    fc.assert(
      fc.property(fc.tuple(...ids.map(anyPosition)), (positions) => {
        expectApart(buildPicture({ ...workflow, positions }));
      }),
      { numRuns: size.statuses > 20 ? 3 : 15 },
    );
  });

  it('shows complete names in lines that fit', () => {
    const { statuses, transitions } = buildWorkflow({ statuses: 9, transitions: 30 }, 5);
    const { nodes, arrows } = buildPicture({ statuses, transitions });
    for (const { nameLines, name } of nodes) expect(nameLines.join(' ')).toBe(name);
    const { text, textWidthMax } = completeMetrics.label;
    for (const { lines, transition } of arrows.flatMap(({ label }) => label.rows)) {
      expect(lines.join(' ')).toBe(transition.name);
      for (const line of lines) expect(estimateTextWidth(line, text)).toBeLessThanOrEqual(textWidthMax);
    }
  });

  it('combines parallel transitions into one arrow, in the order of their priority', () => {
    const transitions = [1, 2, 3].map((id) => ({ ...buildTransition(id, 1, 2), priorityOrder: 3 - id }));
    const [arrow, ...others] = buildPicture({
      statuses: [buildStatus(1), buildStatus(2)],
      transitions,
    }).arrows;
    expect(others).toEqual([]);
    expect(arrow?.label.rows.map(({ transition }) => transition.id)).toEqual([3, 2, 1]);
  });

  it('keeps saved positions, connects moved statuses and places a new one where nothing is', () => {
    const workflow = buildWorkflow({ statuses: 9, transitions: 20 }, 7);
    const positions = workflow.statuses.map(
      ({ id }): StatusPosition => ({ statusId: id, x: (id % 3) * 400, y: Math.floor(id / 3) * 300 }),
    );
    const added: WorkflowStatus = { ...buildStatus(99), name: 'Nowy' };
    const picture = buildPicture({ ...workflow, statuses: [...workflow.statuses, added], positions });
    for (const { statusId, x, y } of positions)
      expect(centerOf(boxOf(picture, getNodeId(statusId)))).toEqual({ x, y });
    expectConnected(picture);
    expectApart(picture);
  });

  it('omits transitions of a missing status', () => {
    const transitions = [buildTransition(1, 1, 99), buildTransition(2, 99, 1)];
    expect(buildPicture({ statuses: [buildStatus(1)], transitions }).arrows).toEqual([]);
  });
});

describe('layoutPicture for a compact canvas', () => {
  it('shows all names of a small workflow', () => {
    const statuses = [buildStatus(1, 'INITIAL'), buildStatus(2), buildStatus(3, 'FINAL')];
    const ends = [
      [null, 1],
      [1, 2],
      [1, 2],
      [2, 1],
      [2, 2],
      [2, 3],
      [3, 2],
    ] as const;
    const transitions = ends.map(([from, to], index) => buildTransition(index + 1, from, to));
    expect(buildPicture({ statuses, transitions, compactCanvas: desktop }).areNamesHidden).toBe(false);
  });

  it('keeps forty statuses with two hundred transitions legible', () => {
    const workflow = buildWorkflow({ statuses: 40, transitions: 200 }, 1);
    const picture = buildPicture({ ...workflow, compactCanvas: desktop });
    expect(picture.areNamesHidden).toBe(true);
    const zoom = fitZoom(picture.bounds, desktop);
    expect(zoom).toBeGreaterThan(0.5);
    expect(picture.metrics.node.name.sizePx * zoom).toBeGreaterThan(9);
    const onPhone = buildPicture({ ...workflow, compactCanvas: phone });
    const viewport = getInitialViewport(onPhone, phone, true);
    const start = boxOf(onPhone, startId);
    expect(viewport.zoom).toBeGreaterThanOrEqual(0.5);
    expect(start.x * viewport.zoom + viewport.x).toBeGreaterThanOrEqual(0);
    expect(start.y * viewport.zoom + viewport.y).toBeGreaterThanOrEqual(0);
    expect((start.x + start.width) * viewport.zoom + viewport.x).toBeLessThanOrEqual(phone.width);
    expect((start.y + start.height) * viewport.zoom + viewport.y).toBeLessThanOrEqual(phone.height);
  });

  it('shortens a name that does not fit its status', () => {
    const status = { ...buildStatus(1, 'INITIAL'), name: 'Oczekiwanie na opinię działu prawnego i zarządu' };
    const { nodes } = buildPicture({ statuses: [status], compactCanvas: { width: 100, height: 60 } });
    const lines = nodes[1]?.nameLines ?? [];
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/…$/);
  });
});
