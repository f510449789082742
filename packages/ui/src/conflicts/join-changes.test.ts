import { describe, expect, it } from 'vitest';
import { joinChanges } from './join-changes';
import { joinRecords, joinRows, joinSets } from './join-values';

const rows = joinRows<{ id: number; text: string }>(({ id }) => String(id));
const [one, two, three] = [
  { id: 1, text: 'jeden' },
  { id: 2, text: 'dwa' },
  { id: 3, text: 'trzy' },
];

describe('joinChanges', () => {
  const fields = {
    name: { label: 'Nazwa' },
    text: { label: 'Opis' },
    roles: { label: 'Role', join: joinSets },
  };
  const base = { name: 'A', text: 'a', roles: ['MEMBER'] };

  it('joins changes of different fields, and names what it took over', () => {
    const mine = { ...base, name: 'B' };
    expect(joinChanges(fields, { base, mine, theirs: { ...base, text: 'b' } })).toEqual({
      values: { name: 'B', text: 'b', roles: ['MEMBER'] },
      conflicts: [],
      taken: ['text'],
    });
  });

  it("keeps one's own value of a field that both have changed, as a conflict", () => {
    const result = joinChanges(fields, {
      base,
      mine: { ...base, name: 'B', text: 'same' },
      theirs: { ...base, name: 'C', text: 'same' },
    });
    expect(result).toEqual({ values: { ...base, name: 'B', text: 'same' }, conflicts: ['name'], taken: [] });
  });

  it('joins sets of both sides', () => {
    const result = joinChanges(fields, {
      base,
      mine: { ...base, roles: ['MEMBER', 'OPERATOR'] },
      theirs: { ...base, roles: ['REPORTER'] },
    });
    expect(result).toMatchObject({ values: { roles: ['OPERATOR', 'REPORTER'] }, taken: ['roles'] });
  });

  it('compares what a field names as its content', () => {
    const field = { rows: { label: 'Wiersze', contentOf: (keys: string[]) => keys.length } };
    const result = joinChanges(field, {
      base: { rows: ['a'] },
      mine: { rows: ['b'] },
      theirs: { rows: ['c'] },
    });
    expect(result).toEqual({ values: { rows: ['b'] }, conflicts: [], taken: [] });
  });
});

describe('joinRows', () => {
  it('joins an added, a changed and a removed row', () => {
    const changed = { ...two, text: 'DWA' };
    expect(rows([one, two], [one, changed, three], [two])).toEqual([changed, three]);
  });

  it('keeps the order that one side has changed', () => {
    expect(rows([one, two], [one, { ...two, text: 'DWA' }], [two, one])).toEqual([
      { ...two, text: 'DWA' },
      one,
    ]);
  });

  it.each([
    ['both have changed a row', [{ ...one, text: 'x' }], [{ ...one, text: 'y' }]],
    ['one has removed a row that the other has changed', [], [{ ...one, text: 'y' }]],
    ['rows have the same key', [one, { ...one, text: 'x' }], [one, two]],
  ])('finds a conflict if %s', (_, mine, theirs) => {
    expect(rows([one], mine, theirs)).toBeUndefined();
  });

  it('finds a conflict of two orders', () => {
    expect(rows([one, two, three], [two, one, three], [three, one, two])).toBeUndefined();
  });
});

describe('joinRecords', () => {
  it('joins different properties and refuses the same one', () => {
    const base = { HIGH: '4', LOW: '8' };
    expect(joinRecords(base, { ...base, HIGH: '5' }, { ...base, LOW: '9' })).toEqual({ HIGH: '5', LOW: '9' });
    expect(joinRecords(base, { ...base, HIGH: '5' }, { ...base, HIGH: '6' })).toBeUndefined();
  });
});
