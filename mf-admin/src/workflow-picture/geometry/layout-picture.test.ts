import type { StatusPosition, StatusTransition, WorkflowStatus } from '@obieg/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildWorkflow } from '../workflow.builders';
import { type Box, centerOf, contains, isWithin } from './boxes';
import { layoutPicture, type PictureRequest } from './layout-picture';
import { completeMetrics } from './metrics';
import { getNodeId, type Picture } from './picture';
import { samplePath } from './route-arrow';
import { estimateTextWidth } from './wrap-text';

const lay = (more: Partial<PictureRequest>): Picture =>
  layoutPicture({
    statuses: [],
    transitions: [],
    positions: [],
    texts: { start: 'New task', captionOf: () => 'Dead end' },
    marksOf: ({ id }) => (id % 3 === 0 ? ['conditions', 'executors', 'error'] : []),
    conditionOf: ({ id }) => (id % 5 === 0 ? 'deadEnd' : undefined),
    severityOf: () => undefined,
    measure: estimateTextWidth,
    ...more,
  });

/** Returns the pairs of names and statuses that overlap. */
const findOverlaps = ({ nodes, arrows }: Picture): [Box, Box][] => {
  const boxes = [...nodes.map(({ box }) => box), ...arrows.map(({ label }) => label.box)];
  return boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter((other) => isWithin(one, other, 0))
      .map((other): [Box, Box] => [one, other]),
  );
};
const expectNoOverlaps = (picture: Picture): void => expect(findOverlaps(picture)).toEqual([]);

const sizes = [
  { statuses: 4, transitions: 5 },
  { statuses: 9, transitions: 20 },
  { statuses: 40, transitions: 200 },
];

const anyPosition = (statusId: number | null) =>
  fc.record({
    statusId: fc.constant(statusId),
    x: fc.integer({ min: -1500, max: 1500 }),
    y: fc.integer({ min: -900, max: 900 }),
  });

describe('layoutPicture', () => {
  it.each(sizes)(
    'places names without overlaps in $statuses statuses with $transitions transitions',
    (size) => {
      for (const seed of [1, 2, 3]) expectNoOverlaps(lay(buildWorkflow(size, seed)));
    },
  );

  it.each(sizes)('keeps names apart after $statuses statuses were moved anywhere', (size) => {
    const workflow = buildWorkflow(size, 4);
    const ids = [null, ...workflow.statuses.map(({ id }) => id)];
    fc.assert(
      fc.property(fc.tuple(...ids.map(anyPosition)), (positions) => {
        expectNoOverlaps(lay({ ...workflow, positions }));
      }),
      { numRuns: size.statuses > 20 ? 3 : 15 },
    );
  });

  it('contains each status and each transition once, with the complete name', () => {
    const { statuses, transitions } = buildWorkflow({ statuses: 9, transitions: 30 }, 5);
    const { nodes, arrows } = lay({ statuses, transitions });
    expect(nodes.map(({ nameLines }) => nameLines.join(' ')).sort()).toEqual(
      ['New task', ...statuses.map(({ name }) => name)].sort(),
    );
    const rows = arrows.flatMap(({ label }) => label.rows);
    expect(rows.map(({ transition }) => transition.id).sort()).toEqual(
      transitions.map(({ id }) => id).sort(),
    );
    for (const { lines, transition } of rows) {
      expect(lines.join(' ')).toBe(transition.name);
      for (const line of lines)
        expect(estimateTextWidth(line, completeMetrics.label.text)).toBeLessThanOrEqual(
          completeMetrics.label.textWidthMax,
        );
    }
  });

  it('combines parallel transitions into one arrow, in the order of their priority', () => {
    const { statuses, transitions } = buildWorkflow({ statuses: 2, transitions: 3 }, 1);
    const parallel = transitions.map(
      (transition, index): StatusTransition => ({
        ...transition,
        fromStatusId: 1,
        toStatusId: 2,
        priorityOrder: 3 - index,
      }),
    );
    const [arrow, ...others] = lay({ statuses, transitions: parallel }).arrows;
    expect(others).toEqual([]);
    expect(arrow?.label.rows.map(({ transition }) => transition.id)).toEqual(
      parallel.map(({ id }) => id).reverse(),
    );
  });

  it('connects the borders of the right statuses, also after they were moved', () => {
    const workflow = buildWorkflow({ statuses: 9, transitions: 20 }, 6);
    const positions = workflow.statuses.map(
      ({ id }): StatusPosition => ({ statusId: id, x: (id % 3) * 400, y: Math.floor(id / 3) * 300 }),
    );
    for (const picture of [lay(workflow), lay({ ...workflow, positions })]) {
      const boxes = new Map(picture.nodes.map(({ id, box }) => [id, box]));
      for (const { source, target, path, tip, label } of picture.arrows) {
        const [{ transition } = { transition: undefined }] = label.rows;
        expect([source, target]).toEqual([
          getNodeId(transition?.fromStatusId ?? null),
          getNodeId(transition?.toStatusId ?? null),
        ]);
        const [start] = samplePath(path, 1);
        expect(start && contains(boxes.get(source) as Box, start, 2)).toBe(true);
        expect(contains(boxes.get(target) as Box, tip, 2)).toBe(true);
      }
    }
  });

  it('keeps saved positions and places a new status where nothing is', () => {
    const workflow = buildWorkflow({ statuses: 4, transitions: 5 }, 7);
    const positions = workflow.statuses.map(
      ({ id }): StatusPosition => ({ statusId: id, x: id * 400, y: 40 }),
    );
    const added: WorkflowStatus = { id: 99, name: 'Nowy', statusType: 'INTERMEDIATE', createdAt: '' };
    const picture = lay({ ...workflow, statuses: [...workflow.statuses, added], positions });
    for (const { statusId, x, y } of positions) {
      const box = picture.nodes.find(({ id }) => id === getNodeId(statusId))?.box as Box;
      expect(centerOf(box)).toEqual({ x, y });
    }
    expectNoOverlaps(picture);
  });

  it('omits transitions of a missing status and draws an empty workflow', () => {
    const { transitions } = buildWorkflow({ statuses: 4, transitions: 5 }, 8);
    const { nodes, arrows } = lay({ transitions });
    expect([nodes.length, arrows.length]).toEqual([1, 0]);
  });
});
