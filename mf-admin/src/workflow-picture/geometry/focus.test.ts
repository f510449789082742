import { describe, expect, it } from 'vitest';
import { buildPicture, buildWorkflow } from '../workflow.builders';
import { isWithin } from './boxes';
import { findFocus, isFocused, placeFocusedLabels } from './focus';
import { getNodeId } from './picture';

const picture = buildPicture({
  ...buildWorkflow({ statuses: 20, transitions: 120 }, 1),
  compactCanvas: { width: 1100, height: 450 },
});

describe('findFocus', () => {
  it('finds the selected status, or the arrow of the selected transition', () => {
    expect(findFocus(picture, undefined)).toBeUndefined();
    expect(findFocus(picture, { statusId: null })).toEqual({ nodeId: 'start' });
    expect(findFocus(picture, { statusId: 99 })).toBeUndefined();
    const [arrow] = picture.arrows;
    const transitionId = arrow?.label.rows.at(-1)?.transition.id ?? 0;
    expect(findFocus(picture, { transitionId })).toEqual({ arrowId: arrow?.id });
  });
});

describe('isFocused', () => {
  it('matches the arrows of a focused status, or the focused arrow', () => {
    const arrow = { id: '1>2', source: getNodeId(1), target: getNodeId(2) };
    expect(isFocused(arrow, undefined)).toBe(false);
    expect(isFocused(arrow, { nodeId: getNodeId(2) })).toBe(true);
    expect(isFocused(arrow, { nodeId: getNodeId(3) })).toBe(false);
    expect(isFocused(arrow, { arrowId: '1>2' })).toBe(true);
  });
});

describe('placeFocusedLabels', () => {
  it('places the names of a status apart from each other and from the status', () => {
    for (const { id, box } of picture.nodes) {
      const labels = [...placeFocusedLabels(picture, { nodeId: id })];
      const arrows = picture.arrows.filter((arrow) => isFocused(arrow, { nodeId: id }));
      expect(labels.map(([arrowId]) => arrowId).sort()).toEqual(arrows.map((arrow) => arrow.id).sort());
      for (const [index, [, label]] of labels.entries()) {
        expect(isWithin(label.box, box, 0)).toBe(false);
        for (const [, other] of labels.slice(index + 1))
          expect(isWithin(label.box, other.box, 0)).toBe(false);
      }
    }
  });
});
