import type { PublicParameter, WorkflowParameter } from '@obieg/contracts';
import { type Database, readOrganization } from '@obieg/service-kit';
import { publicQuestionnaire } from '@obieg/workflow-rules';
import { changeConfiguration, checkExpectedRevision } from '../configuration/configuration.service';
import { parameterQueries, readParameters } from '../configuration/read-parameters';
import { getById } from '../configuration/rows';
import { loadTimeZone } from '../configuration/time-zone';
import type { Stored } from '../model/configuration.model';
import type { Caller } from '../requests/caller';
import { checkOrder, checkParameter, type ParameterInput } from './parameter-rules';
import { checkUnused } from './parameter-uses';
import { saveOrder, saveParameter } from './parameters.repo';

const read = async (
  db: Database,
  organizationId: number,
  id?: number,
): Promise<Stored<WorkflowParameter>[]> =>
  readParameters(await readOrganization(db, organizationId, (knex) => parameterQueries(knex, id)));

export const createParameters = (db: Database) => {
  const save = async (
    caller: Caller,
    input: ParameterInput,
    ownId?: number,
  ): Promise<Stored<WorkflowParameter>> => {
    const { after, changed } = await changeConfiguration(db, caller, async (tx, before) => {
      if (ownId !== undefined) checkExpectedRevision(caller, before.parameters, ownId);
      const timeZone = await loadTimeZone(tx, caller.organizationId);
      checkParameter({ ...before, timeZone }, caller.language, input, ownId);
      return saveParameter(tx, before, input, ownId);
    });
    return getById(after.parameters, changed);
  };

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
     * Reorders all parameters in one change. @throws 422 for a duplicate or unknown parameter, 409 if one is missing
     */
    order: async (caller: Caller, parameterIds: readonly number[]): Promise<Stored<WorkflowParameter>[]> => {
      const { after } = await changeConfiguration(db, caller, async (tx, before) => {
        checkOrder(before, caller.language, parameterIds);
        await saveOrder(tx, caller.organizationId, parameterIds);
      });
      return after.parameters;
    },

    /** @throws 404, 412, 409 IN_USE */
    delete: async (caller: Caller, id: number): Promise<void> => {
      await changeConfiguration(db, caller, async (tx, before) => {
        checkExpectedRevision(caller, before.parameters, id);
        checkUnused(before, caller.language, id);
        await tx('parameters').where({ id }).delete();
      });
    },
  };
};
export type Parameters = ReturnType<typeof createParameters>;
