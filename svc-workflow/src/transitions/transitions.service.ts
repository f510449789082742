import type { StatusTransition } from '@obieg/contracts';
import { type Database, readOrganization } from '@obieg/service-kit';
import { buildWithIds } from '../configuration/build-with-ids';
import { deleteEntity, saveEntity } from '../configuration/change-entity';
import { readTransitions, transitionQueries } from '../configuration/read-transitions';
import { getById } from '../configuration/rows';
import { loadTimeZone } from '../configuration/time-zone';
import type { Stored } from '../model/configuration.model';
import { isSameName } from '../model/names';
import type { Caller } from '../requests/caller';
import { buildTransition } from './build-transition';
import { checkTransition, checkUnused, type TransitionInput } from './transition-rules';
import { type Named, nameQueries, presentTransition } from './transitions.presenter';

const read = async (
  db: Database,
  organizationId: number,
  id?: number,
): Promise<Stored<StatusTransition>[]> => {
  const [statuses = [], groups = [], ...results] = await readOrganization(db, organizationId, (knex) => [
    ...nameQueries(knex),
    ...transitionQueries(knex, id),
  ]);
  return readTransitions(results).map(
    presentTransition(statuses as unknown as Named[], groups as unknown as Named[]),
  );
};

export const createTransitions = (db: Database) => {
  /** Inserts or updates a transition. @returns it with names */
  const save = async (
    caller: Caller,
    input: TransitionInput,
    id?: number,
  ): Promise<Stored<StatusTransition>> => {
    let names: [Named[], Named[]] = [[], []];
    return saveEntity(db, caller, {
      kind: 'transitions',
      id,
      present: (saved) => presentTransition(...names)(saved),
      build: async (tx, before, stored) => {
        const groups: Named[] = await tx('groups').select('id', 'name');
        names = [before.statuses, groups];
        const timeZone = await loadTimeZone(tx, caller.organizationId);
        checkTransition(
          { ...before, timeZone },
          caller.language,
          new Set(groups.map((group) => group.id)),
          input,
          id,
        );
        return buildWithIds(tx, (newRows) => ({ entity: buildTransition(before, input, stored, newRows) }));
      },
    });
  };

  return {
    list: (organizationId: number) => read(db, organizationId),

    /** @throws 404 */
    get: async (organizationId: number, id: number): Promise<Stored<StatusTransition>> =>
      getById(await read(db, organizationId, id), id),

    /** Whether another transition has the name, ignoring case. */
    isNameUsed: async (organizationId: number, name: string, excludeId?: number): Promise<boolean> => {
      const [rows = []] = await readOrganization(db, organizationId, (knex) => [
        knex('transitions').select('id', 'name'),
      ]);
      return (rows as unknown as Named[]).some((row) => row.id !== excludeId && isSameName(row.name, name));
    },

    /** @throws 422 */
    create: (caller: Caller, input: TransitionInput) => save(caller, input),

    /** @throws 404, 412, 422 */
    update: (caller: Caller, id: number, input: TransitionInput) => save(caller, input, id),

    /** @throws 404, 412, 409 IN_USE */
    delete: (caller: Caller, id: number): Promise<void> =>
      deleteEntity(db, caller, {
        kind: 'transitions',
        id,
        check: (_, before) => checkUnused(before, caller.language, id),
      }),
  };
};
export type Transitions = ReturnType<typeof createTransitions>;
