import { isDeepStrictEqual } from 'node:util';
import type { WorkflowParameter } from '@obieg/contracts';

/** What new rows need before they are written. */
export interface NewRows {
  /** Takes the next id of a table. */
  takeId(table: string): number;
  /** When the new rows are created. */
  now: Date;
}

/** Reuses the ids of stored parts if they equal the wanted ones; otherwise all parts are new, in the given order. */
export const identifyParts = <P extends { id: number }>(
  stored: readonly P[],
  wanted: readonly Omit<P, 'id'>[],
  takeId: () => number,
): P[] => {
  const isSame = isDeepStrictEqual(
    stored.map(({ id: _, ...part }) => part),
    wanted,
  );
  return isSame ? [...stored] : wanted.map((part) => ({ ...part, id: takeId() }) as P);
};

type DictionaryValue = WorkflowParameter['dictionaryValues'][number];

/** A value with unchanged text keeps its id. @returns the values in questionnaire order */
export const identifyValues = (
  stored: readonly DictionaryValue[],
  wanted: readonly Omit<DictionaryValue, 'id'>[],
  { takeId }: NewRows,
): DictionaryValue[] => {
  const ids = new Map(stored.map(({ id, value }) => [value, id]));
  return wanted
    .map(({ value, sortOrder, isActive }) => ({
      id: ids.get(value) ?? takeId('dictionary_values'),
      value,
      sortOrder,
      isActive,
    }))
    .sort((one, other) => one.sortOrder - other.sortOrder || one.id - other.id);
};
