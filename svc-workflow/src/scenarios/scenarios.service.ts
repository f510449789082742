import type { WorkflowScenario } from '@obieg/contracts';
import { type Database, readOrganization, type Tx } from '@obieg/service-kit';
import { buildWithIds } from '../configuration/build-with-ids';
import { deleteEntity, saveEntity } from '../configuration/change-entity';
import { readScenarios, scenarioQuery } from '../configuration/read-scenarios';
import { getById } from '../configuration/rows';
import type { Stored } from '../model/configuration.model';
import type { Caller } from '../requests/caller';
import { checkScenario, type ScenarioInput } from './scenario-rules';

type Scenario = Stored<WorkflowScenario>;

const read = async (db: Database, organizationId: number, id?: number): Promise<Scenario[]> => {
  const [rows] = await readOrganization(db, organizationId, (knex) => [scenarioQuery(knex, id)]);
  return readScenarios(rows);
};

const listGroupIds = async (tx: Tx): Promise<ReadonlySet<number>> =>
  new Set(await tx('groups').pluck<number[]>('id'));

/** Scenarios belong to the configuration, so that revisions and exported files contain them. */
export const createScenarios = (db: Database) => {
  const save = (caller: Caller, input: ScenarioInput, id?: number): Promise<Scenario> =>
    saveEntity(db, caller, {
      kind: 'scenarios',
      id,
      present: (saved) => saved,
      build: async (tx, before) => {
        checkScenario(before, caller.language, await listGroupIds(tx), input, id);
        return buildWithIds(tx, ({ takeId }) => ({
          entity: { ...input, id: id ?? takeId('workflow_scenarios') },
        }));
      },
    });

  return {
    list: (organizationId: number) => read(db, organizationId),

    /** @throws 404 */
    get: async (organizationId: number, id: number): Promise<Scenario> =>
      getById(await read(db, organizationId, id), id),

    /** @throws 409 NAME_TAKEN, 422 */
    create: (caller: Caller, input: ScenarioInput) => save(caller, input),

    /** @throws 404, 412, 409 NAME_TAKEN, 422 */
    update: (caller: Caller, id: number, input: ScenarioInput) => save(caller, input, id),

    /** @throws 404, 412 */
    delete: (caller: Caller, id: number): Promise<void> =>
      deleteEntity(db, caller, { kind: 'scenarios', id }),
  };
};
export type Scenarios = ReturnType<typeof createScenarios>;
