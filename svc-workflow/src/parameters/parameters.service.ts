import type { PublicParameter, WorkflowParameter } from '@obieg/contracts';
import { type Database, readOrganization } from '@obieg/service-kit';
import { listRenamedValues, moveQuestion, numberInOrder, publicQuestionnaire } from '@obieg/workflow-rules';
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
import {
  checkAskable,
  checkDistinct,
  checkExpectedOrder,
  checkOrder,
  checkParameter,
  type OrderInput,
  type ParameterInput,
} from './parameter-rules';
import { checkUnused } from './parameter-uses';
import { renameEverywhere } from './rename-values';

const read = async (
  db: Database,
  organizationId: number,
  id?: number,
): Promise<Stored<WorkflowParameter>[]> =>
  readParameters(await readOrganization(db, organizationId, (knex) => parameterQueries(knex, id)));

/** A move keeps the order of the others, also one that another user saved since the caller loaded the list. */
const arrange = (
  parameters: readonly Stored<WorkflowParameter>[],
  { parameterIds, movedId }: OrderInput,
): Stored<WorkflowParameter>[] =>
  movedId === undefined
    ? parameterIds.map((id) => getById(parameters, id))
    : moveQuestion(parameters, movedId, parameterIds[parameterIds.indexOf(movedId) - 1]);

export const createParameters = (db: Database) => {
  const save = (caller: Caller, input: ParameterInput, id?: number): Promise<Stored<WorkflowParameter>> =>
    saveEntity(db, caller, {
      kind: 'parameters',
      id,
      present: (saved) => saved,
      build: async (tx, before, stored) => {
        const timeZone = await loadTimeZone(tx, caller.organizationId);
        const renamedValues = stored ? listRenamedValues(stored, input) : [];
        const renamed = input.renameUses ? renameEverywhere(before, renamedValues) : before;
        checkParameter({ ...before, timeZone }, renamed, caller.language, input, id);
        const build = (newRows: NewRows) => buildParameter(before, input, stored, newRows);
        return {
          entity: await buildWithIds(tx, build),
          others: renamed,
          renamedValues: input.renameAnswers ? renamedValues : [],
        };
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
     * Moves one parameter or orders all in one change.
     *
     * @throws 412 if it is not the expected order; 422 for a duplicate or unknown parameter, or one before another that it is asked after; 409 if one is
     * missing
     */
    order: async (caller: Caller, order: OrderInput): Promise<Stored<WorkflowParameter>[]> => {
      checkDistinct(caller.language, order);
      const { after } = await changeConfiguration(db, caller, async (_, before) => {
        checkExpectedOrder(before, caller.language, order);
        checkOrder(before, caller.language, order);
        const ordered = arrange(before.parameters, order);
        checkAskable(ordered, caller.language);
        return { wanted: { ...before, parameters: numberInOrder(ordered) } };
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
