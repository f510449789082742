import { describe, expect, it } from 'vitest';
import { createGroupPaths, formatGroupPath, readGroupPath } from './group-paths';

describe('readGroupPath', () => {
  it.each([
    ['IT', ['IT']],
    ['IT/Helpdesk', ['IT', 'Helpdesk']],
    ['A\\/B/C\\\\D', ['A/B', 'C\\D']],
    ['IT/Helpdesk\\2', ['IT', 'Helpdesk']],
  ])('reads %s', (path, names) => {
    expect(readGroupPath(path)).toEqual(names);
  });
});

describe('formatGroupPath', () => {
  it.each([
    ['IT/Helpdesk', 'IT / Helpdesk'],
    ['IT/Helpdesk\\2', 'IT / Helpdesk (2)'],
  ])('shows %s as %s', (path, shown) => {
    expect(formatGroupPath(path)).toBe(shown);
  });
});

describe('createGroupPaths', () => {
  it('creates what is missing below existing groups, each once', async () => {
    const created: unknown[] = [];
    const ids = await createGroupPaths(
      [
        { id: 1, name: 'IT', parentGroupId: null },
        { id: 2, name: 'Nocna', parentGroupId: 1 },
      ],
      ['IT/Helpdesk/Nocna', 'IT/Helpdesk', 'Nocna'],
      async ({ name, parentGroupId = null }) => {
        created.push([name, parentGroupId]);
        return { id: 10 + created.length, name, parentGroupId };
      },
    );
    expect(created).toEqual([
      ['Helpdesk', 1],
      ['Nocna', 11],
      ['Nocna', null],
    ]);
    expect([...ids]).toEqual([
      ['IT/Helpdesk/Nocna', 12],
      ['IT/Helpdesk', 11],
      ['Nocna', 13],
    ]);
  });
});
