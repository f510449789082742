import { mapTaskTexts } from '@obieg/contracts';
import { describe, expect, it } from 'vitest';
import {
  beginEdit,
  type EditAction,
  type EditState,
  isDirty,
  listChanges,
  listConflicts,
  reduceEdit,
} from './edit-state';
import type { EditValues } from './edit-values';

const values = (more: Partial<EditValues> = {}): EditValues => ({
  title: 'Drukarka',
  ...mapTaskTexts(() => ''),
  description: 'Zacięcie',
  users: [],
  groupIds: [],
  answers: { 1: 'HP', 2: 'czarny' },
  ...more,
});
const saved = { etag: '"1"', values: values() };
const newer = { etag: '"2"', values: values({ title: 'Cudzy', description: 'Cudzy opis' }) };
const begin = (more: Partial<EditState> = {}): EditState => ({ ...beginEdit(saved, undefined), ...more });
const run = (state: EditState, ...actions: EditAction[]): EditState => actions.reduce(reduceEdit, state);

describe('beginEdit', () => {
  it('starts with the saved values', () => {
    const state = beginEdit(saved, undefined);
    expect(state).toMatchObject({ base: saved, values: saved.values, comment: '', phase: 'editing' });
    expect(isDirty(state)).toBe(false);
  });

  it('continues a draft with the version that the draft started from', () => {
    const draft = { base: saved, values: values({ title: 'Mój' }), comment: 'bo tak', savedAt: '10:00' };
    const state = beginEdit(newer, draft);
    expect(state).toMatchObject({ base: saved, comment: 'bo tak', restoredAt: '10:00' });
    expect(listChanges(state)).toEqual(['title']);
    // Only the other user has changed the description.
    expect(listConflicts(state, newer.values)).toEqual(['title']);
  });
});

describe('change', () => {
  it('changes the values and removes only the errors of changed fields', () => {
    const errors = { title: 'a', description: 'b', 'answers.1': 'c', 'answers.2': 'd' } as const;
    const state = run(begin({ errors }), {
      type: 'change',
      changes: { title: 'Mój', answers: { 1: 'Canon', 2: 'czarny' } },
    });
    expect(state.errors).toEqual({ description: 'b', 'answers.2': 'd' });
    expect(listChanges(state)).toEqual(['title', 'answers.1']);
  });
});

describe('comment', () => {
  it('makes the edit dirty, unless it is blank', () => {
    expect(isDirty(run(begin(), { type: 'comment', text: 'bo tak' }))).toBe(true);
    expect(isDirty(run(begin(), { type: 'comment', text: ' ' }))).toBe(false);
  });
});

describe('reject', () => {
  it('shows the errors and keeps editing', () => {
    const state = run(begin(), { type: 'reject', errors: { title: 'wymagany' } });
    expect(state).toMatchObject({ phase: 'editing', errors: { title: 'wymagany' } });
  });
});

describe('save', () => {
  it('removes the errors and the failure of the last attempt', () => {
    const state = run(begin({ errors: { title: 'a' }, failure: 'b' }), { type: 'save' });
    expect(state).toMatchObject({ phase: 'saving', errors: {}, failure: undefined });
  });

  it.each<EditAction>([
    { type: 'change', changes: { title: 'Mój' } },
    { type: 'comment', text: 'bo tak' },
    { type: 'reject', errors: { title: 'a' } },
    { type: 'save' },
    { type: 'resolve', saved: newer, theirs: [] },
    { type: 'discard-draft', saved: newer },
  ])('ignores $type until it has ended', (action) => {
    const saving = run(begin(), { type: 'save' });
    expect(run(saving, action)).toBe(saving);
    const done = run(saving, { type: 'done' });
    expect(run(done, action)).toBe(done);
  });
});

describe('conflict', () => {
  it('returns to editing with the values of the user', () => {
    const state = run(
      begin(),
      { type: 'change', changes: { title: 'Mój' } },
      { type: 'save' },
      { type: 'conflict' },
    );
    expect(state).toMatchObject({ phase: 'editing', base: saved, failure: undefined });
    expect(state.values.title).toBe('Mój');
  });
});

describe('fail', () => {
  it('returns to editing with the reason and the errors of the fields', () => {
    const action = { type: 'fail', failure: 'odrzucono', errors: { title: 'za długi' } } as const;
    expect(run(begin(), { type: 'save' }, action)).toMatchObject({
      phase: 'editing',
      failure: 'odrzucono',
      errors: { title: 'za długi' },
    });
  });
});

describe('done', () => {
  it('accepts no further input', () => {
    expect(run(begin(), { type: 'save' }, { type: 'done' }).phase).toBe('done');
  });
});

describe('dismiss-failure', () => {
  it('removes the failure and keeps the errors', () => {
    const state = run(begin({ failure: 'a', errors: { title: 'b' } }), { type: 'dismiss-failure' });
    expect(state).toMatchObject({ failure: undefined, errors: { title: 'b' } });
  });
});

describe('a newer version', () => {
  const mine = run(
    begin({ errors: { title: 'a' }, failure: 'b', restoredAt: '10:00' }),
    { type: 'change', changes: { title: 'Mój' } },
    { type: 'comment', text: 'bo tak' },
  );

  it('is joined with the changes of the user by resolve', () => {
    const state = run(mine, { type: 'resolve', saved: newer, theirs: [] });
    expect(state.values).toEqual(values({ title: 'Mój', description: 'Cudzy opis' }));
    expect(state).toMatchObject({ base: newer, errors: {}, failure: undefined, comment: 'bo tak' });
    expect(listConflicts(state, newer.values)).toEqual([]);
  });

  it('replaces the fields that the user has chosen by resolve', () => {
    const state = run(mine, { type: 'resolve', saved: newer, theirs: ['title'] });
    expect(state).toMatchObject({ base: newer, values: newer.values, comment: 'bo tak', failure: undefined });
  });

  it('replaces the changes and the comment of the draft by discard-draft', () => {
    const state = run(mine, { type: 'discard-draft', saved: newer });
    expect(state).toMatchObject({ base: newer, values: newer.values, comment: '', restoredAt: undefined });
    expect(isDirty(state)).toBe(false);
  });
});
