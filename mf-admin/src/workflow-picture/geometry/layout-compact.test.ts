import type { StatusTransition, StatusType, WorkflowStatus } from '@obieg/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Box, contains, isWithin } from './boxes';
import { layoutPicture } from './layout-picture';
import { getNodeId, type Picture, startId } from './picture';
import { samplePath } from './route-arrow';
import { fitZoom, getInitialViewport } from './viewport';
import { estimateTextWidth } from './wrap-text';

const desktop = { width: 1100, height: 450 };
const phone = { width: 350, height: 450 };

const buildStatus = (id: number, statusType: StatusType = 'INTERMEDIATE'): WorkflowStatus => ({
  id,
  name: `Status ${id}`,
  statusType,
  createdAt: '2026-03-02T10:00:00.000Z',
});
const buildTransition = (id: number, fromStatusId: number | null, toStatusId: number): StatusTransition => ({
  id,
  name: `Przejście ${id}`,
  description: null,
  fromStatusId,
  fromStatusName: null,
  toStatusId,
  toStatusName: '',
  targetGroupId: null,
  targetGroupName: null,
  priorityOrder: 0,
  isActive: true,
  executorGroupIds: [],
  parameterConditions: [],
  requiredParameters: [],
});

type Workflow = { statuses: readonly WorkflowStatus[]; transitions: readonly StatusTransition[] };

const lay = (workflow: Workflow, compactCanvas: { width: number; height: number }): Picture =>
  layoutPicture({
    ...workflow,
    positions: [],
    texts: { start: 'New task', captionOf: () => '' },
    marksOf: () => [],
    conditionOf: () => undefined,
    severityOf: () => undefined,
    measure: estimateTextWidth,
    compactCanvas,
  });

const types = fc.constantFrom<StatusType[]>('INITIAL', 'INTERMEDIATE', 'FINAL');
const workflows: fc.Arbitrary<Workflow> = fc.integer({ min: 0, max: 12 }).chain((count) => {
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

const boxOf = ({ nodes }: Picture, id: string): Box => {
  const node = nodes.find((candidate) => candidate.id === id);
  if (!node) throw new Error(`The picture has no node ${id}.`);
  return node.box;
};

describe('layoutPicture for a compact canvas', () => {
  it.each([
    ['desktop', desktop],
    ['phone', phone],
  ])('places every status and transition once and connects the right statuses (%s)', (_, canvas) => {
    fc.assert(
      fc.property(workflows, (workflow) => {
        const picture = lay(workflow, canvas);
        expect(picture.nodes.map(({ id }) => id).sort()).toEqual(
          [startId, ...workflow.statuses.map(({ id }) => getNodeId(id))].sort(),
        );
        const rows = picture.arrows.flatMap(({ label }) => label.rows);
        expect(rows.map(({ transition }) => transition.id).sort()).toEqual(
          workflow.transitions.map(({ id }) => id).sort(),
        );
        for (const { label, path, tip, source, target } of picture.arrows) {
          for (const { transition } of label.rows)
            expect([source, target]).toEqual([
              getNodeId(transition.fromStatusId),
              getNodeId(transition.toStatusId),
            ]);
          const [start] = samplePath(path, 1);
          expect(start && contains(boxOf(picture, source), start, 0.6)).toBe(true);
          expect(contains(boxOf(picture, target), tip, 0.6)).toBe(true);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('produces no overlapping statuses, no identical arrows and the same picture each time', () => {
    fc.assert(
      fc.property(workflows, (workflow) => {
        const picture = lay(workflow, desktop);
        for (const [index, { box }] of picture.nodes.entries())
          for (const other of picture.nodes.slice(index + 1)) expect(isWithin(box, other.box, 0)).toBe(false);
        const paths = picture.arrows.map(({ path }) => path);
        expect(new Set(paths).size).toBe(paths.length);
        for (const path of paths) expect(path).toMatch(/^M[-\d. ]+(?:C[-\d. ]+)+$/);
        expect(lay(workflow, desktop)).toEqual(picture);
      }),
      { numRuns: 20 },
    );
  });

  it('shows all names of a small workflow on a desktop, apart from each other', () => {
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
    const { areNamesHidden, arrows } = lay({ statuses, transitions }, desktop);
    expect(areNamesHidden).toBe(false);
    for (const [index, { label }] of arrows.entries())
      for (const other of arrows.slice(index + 1))
        expect(isWithin(label.box, other.label.box, 0)).toBe(false);
  });

  it('keeps forty statuses with two hundred transitions legible', () => {
    const typeOf = (index: number): StatusType => {
      if (index < 3) return 'INITIAL';
      return index > 36 ? 'FINAL' : 'INTERMEDIATE';
    };
    const statuses = Array.from({ length: 40 }, (_, index) => buildStatus(index + 1, typeOf(index)));
    const transitions = Array.from({ length: 200 }, (_, index) =>
      buildTransition(index + 1, index % 40 === 0 ? null : (index * 7) % 40 || 1, ((index * 13) % 40) + 1),
    );
    const picture = lay({ statuses, transitions }, desktop);
    expect(picture.areNamesHidden).toBe(true);
    expect(fitZoom(picture.bounds, desktop)).toBeGreaterThan(0.5);
    expect(picture.metrics.node.name.sizePx * fitZoom(picture.bounds, desktop)).toBeGreaterThan(9);
    const onPhone = lay({ statuses, transitions }, phone);
    const { x, y, zoom } = getInitialViewport(onPhone, phone, true);
    const start = boxOf(onPhone, startId);
    expect(zoom).toBeGreaterThanOrEqual(0.5);
    expect(start.x * zoom + x).toBeGreaterThanOrEqual(0);
    expect(start.y * zoom + y).toBeGreaterThanOrEqual(0);
    expect((start.x + start.width) * zoom + x).toBeLessThanOrEqual(phone.width);
    expect((start.y + start.height) * zoom + y).toBeLessThanOrEqual(phone.height);
  });

  it('shortens a name that does not fit its status', () => {
    const status = { ...buildStatus(1, 'INITIAL'), name: 'Oczekiwanie na opinię działu prawnego i zarządu' };
    const { nodes } = lay({ statuses: [status], transitions: [] }, { width: 100, height: 60 });
    const lines = nodes[1]?.nameLines ?? [];
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/…$/);
  });
});
