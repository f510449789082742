import type { StatusTransition } from '@obieg/contracts';
import type { Knex } from 'knex';
import type { Stored, Transition } from '../model/configuration.model';

export interface Named {
  id: number;
  name: string;
}

/** Builds the queries for the names of statuses and groups, for `presentTransition`. */
export const nameQueries = (knex: Knex): Knex.QueryBuilder[] => [
  knex('statuses').select('id', 'name'),
  knex('groups').select('id', 'name'),
];

/** Adds the names of statuses and groups. A deleted group has no name. */
export const presentTransition = (statuses: readonly Named[], groups: readonly Named[]) => {
  const statusNames = new Map(statuses.map(({ id, name }) => [id, name]));
  const groupNames = new Map(groups.map(({ id, name }) => [id, name]));
  const nameIn = (names: ReadonlyMap<number, string>, id: number | null): string | null =>
    id === null ? null : (names.get(id) ?? null);
  return (transition: Stored<Transition>): Stored<StatusTransition> => ({
    ...transition,
    fromStatusName: nameIn(statusNames, transition.fromStatusId),
    toStatusName: nameIn(statusNames, transition.toStatusId) ?? '',
    targetGroupName: nameIn(groupNames, transition.targetGroupId),
  });
};
