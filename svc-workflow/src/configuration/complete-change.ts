import { isDeepStrictEqual } from 'node:util';
import type { Configuration, Stored } from '../model/configuration.model';

type Entity = Stored<{ id: number }>;

const isEqual = ({ revision: _, ...one }: Entity, { revision: __, ...other }: Entity): boolean =>
  isDeepStrictEqual(one, other);

const completeEntities = <E extends Entity>(
  stored: readonly E[],
  wanted: readonly E[],
  orderOf: (entity: E) => number = () => 0,
): E[] => {
  const storedById = new Map(stored.map((entity) => [entity.id, entity]));
  return wanted
    .map((entity) => {
      const old = storedById.get(entity.id);
      if (!old) return entity;
      return isEqual(old, entity)
        ? { ...old, revision: Math.max(old.revision, entity.revision) }
        : { ...entity, revision: old.revision + 1 };
    })
    .sort((one, other) => orderOf(one) - orderOf(other) || one.id - other.id);
};

/**
 * Completes a wanted configuration to what `loadConfiguration` returns after it was written: entities in their order,
 * and a changed one with the next revision, so that its ETag changes. An equal one keeps its revision unless the wanted
 * one is higher.
 */
export const completeChange = (before: Configuration, wanted: Configuration): Configuration => ({
  organizationId: before.organizationId,
  parameters: completeEntities(before.parameters, wanted.parameters, ({ sortOrder }) => sortOrder),
  statuses: completeEntities(before.statuses, wanted.statuses),
  transitions: completeEntities(before.transitions, wanted.transitions, (one) => one.priorityOrder),
  scenarios: completeEntities(before.scenarios, wanted.scenarios),
  calendars: completeEntities(before.calendars, wanted.calendars),
  targets: completeEntities(before.targets, wanted.targets, ({ sortOrder }) => sortOrder),
});
