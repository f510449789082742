import { http } from '@obieg/web-kit';
import { fakeApi, problemResponse } from '@obieg/web-kit/testing';
import { describe, expect, it } from 'vitest';
import { findFieldProblems } from './field-problems';

const names = { name: 'field', rows: { parentId: 'id', text: 'value' } } as const;

/** Returns where a form shows the server's error of a field. */
const place = async (field: string): Promise<string | undefined> => {
  fakeApi({
    'GET /api/x': () => problemResponse(422, 'VALIDATION_FAILED', 'Wrong.', [{ field, message: 'Wrong.' }]),
  });
  const error: unknown = await http.get('/x').catch((reason: unknown) => reason);
  return findFieldProblems<Record<string, unknown>>(error, names)[0]?.field;
};

describe('findFieldProblems', () => {
  it.each([
    ['of a field', 'name', 'name'],
    ['of a field of a row', 'rows.2.text', 'rows.2.value'],
    ['of a whole row at its first field', 'rows.2', 'rows.2.id'],
    ['of all rows at the rows', 'rows', 'rows'],
    ['of a field that the form does not have nowhere', 'other', undefined],
  ])('shows an error %s', async (_case, field, shownAt) => {
    expect(await place(field)).toBe(shownAt);
  });
});
