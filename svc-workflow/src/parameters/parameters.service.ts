import type { PublicParameter, WorkflowParameter } from '@obieg/contracts';
import {
  checkRevision,
  type Database,
  problem,
  readOrganization,
  translateConstraint,
} from '@obieg/service-kit';
import { publicQuestionnaire } from '@obieg/workflow-rules';
import { changeConfiguration, getById } from '../configuration/configuration.service';
import type { Stored } from '../configuration/rows';
import type { Caller } from '../people/caller';
import { checkOrder, checkParameter, checkUse, type ParameterInput } from './parameter-rules';
import { parameterQueries, readParameters, saveOrder, saveParameter } from './parameters.repo';

const nameTaken = translateConstraint({
  parameters_name_key: () =>
    problem.conflict('NAME_TAKEN', 'Parameter name already exists. Please choose a different name.', [
      { field: 'parameterName', message: 'Parameter name already exists. Please choose a different name.' },
    ]),
});

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
      if (ownId !== undefined) checkRevision(getById(before.parameters, ownId), caller.ifMatch);
      checkParameter(before, input, ownId);
      return saveParameter(tx, caller.organizationId, input, ownId).catch(nameTaken);
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

    /** @throws 404, 412, 409 NAME_TAKEN, 422 */
    update: (caller: Caller, id: number, input: ParameterInput) => save(caller, input, id),

    /**
     * Puts the organization's parameters into this order, all in one change.
     * @throws 422 for a parameter that is named twice or is not there, 409 when one is missing
     */
    order: async (caller: Caller, parameterIds: readonly number[]): Promise<Stored<WorkflowParameter>[]> => {
      const { after } = await changeConfiguration(db, caller, async (tx, before) => {
        checkOrder(before, parameterIds);
        await saveOrder(tx, caller.organizationId, parameterIds);
      });
      return after.parameters;
    },

    /** @throws 404, 412, 409 IN_USE */
    delete: async (caller: Caller, id: number): Promise<void> => {
      await changeConfiguration(db, caller, async (tx, before) => {
        checkRevision(getById(before.parameters, id), caller.ifMatch);
        checkUse(before, id);
        await tx('parameters').where({ id }).delete();
      });
    },
  };
};
export type Parameters = ReturnType<typeof createParameters>;
