import type { PublicParameter, WorkflowParameter } from '@obieg/contracts';
import { type Database, readOrganization } from '@obieg/service-kit';
import { publicQuestionnaire } from '@obieg/workflow-rules';
import { buildWithIds } from '../configuration/build-with-ids';
import { deleteEntity, saveEntity } from '../configuration/change-entity';
import { changeConfiguration } from '../configuration/configuration.service';
import { parameterQueries, readParameters } from '../configuration/read-parameters';
import { getById } from '../configuration/rows';
import { loadTimeZone } from '../configuration/time-zone';
import type { Stored } from '../model/configuration.model';
import type { NewRows } from '../model/new-rows';
import type { Caller } from '../requests/caller';
import { buildParameter } from './build-parameter';
import { checkOrder, checkParameter, type ParameterInput } from './parameter-rules';
import { checkUnused } from './parameter-uses';
import { renameUses } from './rename-values';

const read = async (
  db: Database,
  organizationId: number,
  id?: number,
): Promise<Stored<WorkflowParameter>[]> =>
  readParameters(await readOrganization(db, organizationId, (knex) => parameterQueries(knex, id)));

export const createParameters = (db: Database) => {
  const save = (caller: Caller, input: ParameterInput, id?: number): Promise<Stored<WorkflowParameter>> =>
    saveEntity(db, caller, {
      kind: 'parameters',
      id,
      build: async (tx, before, stored) => {
        const timeZone = await loadTimeZone(tx, caller.organizationId);
        const renamed = stored && input.renameUses ? renameUses(before, stored, input) : before;
        checkParameter({ ...before, timeZone }, renamed, caller.language, input, id);
        const build = (newRows: NewRows) => buildParameter(before, input, stored, newRows);
        return { entity: await buildWithIds(tx, build), others: renamed };
      },
    });

  return {
    list: (organizationId: number) => read(db, organizationId),

    listPublic: async (organizationId: number): Promise<PublicParameter[]> =>
      publicQuestionnaire(await read(db, organizationId)),

    /** @throws 404 */
    get: async (organizationId: number, id: number): Promise<Stored<WorkflowParameter>> =>
      getById(await read(db, organizationId, id), id),

    /** @throws 409 NAME_TAKEN, 422 */
    create: (caller: Caller, input: ParameterInput) => save(caller, input),

    /** @throws 404, 412, 409 NAME_TAKEN or IN_USE, 422 */
    update: (caller: Caller, id: number, input: ParameterInput) => save(caller, input, id),

    /**
     * Numbers all parameters from 0 in one change. @throws 422 for a duplicate or unknown parameter, 409 if one is missing
     */
    order: async (caller: Caller, parameterIds: readonly number[]): Promise<Stored<WorkflowParameter>[]> => {
      const { after } = await changeConfiguration(db, caller, async (_, before) => {
        checkOrder(before, caller.language, parameterIds);
        const positions = new Map(parameterIds.map((id, position) => [id, position]));
        const parameters = before.parameters.map((parameter) => ({
          ...parameter,
          sortOrder: positions.get(parameter.id) ?? parameter.sortOrder,
        }));
        return { wanted: { ...before, parameters } };
      });
      return after.parameters;
    },

    /** @throws 404, 412, 409 IN_USE */
    delete: (caller: Caller, id: number): Promise<void> =>
      deleteEntity(db, caller, {
        kind: 'parameters',
        id,
        check: (_, before) => checkUnused(before, caller.language, id),
      }),
  };
};
export type Parameters = ReturnType<typeof createParameters>;
